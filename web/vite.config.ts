/// <reference types="vitest/config" />
import preact from "@preact/preset-vite";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

const SERVER = process.env.UPTURN_SERVER ?? "http://127.0.0.1:8080";

const WORDS = "public/words";

/** Says in every language what a browser without JavaScript needs to be told. */
const withoutScripts: Plugin = {
  name: "without-scripts",
  transformIndexHtml: (html) =>
    html.replace(/<p lang="en">(.*?)<\/p>/, (english, text: string) => {
      const files = existsSync(WORDS) ? readdirSync(WORDS) : [];
      const others = files.sort().flatMap((file) => {
        const said = (JSON.parse(readFileSync(`${WORDS}/${file}`, "utf-8")) as Record<string, string>)[text];
        return said ? [`<p lang="${file.replace(".json", "")}">${said}</p>`] : [];
      });
      return [english, ...others].join("\n      ");
    }),
};

export default defineConfig(({ command }) => ({
  base: command === "build" ? "/static/" : "/",
  plugins: [preact(), withoutScripts],
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
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/setup.ts"] },
}));
