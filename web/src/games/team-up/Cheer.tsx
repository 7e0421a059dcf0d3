/** A small celebration: a layer has become full. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { TeamUpEvent, TeamUpView } from "../../wire";
import { t } from "../../words/i18n";
import type { BoardProps } from "../face";
import "./cheer.css";

const CHEER = 2600;

/** Paper bits and a word. */
export function Cheer({ news }: BoardProps<TeamUpView>) {
  const [layer, setLayer] = useState<number | null>(null);
  const first = useRef(true);
  useEffect(() => {
    const full = news.flatMap((line) => line.events as TeamUpEvent[]).findLast((event) => event.event === "layer");
    const begins = first.current;
    first.current = false;
    if (begins || full?.event !== "layer") return;
    setLayer(full.layer);
    const timer = setTimeout(() => setLayer(null), CHEER);
    return () => clearTimeout(timer);
  }, [news]);
  if (layer === null) return null;
  return (
    <div class="tu-cheer" key={layer}>
      {Array.from({ length: 14 }, (_, bit) => (
        <i key={bit} aria-hidden="true" />
      ))}
      <p>{t("Layer {layer} is full!", { layer })}</p>
    </div>
  );
}
