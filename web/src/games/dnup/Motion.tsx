/** Draws its children and, when the table has changed, shows by motion what went where. */

import { Component, createRef, type ComponentChildren } from "preact";
import type { DnupLine, DnupView } from "../../wire";
import { moves } from "../../store/prefs";
import { animate, celebrate, look, type Seen } from "./motion";

interface Props {
  view: DnupView;
  /** The hand is shown as it would be. */
  turned: boolean;
  news: readonly DnupLine[];
  children: ComponentChildren;
}

export class Motion extends Component<Props> {
  private readonly root = createRef<HTMLDivElement>();
  private readonly layer = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(before: Props): Seen[] | null {
    const { view, turned } = this.props;
    if (view === before.view && turned === before.turned) return null;
    // Another seat looks at this device: its cards were not there before.
    if (view.seat !== before.view.seat) return null;
    const root = this.root.current;
    return root && moves() ? look(root, true) : null;
  }

  override componentDidUpdate(before: Props, _state: unknown, seen: Seen[] | null): void {
    const root = this.root.current;
    const layer = this.layer.current;
    if (!seen || !root || !layer) return;
    const { view, news } = this.props;
    const fresh = view !== before.view ? news : [];
    animate(root, layer, seen, fresh);
    for (const event of fresh.flatMap((line) => line.events)) {
      if (event.event === "out") celebrate(root, layer, event.seat);
    }
  }

  render({ children }: Props) {
    return (
      <div class="dn-motion" ref={this.root}>
        {children}
        <div class="dn-flights" ref={this.layer} aria-hidden="true" />
      </div>
    );
  }
}
