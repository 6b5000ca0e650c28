import { inspect } from 'node:util';

/**
 * A value that must not be printed. It is read from the environment at use, so that a configuration can safely be
 * logged and serialized.
 */
export class Secret {
  readonly #read: () => string | undefined;
  /** The name of the secret in messages: the environment variable's name, or "config". */
  readonly source: string;

  constructor(source: string, read: () => string | undefined) {
    this.source = source;
    this.#read = read;
  }

  reveal(): string | undefined {
    return this.#read();
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
