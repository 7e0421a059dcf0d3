/** Which page this address is. Links within the page do not load it anew. */

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

export const place = signal(location.pathname + location.search);

addEventListener("popstate", () => (place.value = location.pathname + location.search));

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  place.value = to;
  scrollTo(0, 0);
}

/** The page that an address leads on to; none that is not ours. */
export function ledTo(address: string): string | null {
  const page = new URL(address, location.origin).searchParams.get("to") ?? "";
  return /^\/[\w/-]+$/.test(page) && !page.startsWith("//") ? page : null;
}

interface Props {
  to: string;
  children: ComponentChildren;
  class?: string;
  title?: string;
  "aria-label"?: string;
  "aria-describedby"?: string;
  "aria-current"?: "page";
}

export function Link({ to, children, ...more }: Props) {
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a {...more} href={to} onClick={follow}>
      {children}
    </a>
  );
}
