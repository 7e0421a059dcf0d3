/** As much of a browser as the live line needs: a window, a document, and sockets one can hold. */

import { vi } from "vitest";
import type { AnyCommand, AnyMessage } from "../src/wire";

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
  readyState = 1;
  sent: AnyCommand[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as AnyCommand);
  }
  close(): void {
    this.readyState = 3;
  }
  /** The server says something. */
  say(message: AnyMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** The line breaks. */
  break(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

/** Stands in for what a browser has; returns events that can be made to happen. */
export function fakeBrowser(): { online(): void; hidden(hidden: boolean): void } {
  const heard: Record<string, (() => void)[]> = {};
  const listen = (name: string, ear: () => void): void => void (heard[name] ??= []).push(ear);
  const forget = (name: string, ear: () => void): void => {
    heard[name] = (heard[name] ?? []).filter((one) => one !== ear);
  };
  const page = { hidden: false, title: "", addEventListener: listen, removeEventListener: forget };
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("addEventListener", listen);
  vi.stubGlobal("removeEventListener", forget);
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { protocol: "https:", host: "table.example", pathname: "/", search: "" });
  const happen = (name: string): void => heard[name]?.forEach((ear) => ear());
  return {
    online: () => happen("online"),
    hidden(hidden) {
      page.hidden = hidden;
      happen("visibilitychange");
    },
  };
}
