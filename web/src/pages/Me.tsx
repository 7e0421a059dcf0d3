/** Who I am here, how this device is set, and everything that is kept of me. */

import { useState } from "preact/hooks";
import { useAsked } from "../home/asked";
import { DeviceLink } from "../home/DeviceLink";
import { Settings } from "../home/Settings";
import { called, know, who, whoAmI } from "../home/who";
import { call } from "../net/api";
import { announce, toast, trying } from "../ui/notice";
import { Button, Dialog, Field, NameInput } from "../ui/parts";
import { go } from "../ui/router";
import { t } from "../words/i18n";
import { Moment } from "./later";
import { OutOfReach, Refused } from "./Lost";
import { BackHome } from "./Puzzles";

export function MePage() {
  const [asked, again] = useAsked(whoAmI);
  if (asked.state === "waiting") return <Moment />;
  if (asked.state === "away") return <OutOfReach retry={again} />;
  if (asked.state === "refused") return <Refused words={asked.words} />;
  const known = Boolean(who.value);
  return (
    <main id="main" class="page page-narrow">
      <BackHome />
      <h1>{t("Settings and your data")}</h1>
      <Name />
      <section class="page-part">
        <h2>{t("This device")}</h2>
        <Settings />
      </section>
      {known ? (
        <>
          <Phone />
          <Data />
        </>
      ) : (
        <p class="page-part faint">{t("Nothing is kept about you here so far.")}</p>
      )}
    </main>
  );
}

function Name() {
  const [name, setName] = useState(who.value?.name ?? "");
  const [busy, setBusy] = useState(false);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (busy || !name.trim()) return;
    setBusy(true);
    const person = await trying(() => called(name.trim()));
    setBusy(false);
    if (!person) return;
    const words = t("You are {name}.", { name: person.name });
    toast(words);
    announce(words);
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <Field label={t("What shall we call you?")}>
        {(id) => (
          <div class="page-inline">
            <NameInput id={id} value={name} change={setName} own />
            <Button kind="main" type="submit" aria-disabled={busy}>
              {t("Save")}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

/** Another device becomes mine as well. */
function Phone() {
  return (
    <section class="page-part">
      <h2>{t("Take your seat to your phone")}</h2>
      <p>{t("A link makes another device yours as well. It works once, and not for long: show it to nobody else.")}</p>
      <DeviceLink />
    </section>
  );
}

function Data() {
  const [sure, setSure] = useState<"" | "device" | "all">("");
  const away = async (path: string, words: string): Promise<void> => {
    const done = await trying(async () => {
      await call("DELETE", path);
      return true;
    });
    setSure("");
    if (!done) return;
    know(null);
    toast(words);
    announce(words);
    go("/");
  };
  return (
    <section class="page-part">
      <h2>{t("Your data")}</h2>
      <p>{t("Your name, your devices, where you sat, which deals you have seen, your results and what you said: nothing else is kept.")}</p>
      <p>{t("A cookie tells this browser from others, so that nobody competes on a deal they have seen under another name. It stays when you are deleted.")}</p>
      <div class="buttons">
        <a class="button" href="/api/me/export" download="upturn.json">
          {t("Download all of it")}
        </a>
        <Button onClick={() => setSure("device")}>{t("Leave this device")}</Button>
        <Button onClick={() => setSure("all")}>{t("Delete me …")}</Button>
      </div>
      {sure === "device" && (
        <Dialog title={t("Leave this device?")} close={() => setSure("")}>
          <p>{t("This device forgets who you are; your others do not. Without another one nobody can be you again.")}</p>
          <Sure
            yes={t("Yes, leave it")}
            close={() => setSure("")}
            act={() => void away("/api/me/devices/this", t("This device has forgotten you."))}
          />
        </Dialog>
      )}
      {sure === "all" && (
        <Dialog title={t("Delete you and all of yours?")} close={() => setSure("")}>
          <p>{t("Your name goes from every table and result, what you said is gone, and your devices are signed out. This cannot be undone.")}</p>
          <Sure
            yes={t("Yes, delete me")}
            close={() => setSure("")}
            act={() => void away("/api/me", t("You are forgotten. All the best!"))}
          />
        </Dialog>
      )}
    </section>
  );
}

function Sure({ yes, close, act }: { yes: string; close(): void; act(): void }) {
  return (
    <div class="buttons">
      <Button kind="main" onClick={act}>
        {yes}
      </Button>
      <Button onClick={close}>{t("No, stay")}</Button>
    </div>
  );
}
