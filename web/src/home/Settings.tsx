/** What this device is set to: language, light, sound, motion. In a menu, and on a page of its own. */

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { prefer, prefs, type Theme } from "../store/prefs";
import { trying } from "../ui/notice";
import { Button, Field, Select } from "../ui/parts";
import { Link } from "../ui/router";
import { choose, language, LANGUAGES, t, type Language } from "../words/i18n";
import { who } from "./who";
import "./settings.css";

const languages = Object.entries(LANGUAGES) as [Language, string][];

export function LanguageSelect({ id, label }: { id?: string; label?: string }) {
  const [, show] = useState(0);
  // The choice stays as it was if the words do not come: drawn anew, it says so.
  const change = (wanted: Language): void =>
    void trying(() => choose(wanted)).then(() => show((times) => times + 1));
  return (
    <Select
      {...(id && { id })}
      {...(label && { label })}
      value={language.value}
      options={languages}
      change={change}
    />
  );
}

const themes = (): [Theme, string][] => [
  ["auto", t("Same as device")],
  ["light", t("Light")],
  ["dark", t("Dark")],
];

/** All settings of this device. */
export function Settings() {
  const name = useId();
  const { theme, sound, motion } = prefs.value;
  return (
    <div class="settings">
      <Field label={t("Language")}>{(id) => <LanguageSelect id={id} />}</Field>
      <fieldset>
        <legend>{t("Appearance")}</legend>
        <div class="settings-choice">
          {themes().map(([code, words]) => (
            <label key={code}>
              <input
                type="radio"
                name={name}
                checked={theme === code}
                onChange={() => prefer({ theme: code })}
              />
              <span>{words}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <label class="tick">
        <input
          type="checkbox"
          checked={sound}
          onChange={(event) => prefer({ sound: event.currentTarget.checked })}
        />
        {t("Sounds")}
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={motion}
          onChange={(event) => prefer({ motion: event.currentTarget.checked })}
        />
        {t("Animations")}
      </label>
    </div>
  );
}

/** The settings behind a button, for a bar. Escape and a press elsewhere close them. */
export function SettingsMenu() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const panel = useId();
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      setOpen(false);
      box.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", elsewhere);
    document.addEventListener("focusin", elsewhere);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", elsewhere);
      document.removeEventListener("focusin", elsewhere);
      document.removeEventListener("keydown", escape);
    };
  }, [open]);
  return (
    <div class="settings-menu" ref={box}>
      <Button
        icon="gear"
        kind="quiet"
        aria-label={t("Settings")}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      />
      <div id={panel} class="settings-panel" role="group" aria-label={t("Settings")} hidden={!open}>
        {open && (
          <>
            <Settings />
            {who.value && (
              <Link to="/me" class="settings-more">
                {t("Your name, devices and data")}
              </Link>
            )}
          </>
        )}
      </div>
    </div>
  );
}
