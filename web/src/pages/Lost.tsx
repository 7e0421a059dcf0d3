/** What is shown where something is missing: the page, the server, or the way a part of it works. */

import { Component, type ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Mark } from "../home/Header";
import { Button } from "../ui/parts";
import { Link } from "../ui/router";
import { t, tn } from "../words/i18n";
import "./lost.css";

interface LostProps {
  title: string;
  children: ComponentChildren;
}

export function Lost({ title, children }: LostProps) {
  useEffect(() => {
    const before = document.title;
    document.title = t("{page} · Upturn", { page: title });
    return () => void (document.title = before);
  }, [title]);
  return (
    <main id="main" class="lost">
      <Mark size={88} />
      <h1>{title}</h1>
      {children}
    </main>
  );
}

export function NotFound() {
  return (
    <Lost title={t("Page not found")}>
      <p>{t("The address may be mistyped, or the page may have gone.")}</p>
      <Link to="/" class="button button-main">
        {t("Back to the games")}
      </Link>
    </Lost>
  );
}

/** The server refused what this page is about. */
export function Refused({ words }: { words: string }) {
  return (
    <Lost title={t("This can’t be shown")}>
      <p>{words}</p>
      <Link to="/" class="button button-main">
        {t("Back to the games")}
      </Link>
    </Lost>
  );
}

const PAUSES = [3, 5, 10, 20, 30];

/** The server is away or there is no network: tried again by itself, ever more patiently. */
export function OutOfReach({ retry }: { retry: () => Promise<void> | void }) {
  const [tries, setTries] = useState(0);
  const [left, setLeft] = useState(PAUSES[0]!);
  const [busy, setBusy] = useState(false);
  const alive = useRef(true);
  const again = async (): Promise<void> => {
    setBusy(true);
    await retry();
    if (!alive.current) return;
    setBusy(false);
    setLeft(PAUSES[Math.min(tries + 1, PAUSES.length - 1)]!);
    setTries(tries + 1);
  };
  useEffect(() => {
    if (busy) return;
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : void again()), 1000);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    const online = (): void => void again();
    addEventListener("online", online);
    return () => {
      alive.current = false;
      removeEventListener("online", online);
    };
  }, []);
  return (
    <Lost title={t("No connection")}>
      <p>
        {navigator.onLine
          ? t("The server isn’t answering right now. Your games are safe there and will wait for you.")
          : t("This device is offline. Your games are safe on the server and will wait for you.")}
      </p>
      <p class="faint">
        {busy ? t("Trying …") : tn("Trying again in {n} second.", "Trying again in {n} seconds.", left)}
      </p>
      <Button kind="main" icon="turn" aria-disabled={busy} onClick={() => !busy && void again()}>
        {t("Try now")}
      </Button>
    </Lost>
  );
}

interface GuardProps {
  children: ComponentChildren;
}

/** A mistake of the page's own: said, instead of an empty window. */
export class Guard extends Component<GuardProps, { broken: boolean }> {
  override state = { broken: false };
  override componentDidCatch(problem: unknown): void {
    console.error(problem);
    this.setState({ broken: true });
  }
  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Lost title={t("Something went wrong")}>
        <p>{t("That’s our fault. Nothing is lost: your games are safe on the server.")}</p>
        <div class="buttons">
          <Button kind="main" icon="turn" onClick={() => location.reload()}>
            {t("Reload the page")}
          </Button>
          <a class="button" href="/">
            {t("Back to the games")}
          </a>
        </div>
      </Lost>
    );
  }
}
