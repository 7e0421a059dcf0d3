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
    const words = self ? t("This device has forgotten you.") : t("Signed out.");
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
      {asked.state === "away" && <p>{t("The server cannot be reached.")}</p>}
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
            <p class="faint">{t("You are signed in nowhere else.")}</p>
          )}
        </>
      )}
      <p class="faint">
        {t("All that is kept about a device: its browser and system, when you signed in there, and the hour it was last seen.")}
      </p>
      {question && (
        <Dialog title={title(question)} close={() => setQuestion(null)}>
          <p>{consequence(question)}</p>
          <div class="buttons">
            <Button kind="main" onClick={() => void signOut(question)}>
              {t("Yes, sign out")}
            </Button>
            <Button onClick={() => setQuestion(null)}>{t("No, stay")}</Button>
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
        <small>{device.by_link ? t("By link, {since}", { since }) : t("With your name, {since}", { since })}</small>
        {!device.this && device.seen > device.created && (
          <small>{t("Last seen about {moment}", { moment: atMoment(device.seen) })}</small>
        )}
      </div>
      <Button onClick={ask} aria-label={t("Sign out: {device}", { device: device.this ? t("This device") : name })}>
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
  return question.this ? t("Leave this device?") : t("Sign out {device}?", { device: nameOf(question) });
}

function consequence(question: Question): string {
  if (question === "others") {
    return t("All your other devices forget who you are, at once, also at a table. Links that wait for another device stop working.");
  }
  if (question.this) {
    return t("This device forgets who you are; your others do not. If it is your only device, you cannot get back in.");
  }
  return t("It forgets who you are, at once, also at a table. Links that wait for another device stop working.");
}
