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
        <p class="page-part faint">{t("We don’t keep anything about you yet.")}</p>
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
    const words = t("Your name is now {name}.", { name: person.name });
    toast(words);
    announce(words);
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <Field label={t("What should we call you?")}>
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
      <h2>{t("Use another device too")}</h2>
      <p>{t("Create a link and open it on your other device. It works only once and expires soon. Don’t show it to anyone else: whoever opens it is signed in as you.")}</p>
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
    const words = t("Your name and data are deleted. All the best!");
    know(null);
    toast(words);
    announce(words);
    go("/");
  };
  return (
    <section class="page-part">
      <h2>{t("Your data")}</h2>
      <p>{t("We keep your name, your devices, where you sat, which deals you’ve seen, your results and what you said. Nothing else.")}</p>
      <p>{t("A cookie identifies this browser, so that nobody can see a deal under one name and then compete on it under another. It stays even if you delete your data.")}</p>
      <div class="buttons">
        <a class="button" href="/api/me/export" download="upturn.json">
          {t("Download your data")}
        </a>
        <Button onClick={() => setSure(true)}>{t("Delete your data …")}</Button>
      </div>
      {sure && (
        <Dialog title={t("Delete your name and all your data?")} close={close}>
          <p>{t("Your name will disappear from every table and result, what you said will be deleted, and all your devices will be signed out. This can’t be undone.")}</p>
          <div class="buttons">
            <Button kind="main" onClick={() => void deleteMe()}>
              {t("Yes, delete everything")}
            </Button>
            <Button onClick={close}>{t("Cancel")}</Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
