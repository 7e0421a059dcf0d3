/** Who I am here, how this device is set, and everything that is kept of me. */

import { useState } from "preact/hooks";
import { useAsked } from "../home/asked";
import { DeviceLink } from "../home/DeviceLink";
import { MyDevices } from "../home/Devices";
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
          <MyDevices />
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
  const [sure, setSure] = useState(false);
  const close = (): void => setSure(false);
  const deleteMe = async (): Promise<void> => {
    const done = await trying(async () => {
      await call("DELETE", "/api/me");
      return true;
    });
    close();
    if (!done) return;
    const words = t("You are forgotten. All the best!");
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
        <Button onClick={() => setSure(true)}>{t("Delete me …")}</Button>
      </div>
      {sure && (
        <Dialog title={t("Delete you and all of yours?")} close={close}>
          <p>{t("Your name goes from every table and result, what you said is gone, and your devices are signed out. This cannot be undone.")}</p>
          <div class="buttons">
            <Button kind="main" onClick={() => void deleteMe()}>
              {t("Yes, delete me")}
            </Button>
            <Button onClick={close}>{t("No, stay")}</Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
