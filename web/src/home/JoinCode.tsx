/** Six letters that lead to a table; the sixth one opens it. */

import { useId, useState } from "preact/hooks";
import { get } from "../net/api";
import { announce } from "../ui/notice";
import { Button } from "../ui/parts";
import { go } from "../ui/router";
import type { Found } from "../wire";
import { t } from "../words/i18n";
import { CODE_LENGTH, codeIn } from "./code";
import "./join.css";

export function JoinCode() {
  const id = useId();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const join = async (wanted: string): Promise<void> => {
    if (busy) return;
    if (wanted.length < CODE_LENGTH) return setProblem(t("A code has six letters."));
    setBusy(true);
    try {
      const { table } = await get<Found>(`/api/codes/${wanted}`);
      go(`/t/${table}`);
    } catch (refused) {
      const words = (refused as Error).message;
      setProblem(words);
      announce(words);
      setBusy(false);
    }
  };
  const type = (text: string): void => {
    const wanted = codeIn(text);
    setCode(wanted);
    setProblem("");
    if (wanted.length === CODE_LENGTH && wanted !== code) void join(wanted);
  };
  return (
    <form
      class="home-join"
      onSubmit={(event) => {
        event.preventDefault();
        void join(code);
      }}
    >
      <label for={id}>{t("Six-letter code")}</label>
      <div class="home-join-row">
        <input
          id={id}
          class="home-code"
          autocapitalize="characters"
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="go"
          placeholder="······"
          aria-invalid={Boolean(problem)}
          aria-describedby={problem ? `${id}-problem` : undefined}
          value={code}
          onInput={(event) => {
            type(event.currentTarget.value);
            event.currentTarget.value = codeIn(event.currentTarget.value);
          }}
        />
        <Button type="submit" aria-disabled={busy}>
          {t("Join")}
        </Button>
      </div>
      {problem && (
        <p class="home-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </form>
  );
}
