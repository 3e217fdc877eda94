// One's last message, to be worded otherwise. The talk stays as it is until the other words are sent; what stood in the
// field comes back when it is left. What is half changed survives a look at the menu.

const KEPT = "attune:edit";

export class Edit {
  constructor({ field, log, fit, phrases }) {
    Object.assign(this, { field, log, fit, phrases, before: "", turn: null, late: false });
    this.note = document.getElementById("editing");
    this.note.hidden = true;
    this.about = this.note.firstElementChild;
    this.usual = this.about.textContent;
    // The page came with words to be changed: a form without a script would send them so.
    const asked = document.querySelector("#form [name=replaces]");
    asked?.remove();
    if (asked) {
      const text = field.value;
      field.value = "";
      history.replaceState(null, "", "/");
      this.begin(Number(asked.value), text);
    }
  }

  // `turn` is the answer to the words, which are changed to `text`.
  begin(turn, text = null) {
    const line = this.log.list.querySelector(`.mine[data-turn="${turn - 1}"]`);
    if (!line) return;
    if (this.turn === null) this.before = this.field.value;
    Object.assign(this, { turn, late: false });
    this.about.textContent = this.usual;
    this.field.value = text ?? line.querySelector(".words").textContent;
    this.note.hidden = false;
    this.log.going(turn - 1);
    this.remembers();
    this.fit();
    this.field.focus();
    this.log.follow();
  }

  // The answer in whose place the words are to be answered; none where more was said since.
  get replaces() {
    return this.late ? null : this.turn;
  }

  // Another window has sent a message, or shows a later answer.
  overtaken() {
    if (this.turn === null || this.late) return;
    this.late = true;
    this.about.textContent = this.phrases.late;
    this.log.going(null);
  }

  // Returns what stood in the field before.
  end() {
    if (this.turn === null) return "";
    this.turn = null;
    this.note.hidden = true;
    this.log.going(null);
    this.forget();
    return this.before;
  }

  cancel() {
    if (this.turn === null) return;
    this.field.value = this.end();
    this.fit();
    this.field.focus();
  }

  // Keeps what is being changed, apart from what stood in the field. True when something is.
  remembers() {
    if (this.turn === null) return false;
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ turn: this.turn, text: this.field.value }));
    } catch {
      // Storage that is switched off: the field is all there is.
    }
    return true;
  }

  resume() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT));
      if (!kept || this.turn !== null) return;
      const button = this.log.list.querySelector(`.edit[value="${kept.turn}"]`);
      if (button && !button.hidden) this.begin(kept.turn, kept.text);
      else this.forget();
    } catch {
      this.forget();
    }
  }

  forget() {
    try {
      sessionStorage.removeItem(KEPT);
    } catch {
      // As above.
    }
  }
}
