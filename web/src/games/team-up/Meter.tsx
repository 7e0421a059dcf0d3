/** How well it goes: the five layers with what each still lacks, and the score with its parts. */

import type { TeamUpView } from "../../wire";
import { Icon } from "../../ui/icons";
import { and, numeral, t, tn } from "../../words/i18n";
import type { BoardProps } from "../face";
import { boxesLeft, cellName, colourOf, componentsOf, filledIn, missing, slice } from "./geometry";
import { paint } from "./paint";
import "./meter.css";

const NAMED = 8; // so many missing cells are named one by one
const MINI = 9;

export function LayersPanel({ view, at }: BoardProps<TeamUpView>) {
  const { layers, columns, rows } = componentsOf(at.game).pallet;
  const all = columns * rows;
  const levels = Array.from({ length: layers }, (_, level) => layers - 1 - level);
  const next = view.layers < layers ? missing(view, view.layers) : [];
  return (
    <section class="tu-panel tu-layers" data-part="layers">
      <h3>{t("Layers")}</h3>
      <ol class="plain" reversed>
        {levels.map((level) => {
          const filled = filledIn(slice(view, level));
          const full = filled === all;
          return (
            <li key={level} class={full ? "tu-full" : ""}>
              <b class="tu-layer-number">{level + 1}</b>
              <Mini view={view} level={level} marked={level === view.layers} />
              <span class="tu-layer-bar" aria-hidden="true">
                <span style={{ transform: `scaleX(${filled / all})` }} />
              </span>
              <span class="tu-layer-count">
                {full ? (
                  <>
                    <Icon name="check" size={18} />
                    {t("full")}
                  </>
                ) : (
                  t("{filled} of {all}", { filled, all })
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {next.length > 0 && next.length < all && (
        <p class="faint tu-lacks">
          {next.length <= NAMED
            ? t("Layer {layer} still needs {cells}.", { layer: view.layers + 1, cells: and(next.map(cellName)) })
            : t("Layer {layer} still needs {count} cells.", { layer: view.layers + 1, count: next.length })}
        </p>
      )}
    </section>
  );
}

/** A layer as a small map of what fills it. */
function Mini({ view, level, marked }: { view: TeamUpView; level: number; marked: boolean }) {
  const map = slice(view, level);
  const [wide, deep] = [(map[0]?.length ?? 0) * MINI, map.length * MINI];
  return (
    <svg class="tu-mini" viewBox={`-0.5 -0.5 ${wide + 1} ${deep + 1}`} aria-hidden="true">
      <rect class="tu-mini-bare" width={wide} height={deep} />
      {map.map((row, y) =>
        row.map((box, x) => {
          const [left, top] = [x * MINI, (map.length - 1 - y) * MINI];
          if (box) return <rect key={`${x} ${y}`} class="tu-mini-box" x={left} y={top} width={MINI} height={MINI} fill={paint(colourOf(box.box))} />;
          return marked ? <circle key={`${x} ${y}`} class="tu-mini-lack" cx={left + MINI / 2} cy={top + MINI / 2} r="1.6" /> : null;
        }),
      )}
    </svg>
  );
}

export function ScorePanel({ view, at }: BoardProps<TeamUpView>) {
  const score = view.scores[0] ?? 0;
  const left = boxesLeft(view);
  const lines: [string, number][] = [
    [tn("{n} full layer", "{n} full layers", view.layers), 5 * view.layers],
    [tn("{n} box left", "{n} boxes left", left), -left],
    [tn("{n} penalty", "{n} penalties", view.penalties), -view.penalties],
  ];
  return (
    <section class="tu-panel tu-score" data-part="score">
      <h3>{view.over ? t("Score") : t("If you stop now")}</h3>
      <dl>
        {lines.map(([words, points]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{numeral(points)}</dd>
          </div>
        ))}
      </dl>
      <p class="tu-score-now">
        <b>{numeral(score)}</b>
        <span class="faint">{view.to_beat === null ? t("of {best}", { best: best(at) }) : t("{score} to beat", { score: view.to_beat })}</span>
      </p>
    </section>
  );
}

const best = (at: BoardProps["at"]): number => 5 * componentsOf(at.game).pallet.layers;
