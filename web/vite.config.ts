/// <reference types="vitest/config" />
import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

const SERVER = process.env.UPTURN_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig(({ command }) => ({
  base: command === "build" ? "/static/" : "/",
  plugins: [preact()],
  build: {
    outDir: "../src/upturn/server/static",
    emptyOutDir: true,
    target: "es2022",
    manifest: "manifest.json", // what the first load is, for the service worker and the size check
    chunkSizeWarningLimit: 900,
  },
  // `npm run dev` draws the page while a server of ours answers it.
  server: {
    proxy: {
      "/api": { target: SERVER }, // the page’s own origin, as the server expects it
      "/live": { target: SERVER, ws: true },
    },
  },
  test: { include: ["test/**/*.test.ts"] },
}));
