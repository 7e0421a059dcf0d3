/** The coach: a pawn who has the word. */

export function Figure() {
  return (
    <svg class="learn-figure" viewBox="0 0 48 64" aria-hidden="true">
      <path
        class="learn-pawn"
        d="M24 3a13 13 0 0 1 8.6 22.7h1.4a2.5 2.5 0 0 1 0 5h-2.2c1.4 8 4.7 14.3 8.2 19.3 2.5 1 4 3 4 6v5H4v-5c0-3 1.5-5 4-6 3.5-5 6.8-11.3 8.2-19.3H14a2.5 2.5 0 0 1 0-5h1.4A13 13 0 0 1 24 3z"
      />
      <path class="learn-pawn-light" d="M17 10.5a10 10 0 0 0-2 7.5M13 53.5h22" />
      <circle class="learn-pawn-eye" cx="24.5" cy="14.5" r="1.9" />
      <circle class="learn-pawn-eye" cx="31.5" cy="14.5" r="1.9" />
      <path class="learn-pawn-smile" d="M25 20.2c1.9 1.8 4.3 1.8 5.9 0" />
    </svg>
  );
}
