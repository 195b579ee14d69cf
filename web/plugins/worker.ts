/**
 * The service worker: it keeps the files of the client, so that the shell opens at once and without a connection. It never
 * touches what the server says about tables.
 */
export function worker(version: string, files: string[]): string {
  return `
const CACHE = "azulejo-${version}";
const FILES = ${JSON.stringify(files)};

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match("/").then((page) => page ?? Response.error())));
  } else if (FILES.includes(pathname)) {
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
  }
});
`.trimStart();
}
