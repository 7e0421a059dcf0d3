/** Who I am here, for the header and every page that needs somebody. */

import { signal } from "@preact/signals";
import { beCalled, me, Problem } from "../net/api";
import type { Me } from "../wire";
import { guestName } from "./names";

/** undefined: not asked yet; null: nobody so far. */
export const who = signal<Me | null | undefined>(undefined);

let asked: Promise<Me | null> | null = null;

/** Who I am; asked once, and again when the answer did not come. */
export function whoAmI(): Promise<Me | null> {
  asked ??= me().then(
    (person) => (who.value = person),
    (problem: unknown) => {
      asked = null;
      throw problem;
    },
  );
  return asked;
}

export function know(person: Me | null): Me | null {
  who.value = person;
  asked = Promise.resolve(person);
  return person;
}

/** Do something as nobody. Who got a name meanwhile, in another window say, is that one. */
async function unlessKnown(deed: () => Promise<Me>): Promise<Me> {
  try {
    return know(await deed())!;
  } catch (problem) {
    if (!isCode(problem, "named-already")) throw problem;
    asked = null;
    return (await whoAmI())!;
  }
}

/** Somebody, for those who just want to play: a friendly name that can be changed later. */
export async function somebody(): Promise<Me> {
  const person = await whoAmI();
  if (person) return person;
  for (let round = 0; ; round++) {
    try {
      return await unlessKnown(() => beCalled(guestName(round), null));
    } catch (problem) {
      if (isTaken(problem) && round < 4) continue;
      throw problem;
    }
  }
}

/** Somebody of this name. */
export async function called(name: string): Promise<Me> {
  return know(await beCalled(name, await whoAmI()))!;
}

/**
 * Somebody who would like to be called so. If the name is another's here, the person gets a
 * guest's name; at a table the wished name can stand on the seat all the same.
 */
export async function calledLike(name: string): Promise<Me> {
  const person = await whoAmI();
  if (person || !name) return person ?? somebody();
  try {
    return await called(name);
  } catch (problem) {
    if (isTaken(problem)) return somebody();
    throw problem;
  }
}

const isCode = (problem: unknown, code: string): boolean => problem instanceof Problem && problem.code === code;
const isTaken = (problem: unknown): boolean => isCode(problem, "name-taken");
