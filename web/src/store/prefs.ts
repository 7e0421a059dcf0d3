/** What this device is set to: light or dark, motion, sounds. The language is `words/i18n`. */

import { computed, effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";
const KEPT = "upturn.prefs";

interface Prefs {
  theme: Theme;
  motion: boolean;
  sound: boolean;
}

const USUAL: Prefs = { theme: "auto", motion: true, sound: false };

function kept(): Prefs {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Prefs>) };
  } catch {
    return USUAL;
  }
}

export const prefs = signal<Prefs>(USUAL);

/** Whether the device is set to dark. */
const night = signal(false);

/** Whether the table stands in lamp light. */
export const lamp = computed(() => {
  const { theme } = prefs.value;
  return theme === "auto" ? night.value : theme === "dark";
});

export function prefer(wish: Partial<Prefs>): void {
  prefs.value = { ...prefs.value, ...wish };
  localStorage.setItem(KEPT, JSON.stringify(prefs.value));
}

/** A setting that only one game has. It is kept beside the others, whose names it must not take. */
export function ofGame<Value>(name: string, usual: Value): { value: Value } {
  return {
    get value() {
      return ((prefs.value as unknown as Record<string, unknown>)[name] ?? usual) as Value;
    },
    set value(wish) {
      prefer({ [name]: wish } as Partial<Prefs>);
    },
  };
}

/** Whether things may move: the person's wish here, and of their whole device. */
export function moves(): boolean {
  return prefs.value.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function beginPrefs(): void {
  prefs.value = kept();
  const dark = matchMedia("(prefers-color-scheme: dark)");
  night.value = dark.matches;
  dark.addEventListener("change", () => (night.value = dark.matches));
  effect(() => {
    const root = document.documentElement;
    root.setAttribute("data-theme", lamp.value ? "dark" : "light");
    if (prefs.value.motion) root.removeAttribute("data-motion");
    else root.setAttribute("data-motion", "none");
  });
}
