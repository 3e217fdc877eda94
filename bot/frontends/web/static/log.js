// The talk on the screen. Words only ever enter it as text, never as markup.

// Addresses, and numbers after "call" and "text"; draw.py knows them too.
const LINK =
  /(https:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]|\b(?:[a-z0-9-]{1,63}\.){1,6}(?:com|org|net|uk|de|nl)\b)|\b(call |text )(\d[\d -]{1,18}\d)/g;
const NEAR = 160; // pixels from the end within which a reader is taken to follow the talk

export class Log {
  constructor(list, draft, down, phrases, tools) {
    Object.assign(this, { list, draft, down, phrases, tools });
    down.addEventListener("click", () => this.toEnd());
    addEventListener("scroll", () => this.isAtEnd() && (down.hidden = true), { passive: true });
    for (const day of list.querySelectorAll(".day time")) day.textContent = inWords(day.dateTime);
  }

  has(id) {
    return this.find(id) !== null;
  }

  find(id) {
    return this.list.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  // Whether everything the bot has said is on the screen, and nothing that was taken back.
  shows(lines) {
    const here = [...this.list.querySelectorAll(".its")];
    const words = new Set(here.map((line) => line.querySelector(".words").textContent));
    const said = new Set(lines.map((line) => line.text));
    return (
      lines.every((line) => line.speaker !== "bot" || words.has(line.text)) &&
      here.every((line) => !line.dataset.turn || said.has(line.querySelector(".words").textContent))
    );
  }

  // The turns from this number on were taken back. True when the focus was in one of them.
  take(from) {
    const gone = [...this.list.querySelectorAll("[data-turn]")].filter((line) => Number(line.dataset.turn) >= from);
    const held = gone.some((line) => line.contains(document.activeElement));
    gone.forEach((line) => line.remove());
    return held;
  }

  // The turns from this number on are about to be replaced; none are where it is null.
  going(from) {
    for (const line of this.list.querySelectorAll("[data-turn]"))
      line.classList.toggle("going", from !== null && Number(line.dataset.turn) >= from);
  }

  // `here`: it was written on this page, so whoever wrote it wants to see it.
  add(kind, text, id = null, about = {}, here = false) {
    const follow = here || this.isAtEnd();
    const line = this.line(kind, text, id);
    line.classList.add("fresh");
    if (kind === "its") this.writes("");
    this.list.append(line);
    if (kind !== "notice") this.tools.dress(line, about);
    if (follow) this.toEnd();
    else if (kind === "its") this.down.hidden = false;
    return line;
  }

  // The whole talk anew. Nobody wants all of it read out again.
  fill(lines) {
    const follow = this.isAtEnd();
    const answers = this.list.querySelectorAll(".its").length;
    this.list.setAttribute("aria-live", "off");
    this.list.replaceChildren(
      ...lines.map(({ speaker, text, id }) => this.line(speaker === "user" ? "mine" : "its", text, id)),
    );
    lines.forEach((about, place) => this.tools.dress(this.list.children[place], about));
    const newest = lines.findLast((line) => line.speaker === "bot" && line.changeable);
    this.tools.newest(newest?.turn ?? null, newest?.renewable);
    setTimeout(() => this.list.setAttribute("aria-live", "polite"), 500);
    if (follow) this.toEnd();
    else if (lines.filter(({ speaker }) => speaker === "bot").length > answers) this.down.hidden = false;
  }

  line(kind, text, id) {
    const line = document.createElement("li");
    line.className = kind;
    if (id !== null) line.dataset.id = id;
    if (kind === "mine") line.setAttribute("aria-live", "off"); // one knows what one wrote
    const who = document.createElement("span");
    who.className = "unseen";
    who.textContent = `${kind === "mine" ? this.phrases.you : this.phrases.it} `;
    const words = document.createElement("div");
    words.className = "words";
    words.dir = "auto";
    words.textContent = text;
    if (kind !== "mine") link(words);
    line.append(who, words);
    return line;
  }

  // A note under a line, none when empty.
  note(line, text) {
    line.querySelector(".note")?.remove();
    if (!text) return;
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = text;
    line.append(note);
  }

  // The answer as far as it has come; the finished one replaces it.
  writes(text) {
    const follow = this.isAtEnd();
    this.draft.firstElementChild.textContent = text;
    this.draft.hidden = !text;
    if (follow) this.toEnd();
  }

  // Something was added below the talk.
  follow() {
    if (this.isAtEnd()) this.toEnd();
  }

  isAtEnd() {
    const page = document.documentElement;
    return page.scrollHeight - page.clientHeight - page.scrollTop < NEAR;
  }

  toEnd() {
    this.down.hidden = true;
    scrollTo(0, document.documentElement.scrollHeight);
  }
}

function link(words) {
  const text = words.textContent;
  const pieces = [];
  let place = 0;
  for (const found of text.matchAll(LINK)) {
    const [whole, address, verb = "", number] = found;
    const anchor = document.createElement("a");
    anchor.textContent = address ?? number;
    if (address) {
      anchor.href = address.startsWith("https://") ? address : `https://${address}`;
      Object.assign(anchor, { target: "_blank", rel: "noopener noreferrer" });
    } else anchor.href = `${verb === "text " ? "sms" : "tel"}:${number.replace(/\D/g, "")}`;
    pieces.push(text.slice(place, found.index) + verb, anchor);
    place = found.index + whole.length;
  }
  if (pieces.length) words.replaceChildren(...pieces, text.slice(place));
}

function inWords(day) {
  const [year, month, date] = day.split("-").map(Number);
  const format = { weekday: "long", day: "numeric", month: "long" };
  return new Date(year, month - 1, date).toLocaleDateString(document.documentElement.lang, format);
}
