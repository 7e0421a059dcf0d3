/* Calls to the server. A refusal is thrown as a Problem whose message is for people. */

import { words } from "./words.js";

export class Problem extends Error {
  constructor(status, code, sentence) {
    super(sentence);
    this.status = status;
    this.code = code;
  }
}

export async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem(0, "unreachable", words.unreachable);
  }
  const text = await answer.text();
  let data = null;
  try { data = text ? JSON.parse(text) : null; } catch { /* not ours: a proxy's page, say */ }
  if (!answer.ok) throw new Problem(answer.status, data?.code ?? "", data?.sentence ? words.sentence(data.sentence) : words.failed(answer.status));
  return data;
}

export const get = (path) => call("GET", path);
export const post = (path, body) => call("POST", path, body);

/** What is nice to have: null if the server refuses it. */
export const perhaps = (path) => get(path).catch(() => null);

let games;
/** The games with their levels, options and components; asked once. */
export const allGames = () => (games ??= get("/api/games").then((answer) => answer.games));

/** Who I am, or null. */
export const me = () => get("/api/me").catch((problem) => {
  if (problem.status === 401 || problem.status === 404) return null;
  throw problem;
});

/** Be somebody of this name: a new person, or the same one under another name. */
export async function beCalled(name, known) {
  if (known && known.name === name) return known;
  return known ? call("PATCH", "/api/me", { name }) : post("/api/me", { name });
}
