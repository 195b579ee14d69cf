/** Which page is shown: the address bar decides. */

export type Page =
  | { name: "home" }
  | { name: "table"; id: string }
  | { name: "replay"; id: string; number: number | null }
  | { name: "learn"; game: string }
  | { name: "rules"; game: string }
  | { name: "analysis" }
  | { name: "report"; id: string }
  | { name: "settings" }
  | { name: "art" }
  | { name: "lost" };

/** The page of a path. */
export function pageOf(path: string): Page {
  const [first, second, third, ...more] = path.split("/").slice(1);
  if (more.length) return { name: "lost" };
  if (!first) return { name: "home" };
  if (first === "t" && second && !third) return { name: "table", id: second };
  if (first === "r" && second && (!third || /^\d+$/.test(third)))
    return { name: "replay", id: second, number: third ? Number(third) : null };
  if (first === "learn" && second && !third) return { name: "learn", game: second };
  if (first === "rules" && second && !third) return { name: "rules", game: second };
  if (first === "analysis" && !second) return { name: "analysis" };
  if (first === "report" && second && !third) return { name: "report", id: second };
  if (first === "settings" && !second) return { name: "settings" };
  if (first === "art" && !second) return { name: "art" };
  return { name: "lost" };
}

class Router {
  page: Page = $state.raw({ name: "home" });
  /** What stands behind the `#`: a seat's secret, which never reaches the server's logs. */
  fragment = $state("");

  start(): void {
    this.#read();
    addEventListener("popstate", () => this.#read());
    addEventListener("click", (event) => this.#followed(event));
  }

  /** Go to a page of ours. */
  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.#read();
    if (!replace) scrollTo(0, 0);
  }

  #read(): void {
    this.page = pageOf(location.pathname);
    this.fragment = location.hash.slice(1);
  }

  /** Let ordinary links to our own pages work without loading anything. */
  #followed(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/") || pageOf(link.pathname).name === "lost") return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
