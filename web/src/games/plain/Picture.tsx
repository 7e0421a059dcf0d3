/** A game without a picture of its own: three cards with nothing on them. */

const LEANS = [-14, 0, 14];

export function Picture() {
  return (
    <svg viewBox="0 0 200 120" width="100%" height="100%" aria-hidden="true">
      {LEANS.map((lean) => (
        <g key={lean} transform={`rotate(${lean} 100 200)`}>
          <rect x="76" y="24" width="48" height="70" rx="6" fill="var(--sheet)" stroke="var(--line-strong)" />
          <rect x="81" y="29" width="38" height="60" rx="3" fill="var(--game-paint, var(--kraft))" />
        </g>
      ))}
    </svg>
  );
}
