/** Line icons, drawn on a grid of 24. They always stand beside or behind words. */

const PATHS = {
  back: "M15 5l-7 7 7 7",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.8 10.6c.8.7 1.3 1.5 1.3 2.4h5c0-.9.5-1.7 1.3-2.4A6 6 0 0 0 12 3z",
  chat: "M4 5h16v11H9l-5 4z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  down: "M6 9l6 6 6-6",
  first: "M18 5l-7 7 7 7M7 5v14",
  flip: "M4 9h13l-3.5-3.5M20 15H7l3.5 3.5",
  gear: "M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM12 2.8v3M12 18.2v3M4 7.4l2.6 1.5M17.4 15.1L20 16.6M4 16.6l2.6-1.5M17.4 8.9L20 7.4",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  help: "M9.2 9.2a2.9 2.9 0 1 1 4 2.7c-.8.4-1.2 1-1.2 1.9v.4M12 17.6v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  last: "M6 5l7 7-7 7M17 5v14",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1",
  menu: "M4 7h16M4 12h16M4 17h16",
  next: "M9 5l7 7-7 7",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.3-3.6 3-5.5 6.5-5.5s6.2 1.9 6.5 5.5M16 4.4a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .8 3.3 2.5 3.5 5.1",
  phone: "M8 3h8v18H8zM11 18h2",
  play: "M8 5l11 7-11 7z",
  share: "M12 15V4M8 7.5L12 4l4 3.5M6 12v8h12v-8",
  sound: "M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  stop: "M7 7h10v10H7z",
  turn: "M19 8a8 8 0 1 0 1 6M20 4v5h-5",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  up: "M6 15l6-6 6 6",
  why: "M9.2 9.2a2.9 2.9 0 1 1 4 2.7c-.8.4-1.2 1-1.2 1.9v.4M12 17.6v.1",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
