import type { Redact } from '../redact.js';

/**
 * For the files of one tool. They are searched for secrets one after the other: each search lets other work have its turn
 * now and then, but many at the same time would take turns with each other. And one file may come twice: where the
 * sandbox fails, our own code begins anew.
 */
export function rememberRedacted(redact: Redact): Redact {
  const known = new Map<string, Promise<string>>();
  let characters = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const redacted = last.then(() => redact(text));
    last = redacted.catch(() => undefined);
    characters += text.length;
    if (characters <= MOST_CHARACTERS) known.set(text, redacted);
    return redacted;
  };
}

const MOST_CHARACTERS = 8_000_000;
