/** What makes the client installable: icons, the web manifest, and a service worker that keeps the shell. */

import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { GROUND, logoFile } from "../src/art/logo.ts";
import { png } from "./raster.ts";
import { worker } from "./worker.ts";

const ICONS = [
  { name: "icon-192.png", size: 192, rounded: true, inset: 0, purpose: "any" },
  { name: "icon-512.png", size: 512, rounded: true, inset: 0, purpose: "any" },
  { name: "icon-maskable.png", size: 512, rounded: false, inset: 0.1, purpose: "maskable" },
];
const TOUCH_ICON = { name: "apple-touch-icon.png", size: 180, rounded: false, inset: 0.06 };

const MANIFEST = {
  name: "Azulejo",
  short_name: "Azulejo",
  description: "Board games of the Azul family, with friends or bots: an unofficial fan project.",
  id: "/",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: "#f4f0e6",
  theme_color: GROUND,
  icons: [
    { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
    ...ICONS.map(({ name, size, purpose }) => ({ src: `/${name}`, type: "image/png", sizes: `${size}x${size}`, purpose })),
  ],
};

export function shell(): Plugin {
  return {
    name: "azulejo-shell",
    configureServer(server) {
      server.middlewares.use("/icon.svg", (_, response) => {
        response.setHeader("Content-Type", "image/svg+xml");
        response.end(logoFile());
      });
    },
    transformIndexHtml: () => [
      { tag: "link", injectTo: "head", attrs: { rel: "icon", href: "/icon.svg", type: "image/svg+xml" } },
      { tag: "link", injectTo: "head", attrs: { rel: "apple-touch-icon", href: `/${TOUCH_ICON.name}` } },
      { tag: "link", injectTo: "head", attrs: { rel: "manifest", href: "/manifest.webmanifest" } },
      { tag: "meta", injectTo: "head", attrs: { name: "theme-color", content: GROUND } },
    ],
    generateBundle: {
      // After the others: a chunk of nothing but styles is taken out of the bundle by then.
      order: "post",
      handler(_, bundle) {
        const emit = (fileName: string, source: string | Uint8Array) => this.emitFile({ type: "asset", fileName, source });
        emit("icon.svg", logoFile());
        for (const icon of [...ICONS, TOUCH_ICON]) emit(icon.name, png(icon.size, icon));
        emit("manifest.webmanifest", JSON.stringify(MANIFEST));
        const files = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
        const version = createHash("sha256").update(files.toSorted().join("\n")).digest("hex").slice(0, 12);
        emit("worker.js", worker(version, ["/", "/icon.svg", ...files.map((name) => `/${name}`)]));
      },
    },
  };
}
