// The connection to the door: opened again whenever it is lost, later and later while nobody answers.

const FIRST = 400;
const LATEST = 15000;
const SILENCE = 25000; // then the other end is asked whether it is there
const PATIENCE = 8000; // and has so long to say so

export const CLOSED = { huge: 1009, stranger: 4401, foreign: 4403, crowded: 4429 };

export class Link {
  constructor({ opened, heard, lost }) {
    Object.assign(this, { opened, heard, lost, socket: null, failures: 0, ended: false });
    addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    this.connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    if (this.ended || (this.socket && this.socket.readyState < WebSocket.CLOSING)) return;
    clearTimeout(this.again);
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.listen();
      this.opened();
    };
    socket.onmessage = ({ data }) => {
      this.failures = 0;
      this.listen();
      this.heard(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      clearTimeout(this.quiet);
      this.lost(code);
      this.retry();
    };
  }

  send(frame) {
    if (!this.open) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  end() {
    this.ended = true;
    clearTimeout(this.again);
    this.socket?.close();
  }

  retry() {
    if (this.ended) return;
    const wait = Math.min(FIRST * 2 ** this.failures++, LATEST);
    this.again = setTimeout(() => this.connect(), wait * (0.7 + 0.6 * Math.random()));
  }

  // A connection can die without a word: ask when it has been silent, and give it up when there is no answer.
  listen() {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.ask(), SILENCE);
  }

  ask() {
    clearTimeout(this.quiet);
    this.send({ kind: "ping" });
    this.quiet = setTimeout(() => this.abandon(), PATIENCE);
  }

  // A phone that slept has often lost its connection without noticing.
  wake() {
    if (this.open) this.ask();
    else this.connect();
  }

  abandon() {
    const socket = this.socket;
    this.socket = null; // its own onclose may come minutes later, or never
    socket.close();
    this.lost(0);
    this.retry();
  }
}
