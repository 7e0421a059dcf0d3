/** One of a few, all in sight. */

import { useId } from "preact/hooks";

interface Props<Value extends string | number> {
  legend: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  change(value: Value): void;
}

export function Choice<Value extends string | number>({ legend, value, options, change }: Props<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="settings-choice">
        {options.map(([code, words]) => (
          <label key={code}>
            <input type="radio" name={name} checked={code === value} onChange={() => change(code)} />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** How many sit at the table. */
export const counts = (players: readonly number[]): [number, string][] =>
  players.map((count) => [count, String(count)]);
