import { inspect } from 'node:util';

/**
 * A value that must never be seen by accident: a card number, a cvv, a key, a password.
 * Printing, JSON and inspection give `***`; only `reveal()` gives the value.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '***';
  }

  toJSON(): string {
    return '***';
  }

  [inspect.custom](): string {
    return '***';
  }
}
