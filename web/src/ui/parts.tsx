/** Buttons, fields, dialogs: the small parts that all pages share. */

import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../words/i18n";
import { Icon, type IconName } from "./icons";

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "icon"> {
  kind?: "main" | "quiet";
  icon?: IconName;
  children?: ComponentChildren;
}

export function Button({ kind, icon, children, class: more, ...rest }: ButtonProps) {
  const classes = ["button", kind && `button-${kind}`, icon && !children && "button-round", more];
  return (
    <button type="button" {...rest} class={classes.filter(Boolean).join(" ")}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface FieldProps {
  label: string;
  children: (id: string) => ComponentChildren;
  class?: string;
}

/** A field with its label; the field gets the id it is labelled by. */
export function Field({ label, children, class: more }: FieldProps) {
  const id = useId();
  return (
    <div class={`field ${more ?? ""}`}>
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** What the server takes. */
export const LONGEST_NAME = 24;

interface NameProps {
  id?: string;
  label?: string;
  value: string;
  change(name: string): void;
  /** Whether the browser may offer what its owner is called. */
  own?: boolean;
  /** What somebody is called who leaves it empty. */
  otherwise?: string;
}

export function NameInput({ id, label, value, change, own = false, otherwise }: NameProps) {
  return (
    <input
      id={id}
      aria-label={label}
      required={otherwise === undefined}
      placeholder={otherwise}
      maxLength={LONGEST_NAME}
      autocomplete={own ? "nickname" : "off"}
      value={value}
      onInput={(event) => change(event.currentTarget.value)}
    />
  );
}

interface SelectProps<Value extends string | number> {
  id?: string;
  label?: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  change(value: Value): void;
  disabled?: boolean;
}

export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { id, label, value, options, change, disabled } = props;
  return (
    <select
      id={id}
      aria-label={label}
      disabled={disabled}
      value={value}
      onChange={(event) => {
        const picked = options[event.currentTarget.selectedIndex];
        if (picked) change(picked[0]);
      }}
    >
      {options.map(([code, words]) => (
        <option key={code} value={code} selected={code === value}>
          {words}
        </option>
      ))}
    </select>
  );
}

interface DialogProps {
  title: string;
  close(): void;
  children: ComponentChildren;
  class?: string;
}

/** A sheet over the page; Escape and a press beside it close it. */
export function Dialog({ title, close, children, class: more }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={more}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === box.current && close()}
    >
      <div class="dialog-head">
        <h2 id={heading}>{title}</h2>
        <Button icon="close" kind="quiet" aria-label={t("Close")} onClick={close} />
      </div>
      {children}
    </dialog>
  );
}
