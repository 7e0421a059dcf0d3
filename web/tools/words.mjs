/// <reference types="node" />
/**
 * Prints the English words of the page as JSON: the texts of `t`, `tn`, `rich` and `mark`.
 *
 *     node web/tools/words.mjs web/src
 *
 * A text must stand there literally, or as literals joined by +: nobody could translate anything
 * else. Calls that break this rule are named on stderr, each with its file and line.
 */

import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { parseSync, Visitor } from "vite";

/** How many texts each function begins with. */
const TEXTS = { t: 1, rich: 1, mark: 1, tn: 2 };

/** @typedef {{ file: string, texts: string[] }} Message */

/**
 * The texts of a file, in the order in which they stand there.
 *
 * @param {string} file @param {string} source @param {string[]} problems
 * @returns {Message[]}
 */
function messages(file, source, problems) {
  const { program, errors } = parseSync(file, source);
  const line = (/** @type {number} */ at) => source.slice(0, at).split("\n").length;
  for (const error of errors) problems.push(`${file}:${line(error.labels[0]?.start ?? 0)}: ${error.message}`);

  /** What our functions are called in this file. */
  const ours = /** @type {Map<string, keyof typeof TEXTS>} */ (new Map());
  /** @type {Message[]} */
  const found = [];
  new Visitor({
    ImportDeclaration(node) {
      if (posix.basename(node.source.value) !== "i18n") return;
      for (const one of node.specifiers) {
        if (one.type !== "ImportSpecifier" || one.imported.type !== "Identifier") continue;
        const { name } = one.imported;
        if (name in TEXTS) ours.set(one.local.name, /** @type {keyof typeof TEXTS} */ (name));
      }
    },
    CallExpression(node) {
      const name = node.callee.type === "Identifier" ? ours.get(node.callee.name) : undefined;
      if (!name) return;
      const texts = node.arguments.slice(0, TEXTS[name]).map(literal);
      const whole = texts.filter((text) => text !== null);
      if (whole.length === TEXTS[name]) found.push({ file, texts: whole });
      else problems.push(`${file}:${line(node.start)}: ${name}(…): the text is not a literal`);
    },
  }).visit(program);
  return found;
}

/**
 * The text of a literal, or of literals joined by +; null: it is something else.
 *
 * @param {import("vite").ESTree.Argument | import("vite").ESTree.PrivateIdentifier} node
 * @returns {string | null}
 */
function literal(node) {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "TemplateLiteral") return node.expressions.length ? null : (node.quasis[0]?.value.cooked ?? null);
  if (node.type !== "BinaryExpression" || node.operator !== "+") return null;
  const [left, right] = [literal(node.left), literal(node.right)];
  return left === null || right === null ? null : left + right;
}

const folder = process.argv[2] ?? ".";
/** @type {string[]} */
const problems = [];
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => posix.join(folder, file.replaceAll("\\", "/")))
  .sort();
const all = files.flatMap((file) => messages(file, readFileSync(file, "utf8"), problems));
if (problems.length) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
} else {
  console.log(JSON.stringify(all));
}
