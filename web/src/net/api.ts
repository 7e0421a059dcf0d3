/** Calls to the server. A refusal is thrown as a Problem whose message is for people. */

import type { GameFacts, Games, Me, NewTable, Phrases, Standing, WhatIf } from "../wire";
import { refusal, sentencesLoaded } from "../words/reasons";
import { t } from "../words/i18n";

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface Told {
  code?: string;
  sentence?: string;
  details?: Record<string, unknown>;
}

export async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const asked: RequestInit = { method };
  if (body !== undefined) {
    asked.headers = { "Content-Type": "application/json" };
    asked.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, asked);
  } catch {
    throw new Problem(0, "unreachable", t("Can’t reach the server."));
  }
  const text = await answer.text();
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    // not ours: a proxy's page, say
  }
  if (!answer.ok) {
    const { code, sentence, details } = (data ?? {}) as Told;
    await sentencesLoaded();
    const words = code && sentence ? refusal({ code, sentence, details: details ?? {} }) : null;
    throw new Problem(
      answer.status,
      code ?? "",
      words ?? t("That didn’t work ({status}).", { status: answer.status }),
    );
  }
  return data as Answer;
}

export const get = <Answer>(path: string): Promise<Answer> => call<Answer>("GET", path);
export const post = <Answer>(path: string, body?: unknown): Promise<Answer> =>
  call<Answer>("POST", path, body);

/** What is nice to have: null if the server refuses it. */
export const perhaps = <Answer>(path: string): Promise<Answer | null> =>
  get<Answer>(path).catch(() => null);

let asked: Promise<GameFacts[]> | null = null;
/** The games with their levels, options and components; asked once. */
export function games(): Promise<GameFacts[]> {
  asked ??= get<Games>("/api/games").then(
    (answer) => answer.games,
    (problem: unknown) => {
      asked = null;
      throw problem;
    },
  );
  return asked;
}

let phrases: Promise<Phrases | null> | null = null;
export const allPhrases = (): Promise<Phrases | null> =>
  (phrases ??= perhaps<Phrases>("/api/phrases"));

/** Who I am, or null. */
export async function me(): Promise<Me | null> {
  try {
    return await get<Me>("/api/me");
  } catch (problem) {
    if (problem instanceof Problem && (problem.status === 401 || problem.status === 404)) return null;
    throw problem;
  }
}

/** Be somebody of this name: a new person, or the same one under another name. */
export async function beCalled(name: string, known: Me | null): Promise<Me> {
  if (known?.name === name) return known;
  return call<Me>(known ? "PATCH" : "POST", "/api/me", { name });
}

export const openTable = (wish: NewTable): Promise<Standing> =>
  post<Standing>("/api/tables", wish);
export const playOn = (table: string, wish: WhatIf): Promise<Standing> =>
  post<Standing>(`/api/tables/${table}/what-if`, wish);
