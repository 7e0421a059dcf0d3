/** Who explains: a card with what there is to say, how far the lesson is, and the ways through it. */

import { useEffect, useRef } from "preact/hooks";
import { Button } from "../ui/parts";
import { t } from "../words/i18n";
import { Figure } from "./Figure";
import { inline } from "./markdown";

interface Props {
  text: string;
  /** What is said of a move that goes another way. */
  answer: string | null;
  /** What others just did, while one watches. */
  happened: readonly string[];
  number: number;
  count: number;
  /** Whether a move is asked for. */
  acting: boolean;
  next(): void;
  /** Make the move that is asked for. */
  show(): void;
  back: (() => void) | null;
  again: (() => void) | null;
  skip(): void;
}

export function Coach(props: Props) {
  const { text, answer, happened, number, count, acting, next, show, back, again, skip } = props;
  const watching = happened.length > 0;
  const box = useRef<HTMLElement>(null);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What had the focus may be gone with the last step: go on from the words.
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (lost && number > 1) box.current?.focus({ preventScroll: true });
    if (said.current) said.current.scrollTop = 0;
  }, [number, acting, watching]);
  return (
    <section class="learn-coach" aria-label={t("Lesson")} ref={box} tabIndex={-1}>
      <Figure />
      <div class="learn-bubble">
        <div class="learn-progress">
          <progress value={number} max={count} aria-hidden="true" />
          <span>{t("Step {number} of {count}", { number, count })}</span>
        </div>
        <div class="learn-said" ref={said} aria-live="polite">
          {watching ? (
            <p key={happened.join()} class="learn-happened">
              {happened.join(" ")}
            </p>
          ) : (
            <p key={number}>{inline(text)}</p>
          )}
          {answer && !watching && (
            <p key={answer} class="learn-answer">
              {inline(answer)}
            </p>
          )}
        </div>
        <div class="learn-buttons">
          <Button kind="quiet" icon="back" aria-label={t("Previous step")} title={t("Previous step")} disabled={!back} onClick={back ?? undefined} />
          <Button kind="quiet" icon="turn" aria-label={t("Start over")} title={t("Start over")} disabled={!again} onClick={again ?? undefined} />
          <Button kind="quiet" icon="last" aria-label={t("Skip the lesson")} title={t("Skip the lesson")} onClick={skip} />
          {acting ? (
            // Another button than the one to read on: whoever presses that twice makes no move.
            <Button key="show" icon="bulb" onClick={(event) => event.detail < 2 && show()}>
              {t("Do it for me")}
            </Button>
          ) : (
            <Button key="next" kind="main" onClick={next}>
              {t("Next")}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
