// The chat page. A message is kept in the browser until the server says that it has it; an answer is confirmed when it
// is on the screen. So either end may go away at any moment, and both carry on where they were.

import { Kept } from "./kept.js";
import { CLOSED, Link } from "./link.js";
import { Edit } from "./edit.js";
import { Log } from "./log.js";
import { Tools } from "./tools.js";

const main = document.getElementById("main");
const form = document.getElementById("form");
const field = document.getElementById("write");
const status = document.getElementById("status");
const ask = document.getElementById("ask");
const phrases = document.getElementById("phrases").dataset;

const LONGEST = Number(main.dataset.longest);
const COMMANDS = main.dataset.commands.split(" ");
const LARGEST = Number(main.dataset.largest);
const UNSENT = "attune:field";
const NOTICED = 3000; // milliseconds that something stands which needs no more than a glance
const BRIEF = 1200; // milliseconds without a connection that are not worth a word
const SLOW = 1500; // milliseconds after which a message that is not acknowledged is said to wait

const list = document.getElementById("log");
const kept = new Kept(main.dataset.mark);
const tools = new Tools(list, { rate, again: another, edit: (turn) => edit.begin(turn), say, glimpse, phrases });
const log = new Log(list, document.getElementById("draft"), document.getElementById("down"), phrases, tools);
const edit = new Edit({ field, log, fit, phrases });
const early = new Set(); // waited here when the talk was fetched: whether it holds them already, only the server knows
let writing = 0;
let losing = 0;
let glimpsed = 0;
let away = false; // whether it was said that there is no connection
let again = false; // whether there has been a connection before
let moved = false; // whether something happened while the talk was being fetched
let asked = false; // whether another answer is on its way
let held = false; // whether the focus was in what was taken back

// -- what is said here

function submit(event) {
  event.preventDefault();
  const text = field.value.trim();
  if (!text || isCommand(text)) return field.focus();
  const id = newId();
  const { replaces } = edit;
  const frame = message({ id, text, replaces });
  if (isHuge(frame)) return field.focus();
  kept.add(id, text, replaces);
  fillField(edit.end());
  if (replaces !== null) log.going(replaces - 1);
  tools.newest(null);
  show(id, text, true);
  document.querySelector(".welcome")?.remove();
  ask.hidden = true;
  link.send(frame);
  field.focus();
}

function message({ id, text, replaces }) {
  return replaces ? { kind: "say", id, text, replaces } : { kind: "say", id, text };
}

function show(id, text, here = false) {
  const line = log.add("mine", text, id, {}, here);
  setTimeout(() => kept.all().some((entry) => entry.id === id) && log.note(line, phrases.kept), SLOW);
}

// "/mood" and the like open the page they name.
function isCommand(text) {
  const name = /^\/([a-z]+)$/i.exec(text)?.[1].toLowerCase();
  if (!COMMANDS.includes(name)) return false;
  const button = document.querySelector(`.sheet button[value="${name}"], .sheet a[href="/menu/${name}"]`);
  clearField();
  if (button) button.click();
  else location.assign(`/menu/${name}`);
  return true;
}

// A message that is too long is the door's to refuse, as it reads it for danger first; this is more than it can take in.
function isHuge(frame) {
  const huge = new TextEncoder().encode(JSON.stringify(frame)).length > LARGEST;
  if (huge) sayLong();
  return huge;
}

function sayLong() {
  const size = [...field.value.trim()].length;
  const long = size > LONGEST;
  field.setAttribute("aria-invalid", long);
  if (long) say(phrases.long.replace("{size}", size).replace("{longest}", LONGEST));
  else if (status.textContent.startsWith(phrases.long.split("{")[0])) say("");
}

// -- what comes from the door

const hear = {
  kept({ id }) {
    moved = true;
    kept.drop(id);
    const line = log.find(id);
    if (line) log.note(line, "");
    if (early.delete(id) && !early.size) refresh();
  },
  refused({ id, text }) {
    const entry = kept.all().find((each) => each.id === id);
    kept.drop(id);
    early.delete(id);
    log.find(id)?.remove();
    log.going(null);
    log.add("notice", text);
    if (entry && !field.value) {
      if (entry.replaces) edit.begin(entry.replaces, entry.text);
      else fillField(entry.text);
    }
    tools.asBefore();
  },
  said({ id, text, replaces }) {
    if (!log.has(id)) log.add("mine", text, id);
    if (!replaces) edit.overtaken();
  },
  writing() {
    clearTimeout(writing);
    writing = setTimeout(() => say(phrases.writing), 600);
  },
  draft({ text }) {
    log.writes(text);
  },
  reply({ id, text, to, turn = null, open, again, danger }) {
    moved = true;
    quiet();
    log.going(null);
    const mine = to && log.find(to);
    if (mine && turn !== null) tools.dress(mine, { turn: turn - 1 });
    if (!log.has(id)) log.add("its", text, id, { turn, ratable: open && turn !== null, danger });
    if (open) tools.newest(turn, again);
    else if (open === false && turn !== null) tools.quiet();
    if (held) tools.focus(log.find(id));
    held = false;
    log.follow(); // what can be done with it takes room, too
    link.send({ kind: "got", id });
  },
  taken({ from }) {
    moved = true;
    held = log.take(from);
  },
  same({ text }) {
    quiet();
    say(text);
  },
  rated({ text, ...given }) {
    moved = true;
    tools.rated(given);
    if (given.stars && !ask.hidden) {
      ask.hidden = true;
      say(text);
    }
  },
  answered() {
    quiet();
  },
  ask({ text, buttons }) {
    const legend = ask.querySelector("legend");
    legend.textContent = text;
    legend.parentElement.replaceChildren(legend, ...buttons.map(([label, action]) => choice(label, action)));
    ask.hidden = false;
    log.follow();
  },
  notice({ text }) {
    quiet();
    log.add("notice", text);
  },
  changed() {
    quiet();
    refresh();
  },
  erased() {
    kept.clear();
    clearField();
    link.end();
    location.replace("/");
  },
  pong() {},
};

