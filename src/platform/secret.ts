import { inspect } from 'node:util';

/**
 * A value that must never be shown by accident: a card number, cvv, key or password. Printing, JSON and
 * inspection give `***`; only `reveal()` returns it.
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
