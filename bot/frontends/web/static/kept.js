// Messages that the server has not acknowledged. They live in this browser, one entry each (so that two tabs never
// overwrite each other's), under a name that only this visitor's pages know. Where storage is off: in memory.

const ROOM = "attune:";

export class Kept {
  constructor(mark) {
    this.prefix = `${ROOM}${mark}:`;
    this.memory = new Map();
    this.disk = storage();
    this.clearStrangers();
  }

  // What somebody else left who sat here before: it is theirs, and must never be sent under another name.
  clearStrangers() {
    for (const key of this.keys(ROOM)) if (!key.startsWith(this.prefix)) this.disk.removeItem(key);
  }

  // `replaces`: the answer in whose place it is to be answered, where it corrects the message before.
  add(id, text, replaces = null) {
    const entry = JSON.stringify({ text, replaces, at: Date.now() });
    this.memory.set(id, entry);
    try {
      this.disk?.setItem(this.prefix + id, entry);
    } catch {
      // Full: memory has it, as long as the page is open.
    }
  }

  drop(id) {
    this.memory.delete(id);
    this.disk?.removeItem(this.prefix + id);
  }

  clear() {
    for (const { id } of this.all()) this.drop(id);
  }

  // Oldest first. Another tab's are among them: whoever is connected sends, and the server knows the same id again.
  all() {
    const entries = new Map(this.memory);
    for (const key of this.keys(this.prefix)) entries.set(key.slice(this.prefix.length), this.disk.getItem(key));
    const found = [];
    for (const [id, entry] of entries) {
      try {
        found.push({ id, ...JSON.parse(entry) });
      } catch {
        this.drop(id);
      }
    }
    return found.sort((one, other) => one.at - other.at);
  }

  keys(prefix) {
    return this.disk ? Object.keys(this.disk).filter((key) => key.startsWith(prefix)) : [];
  }
}

function storage() {
  try {
    const probe = `${ROOM}probe`;
    localStorage.setItem(probe, "");
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return null;
  }
}
