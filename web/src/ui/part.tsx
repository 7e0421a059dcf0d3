/** A part of a page that is brought when there is one to be shown: the first load does without it. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function Part(props: Props) {
    const [Shown, setShown] = useState(() => known);
    useEffect(() => {
      // If the server is away the table's own notice says so, and coming back loads the page anew.
      if (!Shown) load().then((one) => setShown(() => (known = one)), () => {});
    }, []);
    return Shown && <Shown {...props} />;
  };
}
