import { plainText } from '../../kernel/plain-text.js';
import type { OutputStream } from '../shell.js';

/**
 * Makes everything that a command prints safe: only this program's colors and redrawn lines reach a terminal as
 * control sequences.
 */
export function guardOutput(stream: OutputStream): OutputStream {
  return {
    write: (text) => stream.write(guardText(text, stream.isTerminal)),
    ...(stream.ready === undefined ? {} : { ready: () => stream.ready?.() ?? Promise.resolve() }),
    isTerminal: stream.isTerminal,
    get columns() {
      return stream.columns;
    },
  };
}

/** A redraw is only allowed at the beginning, because stored text comes later. */
const OWN_COMMANDS = /(^\r(?:\u001b\[2?K)?|\u001b\[(?:0|1|2|3[1-3])m)/;

function guardText(text: string, isTerminal: boolean): string {
  if (!isTerminal) return plainText(text);
  return text
    .split(OWN_COMMANDS)
    .map((part, index) => (index % 2 === 1 ? part : plainText(part)))
    .join('');
}
