/**
 * What modules of the page and libraries take: bundled, minified and compressed, in bytes, as JSON.
 *
 *   node web/tools/sizes.mjs <entry> …
 *
 * Preact and React are left out, since the page has one of them anyway. Of a module of the page only its own
 * text counts, of a library everything that it imports.
 */

import { gzipSync } from "node:zlib";
import { resolve } from "node:path";
import { rolldown } from "rolldown";

const PAGE = resolve(import.meta.dirname, "../src");
const FRAMEWORK = /^(@?preact|react|react-dom)(\/|$)/;

/** @param {string} entry */
async function size(entry) {
  const own = entry.startsWith(PAGE);
  const bundle = await rolldown({
    input: entry,
    external: (id, importer) => FRAMEWORK.test(id) || (own && importer !== undefined),
    transform: { jsx: { runtime: "automatic", importSource: "preact" } },
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ minify: true, codeSplitting: false });
  return output.reduce((sum, file) => sum + ("code" in file ? gzipSync(file.code).length : 0), 0);
}

/** @type {Record<string, number>} */
const found = {};
for (const entry of process.argv.slice(2)) found[entry] = await size(resolve(entry));
console.log(JSON.stringify(found));
