/**
 * The rules' Markdown, drawn by ourselves: headings, paragraphs, lists, tables, bold, italic, code.
 * It becomes elements, never HTML text. Each heading, paragraph, item and cell is one message of
 * the catalogues, its marks included; `paragraphs` in `tools/words_of_games.py` splits the same way,
 * at blank lines.
 */

import type { ComponentChild } from "preact";
import { said } from "../words/i18n";

export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] };

const HEADING = /^(#{1,6}) +(.*?) *#* *$/;
const ITEM = /^- +(.*)$/;
const ROW = /^ *\|/;
const RULER = /^\|[\s:|-]+\|$/;

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

export function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  let open: Block | null = null;
  for (const line of markdown.split("\n")) {
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (!line.trim()) {
      open = null;
    } else if (heading) {
      found.push({ kind: "heading", level: heading[1]!.length, text: oneLine(heading[2]!) });
      open = null;
    } else if (item && open?.kind === "list") {
      open.items.push(oneLine(item[1]!));
    } else if (item && !open) {
      found.push((open = { kind: "list", items: [oneLine(item[1]!)] }));
    } else if (ROW.test(line)) {
      const row = line.trim();
      if (RULER.test(row)) continue;
      const cells = row.replace(/^\||\|$/g, "").split("|").map(oneLine);
      if (open?.kind === "table") open.rows.push(cells);
      else found.push((open = { kind: "table", head: cells, rows: [] }));
    } else if (open?.kind === "list") {
      open.items.push(oneLine(`${open.items.pop()} ${line}`));
    } else if (open?.kind === "paragraph") {
      open.text = oneLine(`${open.text} ${line}`);
    } else {
      found.push((open = { kind: "paragraph", text: oneLine(line) }));
    }
  }
  return found;
}

const MARKS = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g;

/** A text with its bold, italic and code. */
export function inline(text: string): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let last = 0;
  for (const match of text.matchAll(MARKS)) {
    parts.push(text.slice(last, match.index));
    const [all, bold, italic, code] = match;
    if (bold !== undefined) parts.push(<strong>{inline(bold)}</strong>);
    else if (italic !== undefined) parts.push(<em>{inline(italic)}</em>);
    else parts.push(<code>{code}</code>);
    last = match.index + all.length;
  }
  parts.push(text.slice(last));
  return parts.filter((part) => part !== "");
}

/** The same in the language of the page. */
export const worded = (text: string): ComponentChild[] => inline(said(text));
/** Without its marks, for a title or a list of contents. */
export const plain = (text: string): string => said(text).replace(MARKS, "$1$2$3");

interface Props {
  blocks: readonly Block[];
  /** The prefix of the headings' ids, and how far their levels are moved down. */
  id: string;
  deeper?: number;
}

/** The id of the n-th block, if it is a heading. */
export const headingId = (id: string, number: number): string => `${id}-${number}`;

export function Markdown({ blocks: shown, id, deeper = 0 }: Props) {
  return (
    <>
      {shown.map((block, number) => {
        switch (block.kind) {
          case "heading": {
            const Level = `h${Math.min(6, block.level + deeper)}` as "h2";
            return (
              <Level key={number} id={headingId(id, number)}>
                {worded(block.text)}
              </Level>
            );
          }
          case "paragraph":
            return <p key={number}>{worded(block.text)}</p>;
          case "list":
            return (
              <ul key={number}>
                {block.items.map((item) => (
                  <li key={item}>{worded(item)}</li>
                ))}
              </ul>
            );
          case "table":
            return <Table key={number} head={block.head} rows={block.rows} />;
        }
      })}
    </>
  );
}

function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    <div class="rules-table" role="region" tabIndex={0} aria-label={head.map(plain).join(", ")}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {worded(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join("|")}>
              {row.map((cell, column) => (
                <td key={column}>{worded(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
