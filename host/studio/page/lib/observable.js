/**
 * Fields that components listen to.
 */

/** @template {object} Fields */
export class Observable {
  /** @param {Fields} fields */
  constructor(fields) {
    this.fields = fields;
    /** @type {{ names: (keyof Fields)[], listener: (fields: Fields) => void }[]} */
    this.listeners = [];
  }

  /**
   * Call a listener now, and whenever one of some fields changes.
   *
   * @param {(keyof Fields)[]} names
   * @param {(fields: Fields) => void} listener
   */
  on(names, listener) {
    this.listeners.push({ names, listener });
    listener(this.fields);
  }

  /** @param {Partial<Fields>} changes */
  set(changes) {
    Object.assign(this.fields, changes);
    const changed = new Set(Object.keys(changes));
    for (const { names, listener } of [...this.listeners]) {
      if (names.some((name) => changed.has(String(name)))) listener(this.fields);
    }
  }
}
