import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { shell } from "./plugins/shell.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where `npm run dev` finds the server: `azulejo serve` on its usual port, or another one. */
const server = process.env["AZULEJO_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), shell()],
  resolve: {
    alias: { $texts: here("../src/azulejo/texts"), $games: here("../src/azulejo/games"), $: here("src") },
  },
  build: {
    outDir: process.env["AZULEJO_CLIENT_OUT"] ?? here("../src/azulejo/server/client"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    fs: { allow: [here("..")] },
    // The server answers its own pages only: to it, what comes from here comes from itself.
    proxy: { "/api": { target: server, ws: true, changeOrigin: true, headers: { origin: server } } },
  },
  test: { include: ["tests/**/*.test.ts", "src/**/*.test.ts"], environment: "node" },
});
