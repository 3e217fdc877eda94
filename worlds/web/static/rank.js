// Replies are dragged into the columns of a ranking, by mouse, pen or touch. The radio buttons stay the truth: a drop checks
// one, and study.css shows a card in the column of the one that is checked. Without a script the buttons are all there is.

const START = 6; // pixels from which a press is a drag
const EDGE = 64; // pixels from the window's edge within which the page scrolls
const STEP = 10; // pixels that it scrolls in a frame
const SLIDE = 150; // milliseconds in which a card that was let go comes to its place

const board = document.querySelector(".board");
const item = document.querySelector("[name=item]").value;
const columns = [...board.querySelectorAll(".column")];
const told = board.querySelector(".told");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let drag = null; // the card, its pointer, where on the page it was pressed, where in the window it is, and whether it moved

function press({ target, isPrimary, button, pointerType, pointerId, pageX, pageY, clientX, clientY }) {
  const card = target.closest(".reply");
  // A finger beside the handle scrolls the page.
  const held = pointerType === "mouse" ? !target.closest("fieldset") : target.closest(".handle");
  if (drag || !card || !held || !isPrimary || button !== 0) return;
  drag = { card, pointerId, from: { x: pageX, y: pageY }, at: { x: clientX, y: clientY }, moved: false };
  card.setPointerCapture(pointerId);
}

function move({ pointerId, clientX, clientY }) {
  if (pointerId !== drag?.pointerId) return;
  drag.at = { x: clientX, y: clientY };
  if (drag.moved) return follow();
  const { x, y } = way();
  if (Math.hypot(x, y) >= START) lift();
}

// A card that is as wide as the page becomes as wide as a column, about the point where it is held.
function lift() {
  const { card, from } = drag;
  const wide = card.getBoundingClientRect();
  card.classList.add("dragged");
  const narrow = card.getBoundingClientRect();
  from.x -= (from.x - scrollX - wide.x) * (1 - narrow.width / wide.width);
  drag.moved = true;
  creep();
}

// From where the card was pressed to where it is, in pixels of the page.
function way() {
  const { from, at } = drag;
  return { x: at.x + scrollX - from.x, y: at.y + scrollY - from.y };
}

function follow() {
  const { x, y } = way();
  drag.card.style.translate = `${x}px ${y}px`;
  const over = column(drag.at);
  for (const one of columns) one.classList.toggle("over", one === over);
}

// Near an edge of the window the page goes on, for as long as the card is held there.
function creep() {
  if (!drag?.moved) return;
  const up = drag.at.y < EDGE;
  if (up || drag.at.y > innerHeight - EDGE) scrollBy(0, up ? -STEP : STEP);
  follow();
  requestAnimationFrame(creep);
}

// The column at a point of the window: beside each other or below, each goes on from its heading to the next or the end.
function column({ x, y }) {
  if (y > board.getBoundingClientRect().bottom) return undefined;
  return columns.findLast((one) => {
    const { left, right, top } = one.getBoundingClientRect();
    return left <= x && x <= right && top <= y;
  });
}

function drop({ pointerId }) {
  if (pointerId !== drag?.pointerId) return;
  const place = drag.moved ? columns.indexOf(column(drag.at)) : -1;
  const radio = drag.card.querySelectorAll("input")[place];
  leave(() => radio?.click());
}

// The drag is over, and the card slides to its place: the one that `placing` gives it, or where it was.
function leave(placing = () => {}) {
  if (!drag) return;
  const { card } = drag;
  const before = card.getBoundingClientRect();
  drag = null;
  card.classList.remove("dragged");
  card.style.translate = "";
  columns.forEach((one) => one.classList.remove("over"));
  placing();
  const after = card.getBoundingClientRect();
  const start = `${before.x - after.x}px ${before.y - after.y}px`;
  if (!still.matches) card.animate([{ translate: start }, { translate: "0 0" }], { duration: SLIDE, easing: "ease-out" });
}

// However a reply was placed, by hand or by its buttons.
function placed({ target }) {
  const card = target.closest(".reply");
  const left = board.querySelectorAll(".reply:not(:has(:checked))").length;
  const rest = left === 0 ? "Every reply is placed." : left === 1 ? "One more to place." : `${left} more to place.`;
  told.textContent = `${card.querySelector("h2").textContent} is now in ${target.value}. ${rest}`;
  keep();
  // Its card is elsewhere now: who goes by keyboard sees where.
  if (target.matches(":focus-visible")) card.scrollIntoView({ block: "nearest" });
}

// What is placed and not sent yet outlives a reload, in this tab alone.
function keep() {
  const marks = [...board.querySelectorAll(":checked")].map(({ name, value }) => ({ name, value }));
  history.replaceState({ item, marks }, "");
}

function resume() {
  const reloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";
  if (!reloaded || history.state?.item !== item) return;
  for (const { name, value } of history.state.marks) board.querySelector(`[name="${name}"][value="${value}"]`).checked = true;
}

if (CSS.supports("selector(:has(*))")) {
  for (const one of board.querySelectorAll("[hidden]")) one.hidden = false;
  resume();
  board.classList.add("open");
  board.addEventListener("pointerdown", press);
  board.addEventListener("pointermove", move);
  board.addEventListener("pointerup", drop);
  board.addEventListener("lostpointercapture", () => leave());
  board.addEventListener("selectstart", (event) => drag && event.preventDefault());
  board.addEventListener("change", placed);
  addEventListener("keydown", ({ key }) => key === "Escape" && leave());
}
