/** Beneath the table: what the picked cards can do, and what can be done without any. */

import { useRef } from "preact/hooks";
import { Button } from "../../ui/parts";
import { t } from "../../words/i18n";
import type { Acting } from "./acting";
import type { Offer } from "./picking";

interface Props {
  deeds: Acting;
  busy: boolean;
  advised: string | null;
}

/** So long a press is a look, which ends with it. */
const HELD = 260;

export function Dock({ deeds, busy, advised }: Props) {
  const { play, more, adds, flip, acting, attempt } = deeds;
  const marked = (move: string): string => (advised === move ? "dn-advised" : "");
  const offer = (one: Offer, kind?: "main") => (
    <Button
      key={one.move}
      kind={kind}
      class={marked(one.move)}
      data-move={one.possible ? one.move : undefined}
      aria-disabled={!one.possible || busy}
      onClick={() => attempt(one.move)}
    >
      {one.words}
    </Button>
  );
  return (
    <div class="dn-deeds">
      {acting && (
        <div class="dn-deeds-main">
          {play ? (
            offer(play, "main")
          ) : (
            <Button kind="main" aria-disabled onClick={deeds.missing}>
              {t("Play")}
            </Button>
          )}
          {more && offer(more)}
          {adds.map((add) => offer(add, add.possible && !play?.possible ? "main" : undefined))}
        </div>
      )}
      <div class="dn-deeds-more">
        {acting && (
          <Button
            icon="flip"
            class={`dn-flip ${marked("flip")}`}
            data-part="flip"
            data-move={flip.possible ? flip.move : undefined}
            aria-disabled={!flip.possible || busy}
            aria-keyshortcuts="f"
            onClick={() => attempt(flip.move)}
          >
            <Label long={flip.words} short={t("Flip")} />
          </Button>
        )}
        <Look turned={deeds.picking.turned} show={deeds.show} />
      </div>
    </div>
  );
}

/** A label that is short where there is little room. */
function Label({ long, short }: { long: string; short: string }) {
  return (
    <>
      <span class="dn-long">{long}</span>
      <span class="dn-short">{short}</span>
    </>
  );
}

/** A press turns the hand to look at it and another one back; a long press only as long as it lasts. */
function Look({ turned, show }: { turned: boolean; show(turned: boolean): void }) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const held = useRef(false);
  const end = (): void => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    if (held.current) show(false);
  };
  return (
    <Button
      kind="quiet"
      icon="turn"
      aria-pressed={turned}
      aria-keyshortcuts="t"
      data-part="turned"
      onPointerDown={() => {
        held.current = false;
        if (turned) return;
        timer.current = setTimeout(() => {
          held.current = true;
          show(true);
        }, HELD);
      }}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!held.current) show(!turned);
        held.current = false;
      }}
    >
      {turned ? <Label long={t("Turn it back")} short={t("Back")} /> : <Label long={t("Preview the flip")} short={t("Preview")} />}
    </Button>
  );
}
