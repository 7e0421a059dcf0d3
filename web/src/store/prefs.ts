/** What this device is set to: light or dark, motion, sounds. The language is `words/i18n`. */

import { effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";
const KEPT = "upturn.prefs";

interface Prefs {
  theme: Theme;
  motion: boolean;
  sound: boolean;
  /** Team UP: the pallet in three dimensions. */
  solid: boolean;
}

const USUAL: Prefs = { theme: "auto", motion: true, sound: false, solid: true };

function kept(): Prefs {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Prefs>) };
  } catch {
    return USUAL;
  }
}

export const prefs = signal<Prefs>(USUAL);

export function prefer(wish: Partial<Prefs>): void {
  prefs.value = { ...prefs.value, ...wish };
  localStorage.setItem(KEPT, JSON.stringify(prefs.value));
}

/** Whether things may move: the person's wish here, and of their whole device. */
export function moves(): boolean {
  return prefs.value.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function beginPrefs(): void {
  prefs.value = kept();
  effect(() => {
    const { theme, motion } = prefs.value;
    const root = document.documentElement;
    if (theme === "auto") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
    if (motion) root.removeAttribute("data-motion");
    else root.setAttribute("data-motion", "none");
  });
}
