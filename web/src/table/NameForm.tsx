/** Somebody came by a link and has no name yet: asked in place, and then the table is taken anew. */

import { useContext, useState } from "preact/hooks";
import { createContext } from "preact";
import { called } from "../home/who";
import { trying } from "../ui/notice";
import { Button, Field, NameInput } from "../ui/parts";
import { t } from "../words/i18n";

/** Take the table anew, as whoever one is now. */
export const Anew = createContext<() => void>(() => {});

export function NameForm({ why }: { why: string }) {
  const anew = useContext(Anew);
  const [name, setName] = useState("");
  const be = (event: Event): void => {
    event.preventDefault();
    if (name.trim()) void trying(() => called(name.trim())).then((person) => person && anew());
  };
  return (
    <form class="tb-name panel" onSubmit={be}>
      <Field label={t("What should we call you?")}>
        {(id) => <NameInput id={id} value={name} change={setName} own />}
      </Field>
      <Button kind="main" type="submit">
        {t("That’s me")}
      </Button>
      <p class="faint">{why}</p>
    </form>
  );
}
