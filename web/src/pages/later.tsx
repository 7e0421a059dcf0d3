/** A page whose script comes when it is needed. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../words/i18n";
import { OutOfReach } from "./Lost";

const RELOADED = "upturn.reloaded";

export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [, came] = useState(0);
    const [away, setAway] = useState(false);
    const ask = (): Promise<void> =>
      load().then(
        (page) => {
          known = page;
          sessionStorage.removeItem(RELOADED);
          came(1);
        },
        async () => {
          // A server that was renewed has other scripts than this page knows of: load it anew, once.
          if (!sessionStorage.getItem(RELOADED) && (await answers())) {
            sessionStorage.setItem(RELOADED, "yes");
            location.reload();
          } else setAway(true);
        },
      );
    useEffect(() => {
      if (!known) void ask();
    }, []);
    const Page = known;
    if (Page) return <Page {...props} />;
    if (away) return <OutOfReach retry={comeBack} />;
    return <Moment />;
  };
}

/** Whether the server is there. If it is not, a page that is loaded anew would be the browser's own. */
const answers = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store" }).then(
    (answer) => answer.ok,
    () => false,
  );

async function comeBack(): Promise<void> {
  if (await answers()) location.reload();
}

/** Something is on its way. Said late, since it mostly is there at once. */
export function Moment() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main id="main" class="page" aria-busy="true">
      {late && <p class="faint">{t("One moment …")}</p>}
    </main>
  );
}
