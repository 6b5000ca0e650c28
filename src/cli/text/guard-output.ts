import { plainText } from '../../kernel/plain-text.js';
import type { OutputStream } from '../ports.js';

/**
 * The last look at everything that a command prints: whatever a command forgot to make safe, only the colors and the
 * redrawn line of this program reach a terminal as commands.
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

/** A redraw only begins what is written: stored text comes later. */
const OWN_COMMANDS = /(^\r(?:\u001b\[2?K)?|\u001b\[(?:0|1|2|3[1-3])m)/;

function guardText(text: string, isTerminal: boolean): string {
  if (!isTerminal) return plainText(text);
  return text
    .split(OWN_COMMANDS)
    .map((part, index) => (index % 2 === 1 ? part : plainText(part)))
    .join('');
}
