/* The live line to a table. It comes back by itself, asks for what it missed, and repeats what was
 * not answered under the same id, so that nothing is done twice and nothing is lost. */

const LONGEST_PAUSE = 15000;
const KEPT_SHORT = new Set(["point"]); // not kept by the server either: not worth a repeat

export class Live {
  /** `heard(message)` gets every message; `line(up)` when the line goes up or down. */
  constructor(table, heard, line) {
    Object.assign(this, { table, heard, line, version: 0, tries: 0, closed: false });
    this.waiting = new Map(); // commands that have no answer yet, by id
    this.ids = 0;
    this.session = Math.random().toString(36).slice(2, 10);
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live/${this.table}?since=${this.version}`);
    this.socket = socket;
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket || this.closed) return;
      this.line(false);
      const pause = Math.min(LONGEST_PAUSE, 400 * 2 ** this.tries++) * (0.7 + 0.6 * Math.random());
      this.timer = setTimeout(() => this.connect(), pause);
    };
  }

  /** Somebody is looking, or the network is back: do not wait for the next try. */
  hurry() {
    if (this.timer && !this.closed) this.connect();
  }

  take(message) {
    if (message.version !== undefined && message.say !== "done")
      this.version = Math.max(this.version, message.version);
    if (message.say === "welcome") {
      this.tries = 0;
      this.line(true);
      for (const command of this.waiting.values()) this.socket.send(JSON.stringify(command));
    }
    if (message.say === "update" && message.done) this.waiting.delete(message.done);
    if ((message.say === "done" || message.say === "refused") && message.id) this.waiting.delete(message.id);
    this.heard(message);
  }

  /** Ask for something: { do: "move", seat, move }. It is sent again if the line breaks. */
  ask(command) {
    const whole = { ...command, id: `${this.session}-${++this.ids}`, version: this.version };
    if (!KEPT_SHORT.has(command.do)) this.waiting.set(whole.id, whole);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(whole));
    return whole.id;
  }

  get busy() {
    return [...this.waiting.values()].some((command) => command.do === "move");
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
