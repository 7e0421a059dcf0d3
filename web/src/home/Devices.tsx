/** The devices on which I am signed in, to sign out any of them. */

import { useRef, useState } from "preact/hooks";
import { call, get } from "../net/api";
import { announce, toast, trying } from "../ui/notice";
import { Button, Dialog } from "../ui/parts";
import { go } from "../ui/router";
import type { Device, Devices } from "../wire";
import { atMoment, t } from "../words/i18n";
import { useAsked } from "./asked";
import { know } from "./who";
import "./devices.css";

/** What is asked about first: one device, or all others. */
type Question = Device | "others";

export function MyDevices() {
  const [asked, again] = useAsked(() => get<Devices>("/api/me/devices"));
  const [question, setQuestion] = useState<Question | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const all = asked.state === "here" ? asked.answer.devices : [];
  const devices = [...all].sort((one, other) => Number(other.this ?? false) - Number(one.this ?? false));

  const signOut = async (which: Question): Promise<void> => {
    const self = which !== "others" && which.this;
    const path = which === "others" ? "others" : self ? "this" : which.id;
    const done = await trying(async () => {
      await call("DELETE", `/api/me/devices/${path}`);
      return true;
    });
    setQuestion(null);
    const words = self ? t("You’re signed out on this device.") : t("Signed out.");
    if (done) {
      toast(words);
      announce(words);
    }
    if (done && self) {
      know(null);
      go("/");
      return;
    }
    await again();
    heading.current?.focus(); // the button that was pressed may be gone
  };

  return (
    <section class="page-part">
      <h2 ref={heading} tabIndex={-1}>
        {t("Your devices")}
      </h2>
      {asked.state === "away" && <p>{t("Can’t reach the server.")}</p>}
      {asked.state === "refused" && <p>{asked.words}</p>}
      {(asked.state === "away" || asked.state === "refused") && (
        <Button onClick={() => void again()}>{t("Try again")}</Button>
      )}
      {asked.state === "here" && (
        <>
          <ul class="plain devices">
            {devices.map((device) => (
              <Row key={device.id} device={device} ask={() => setQuestion(device)} />
            ))}
          </ul>
          {devices.length > 1 ? (
            <Button onClick={() => setQuestion("others")}>{t("Sign out everywhere else")}</Button>
          ) : (
            <p class="faint">{t("You aren’t signed in anywhere else.")}</p>
          )}
        </>
      )}
      <p class="faint">
        {t("We keep only this about a device: its browser and system, when you signed in on it, and the hour it was last seen.")}
      </p>
      {question && (
        <Dialog title={title(question)} close={() => setQuestion(null)}>
          <p>{consequence(question)}</p>
          <div class="buttons">
            <Button kind="main" onClick={() => void signOut(question)}>
              {t("Yes, sign out")}
            </Button>
            <Button onClick={() => setQuestion(null)}>{t("Cancel")}</Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function Row({ device, ask }: { device: Device; ask(): void }) {
  const name = nameOf(device);
  const since = atMoment(device.created);
  return (
    <li class="device">
      <div>
        <strong>{name}</strong>
        {device.this && <span class="device-this">{t("This device")}</span>}
        <small>{device.by_link ? t("Signed in by link, {since}", { since }) : t("Signed in with your name, {since}", { since })}</small>
        {!device.this && device.seen > device.created && (
          <small>{t("Last seen around {moment}", { moment: atMoment(device.seen) })}</small>
        )}
      </div>
      <Button onClick={ask} aria-label={device.this ? t("Sign out on this device") : t("Sign out {device}", { device: name })}>
        {t("Sign out")}
      </Button>
    </li>
  );
}

/** Firefox on Android, as far as it is known. */
function nameOf({ browser, system }: Device): string {
  if (browser && system) return t("{browser} on {system}", { browser, system });
  return browser ?? system ?? t("Unknown device");
}

function title(question: Question): string {
  if (question === "others") return t("Sign out everywhere else?");
  return question.this ? t("Sign out on this device?") : t("Sign out {device}?", { device: nameOf(question) });
}

function consequence(question: Question): string {
  if (question === "others") {
    return t("You’ll be signed out on all your other devices at once, even in the middle of a game. Links you haven’t used yet will stop working.");
  }
  if (question.this) {
    return t("You’ll stay signed in on your other devices. If this is your only device, you won’t be able to get back in.");
  }
  return t("It will be signed out at once, even in the middle of a game. Links you haven’t used yet will stop working.");
}