// -- the connection

function opened() {
  clearTimeout(losing);
  if (away) {
    glimpse(phrases.back);
    away = false;
  }
  for (const entry of kept.all()) {
    if (!log.has(entry.id)) show(entry.id, entry.text);
    link.send(message(entry));
  }
  if (again) catchUp();
  again = true;
}

function lost(code) {
  log.writes("");
  quiet();
  clearTimeout(losing);
  if (code === CLOSED.stranger || code === CLOSED.foreign) {
    link.end();
    say(phrases.stranger);
    return;
  }
  if (code === CLOSED.huge) giveBack();
  // Most connections are back before anybody need know.
  losing = setTimeout(() => {
    away = true;
    say(code === CLOSED.crowded ? phrases.crowded : phrases.offline);
  }, away ? 0 : BRIEF);
}

// The door takes less than it did when this was written: sent again, it would only close the connection again.
function giveBack() {
  const [longest] = kept.all().sort((one, other) => other.text.length - one.text.length);
  if (!longest) return;
  const text = phrases.long.replace("{size}", longest.text.length).replace("{longest}", LONGEST);
  hear.refused({ id: longest.id, text });
}

// Another window may have confirmed an answer while this one was away.
async function catchUp() {
  const lines = await theTalk();
  if (lines && !log.shows(lines)) fill(lines);
}

async function refresh() {
  let lines;
  do {
    moved = false;
    lines = await theTalk();
  } while (lines && moved);
  if (lines) fill(lines);
}

async function theTalk() {
  try {
    const answer = await fetch("/talk", { headers: { accept: "application/json" } });
    return answer.ok ? (await answer.json()).lines : null;
  } catch {
    return null; // no connection: it is done again when there is one
  }
}

function fill(lines) {
  log.fill(lines);
  if (edit.turn !== null && lines.some(({ turn }) => turn > edit.turn)) edit.overtaken();
  for (const { id, text } of kept.all()) {
    early.add(id);
    show(id, text);
  }
}

// -- what is done with what was said

function rate(action) {
  if (!link.send({ kind: "rate", action })) say(phrases.offline);
}

function another(turn) {
  if (asked) return;
  asked = link.send({ kind: "again", id: newId(), turn });
  if (asked) hear.writing();
  else say(phrases.offline);
}

// -- small things

function say(text) {
  if (status.textContent !== text) status.textContent = text;
}

function glimpse(text) {
  clearTimeout(glimpsed);
  say(text);
  glimpsed = setTimeout(() => status.textContent === text && say(""), NOTICED);
}

function quiet() {
  asked = false;
  clearTimeout(writing);
  if (status.textContent === phrases.writing) say("");
}

function choice(label, action) {
  const button = document.createElement("button");
  Object.assign(button, { name: "action", value: action, textContent: label });
  return button;
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What is half written survives a look at the menu.
function clearField() {
  fillField("");
}

function fillField(text) {
  field.value = text;
  remember();
}

document.getElementById("keep").addEventListener("click", (event) => {
  event.preventDefault();
  edit.cancel();
});

function remember() {
  if (edit.remembers()) return fit();
  try {
    if (field.value) sessionStorage.setItem(UNSENT, field.value);
    else sessionStorage.removeItem(UNSENT);
  } catch {
    // Storage that is switched off: the field is all there is.
  }
  fit();
}

function remembered() {
  try {
    return sessionStorage.getItem(UNSENT) ?? "";
  } catch {
    return "";
  }
}

// Browsers that don't yet let a field grow by itself.
function fit() {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + 2}px`;
}

// Where the part below grows, it must cover nothing that was in sight.
let below = Infinity;
new ResizeObserver(([{ contentRect }]) => {
  if (contentRect.height > below && !document.querySelector(".welcome")) log.follow();
  below = contentRect.height;
}).observe(document.querySelector(".write-in"));

form.addEventListener("submit", submit);
field.required = false; // an empty message is simply not sent
field.addEventListener("input", () => {
  remember();
  sayLong();
});
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing) edit.cancel();
  // On a phone Enter is for a new line; while characters are being composed it is for choosing one.
  const sends = event.key === "Enter" && !event.shiftKey && !event.isComposing;
  if (sends && matchMedia("(pointer: fine)").matches) {
    event.preventDefault();
    form.requestSubmit();
  }
});
// Stars are given within the talk.
ask.addEventListener("submit", (event) => {
  if (link.send({ kind: "rate", action: event.submitter.value })) event.preventDefault();
});
document.querySelector('.sheet a[href="/menu/feedback"]').addEventListener("click", (event) => {
  if (!link.send({ kind: "stars" })) return;
  event.preventDefault();
  document.querySelector(".menu").open = false;
});
document.addEventListener("visibilitychange", () => document.hidden || catchUp());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

const more = document.querySelector(".welcome details");
if (more) {
  more.open = true; // where there is room for all of it
  more.open = document.documentElement.scrollHeight <= innerHeight;
}
if (edit.turn === null) field.value = field.value || remembered();
edit.resume();
fit();
kept.all().forEach(({ id }) => early.add(id));
// Whoever is here for the first time begins with what this is.
if (!document.querySelector(".welcome")) log.toEnd();
if (matchMedia("(pointer: fine)").matches) field.focus({ preventScroll: true });
const link = new Link({ opened, heard: (frame) => hear[frame.kind]?.(frame), lost });
