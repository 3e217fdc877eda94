// What can be done with an answer (a thumb, a copy, another answer) and with one's last words (other words). The forms of
// the page do the same without a script. Each line that is a turn of the talk has its number as `data-turn`.

const NONE = "";

export class Tools {
  constructor(list, { rate, again, edit, say, glimpse, phrases }) {
    Object.assign(this, { list, rate, again, edit, say, glimpse, phrases, changeable: NONE, renewable: false });
    list.addEventListener("click", (event) => this.pressed(event));
    const ours = list.querySelector(".edit");
    if (ours) this.changeable = ours.value;
    this.renewable = list.querySelector(".again") !== null;
    for (const button of list.querySelectorAll(".copy")) button.hidden = false;
  }

  // Give a line what belongs under it.
  dress(line, { turn = null, ratable = false, thumb = 0, stars = 0, danger = false } = {}) {
    const own = line.classList.contains("mine");
    if (turn !== null) Object.assign(line, { id: `turn-${turn}` }).dataset.turn = turn;
    if (danger && !line.querySelector(".help"))
      line.append(document.getElementById("help").content.firstElementChild.cloneNode(true));
    if (own && turn === null) return;
    line.querySelector(".tools")?.remove();
    const tools = document.getElementById(own ? "tools-mine" : "tools-its").content.firstElementChild.cloneNode(true);
    if (!ratable) for (const button of tools.querySelectorAll(".thumb")) button.remove();
    for (const button of tools.querySelectorAll(".again, .edit")) button.value = own ? turn + 1 : turn ?? NONE;
    for (const button of tools.querySelectorAll(".copy")) button.hidden = false;
    line.append(tools);
    if (ratable) this.rated({ turn, thumb, stars });
    this.settle();
  }

  // Only the newest exchange can be changed: its answer is this turn, or there is none that can be. `renewable`: it may
  // have another answer.
  newest(turn, renewable = this.renewable) {
    this.changeable = turn === null ? NONE : String(turn);
    this.renewable = renewable;
    this.settle();
  }

  settle() {
    for (const button of this.list.querySelectorAll(".again, .edit"))
      button.hidden = !this.changes(button);
  }

  changes(button) {
    if (this.changeable === NONE || button.value !== this.changeable) return false;
    return this.renewable || button.matches(".edit");
  }

  focus(line) {
    const button = line?.querySelector(".again:not([hidden])") ?? line?.querySelector(".copy");
    button?.focus({ preventScroll: true });
  }

  // Nothing came of what was under way: the newest exchange can be changed as before.
  asBefore() {
    const last = [...this.list.querySelectorAll(".its[data-turn]")].at(-1)?.dataset.turn ?? null;
    this.newest(this.list.querySelector(`.edit[value="${last}"]`) ? last : null);
  }

  // Where danger stands nobody is asked anything.
  quiet() {
    for (const button of this.list.querySelectorAll(".thumb, .again, .edit")) button.remove();
    this.newest(null);
  }

  rated({ turn, thumb, stars }) {
    const line = this.list.querySelector(`.its[data-turn="${turn}"]`);
    if (!line) return;
    if (thumb !== undefined)
      for (const button of line.querySelectorAll(".thumb")) {
        const way = button.classList.contains("up") ? "up" : "down";
        const given = thumb === (way === "up" ? 1 : -1);
        button.setAttribute("aria-pressed", given);
        button.value = `thumb:${turn}:${given ? "none" : way}`;
      }
    if (stars) line.querySelector(".stars").textContent = `${stars} ★`;
  }

  pressed(event) {
    const button = event.target.closest("button");
    const line = event.target.closest("li");
    if (!button) return this.shown(event.target.closest("a") ? null : line);
    event.preventDefault();
    if (button.matches(".thumb")) this.rate(button.value);
    if (button.matches(".copy")) this.copy(line.querySelector(".words"));
    if (button.matches(".again")) this.again(Number(button.value));
    if (button.matches(".edit")) this.edit(Number(button.value));
  }

  // Where nothing can hover, a tap on an older answer shows what can be done with it.
  shown(line) {
    const before = this.list.querySelector(".shown");
    before?.classList.remove("shown");
    if (line && line !== before) line.classList.add("shown");
  }

  async copy(words) {
    try {
      await navigator.clipboard.writeText(words.textContent);
      return this.glimpse(this.phrases.copied);
    } catch {
      // Not allowed here, or no such thing: selected, it is copied by hand.
      getSelection().selectAllChildren(words);
      if (document.execCommand("copy")) this.glimpse(this.phrases.copied);
      else this.say(this.phrases.selected);
    }
  }
}
