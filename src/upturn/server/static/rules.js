/* The rules of a game, from the little Markdown they are written in: headings, lists, tables, bold, code. */

import { h, table } from "./dom.js";

const inline = (text) => text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
  if (part.startsWith("**")) return h("strong", part.slice(2, -2));
  if (part.startsWith("*")) return h("em", part.slice(1, -1));
  return part.startsWith("`") ? h("code", part.slice(1, -1)) : part;
});

function block(text) {
  const lines = text.split("\n");
  const heading = /^(#+) (.*)/.exec(text);
  if (heading) return heading[1] === "#" ? null : h("h3", inline(heading[2]));
  const items = text.startsWith("- ") && text.slice(2).split("\n- ");
  if (items) return h("ul", items.map((item) => h("li", inline(item.replace(/\s+/g, " ")))));
  if (text.startsWith("|")) {
    const [heads, , ...rows] = lines.map((line) => line.split("|").slice(1, -1).map((cell) => inline(cell.trim())));
    return table(heads, rows);
  }
  return h("p", inline(lines.join(" ")));
}

export const rulesText = (markdown) => h("div.rules", markdown.trim().split(/\n\n+/).map(block).filter(Boolean));
