/** Which page this address is, and what surrounds it. */

import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Header } from "../home/Header";
import { beginOffline } from "../home/offline";
import { whoAmI } from "../home/who";
import { Notices } from "../ui/notice";
import { place } from "../ui/router";
import { language, t } from "../words/i18n";
import { JoinPage } from "./Join";
import { later } from "./later";
import { LinkPage } from "./Link";
import { Guard, NotFound } from "./Lost";
import "./pages.css";

const SOON = 1500;
const loadHome = () => import("./Home").then((page) => page.HomePage);
const loadTable = () => import("./Table").then((page) => page.TablePage);

// Who comes to a table does without the landing page; who comes there gets it beside the words.
if (location.pathname === "/") loadHome().catch(() => {});

const HomePage = later(loadHome);
const TablePage = later(loadTable);
const RulesPage = later(() => import("./Rules").then((page) => page.RulesPage));
const LearnPage = later(() => import("./Learn").then((page) => page.LearnPage));
const DealPage = later(() => import("./Deal").then((page) => page.DealPage));
const PuzzlesPage = later(() => import("./Puzzles").then((page) => page.PuzzlesPage));
const RatingsPage = later(() => import("./Ratings").then((page) => page.RatingsPage));
const MePage = later(() => import("./Me").then((page) => page.MePage));

/** Pages by the first part of their address, with what the second part is called. */
const WITH: Record<string, ComponentType<{ id: string }>> = {
  t: TablePage,
  j: ({ id }) => <JoinPage code={id} />,
  deals: DealPage,
  link: ({ id }) => <LinkPage token={id} />,
  rules: ({ id }) => <RulesPage game={id} />,
  learn: ({ id }) => <LearnPage game={id} />,
};
const ALONE: Record<string, ComponentType> = {
  "": HomePage,
  puzzles: PuzzlesPage,
  ratings: RatingsPage,
  me: MePage,
};

/** Pages with a bar of their own: the playing surface fills the window. */
const OWN_BAR = new Set(["t", "learn"]);

beginOffline();

export function App() {
  const path = new URL(place.value, location.origin).pathname;
  useArrival(path);
  useEffect(() => {
    whoAmI().catch(() => {}); // the page itself says if the server is away
    const timer = setTimeout(() => void loadTable().catch(() => {}), SOON); // most go there next
    return () => clearTimeout(timer);
  }, []);
  const [, kind = "", id = "", ...rest] = path.split("/");
  return (
    <div class="app">
      <a class="skip" href="#main" onClick={skip}>
        {t("Skip to content")}
      </a>
      {!OWN_BAR.has(kind) && <Header home={kind === ""} />}
      <Guard key={`${language.value} ${path}`}>
        <Page kind={kind} id={decoded(id)} more={rest.some(Boolean)} />
      </Guard>
      <Notices />
    </div>
  );
}

function Page({ kind, id, more }: { kind: string; id: string; more: boolean }) {
  const OfId = id && !more ? WITH[kind] : undefined;
  if (OfId) return <OfId id={id} />;
  const Plain = id ? undefined : ALONE[kind];
  return Plain ? <Plain /> : <NotFound />;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The link to the content moves the focus, not the address. */
function skip(event: Event): void {
  event.preventDefault();
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}

const HEADING_TIMEOUT = 5000; // ms

/**
 * A page that was gone to is told to who listens: its heading gets the focus as soon as it is
 * there, and the window its title, unless the page sets one itself.
 */
function useArrival(path: string): void {
  const last = useRef(path);
  const spoken = language.value;
  useEffect(() => {
    const came = last.current !== path;
    last.current = path;
    document.title = "Upturn";
    const arrive = (): boolean => {
      const heading = document.querySelector<HTMLElement>("#main h1");
      if (!heading) return false;
      const words = heading.dataset.title ?? heading.textContent?.trim();
      if (document.title === "Upturn" && words && words !== "Upturn") {
        document.title = t("{page} · Upturn", { page: words });
      }
      const busy = document.querySelector("dialog[open]") ?? document.activeElement?.closest("#main");
      if (came && !busy) {
        heading.setAttribute("tabindex", "-1");
        heading.focus({ preventScroll: true });
      }
      return true;
    };
    if (arrive()) return;
    const watch = new MutationObserver(() => arrive() && watch.disconnect());
    watch.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => watch.disconnect(), HEADING_TIMEOUT);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  }, [path, spoken]);
}
