import { success } from '../../../kernel/result.js';
import { type Amount, readAmount } from './amount.js';
import type { Command } from './command.js';
import { lineStarts } from './line-starts.js';
import { showParts } from './show-parts.js';

/** Without anything that waits for a file to grow: such a flag is in no list, so no spelling of it is read. */
export const tail: Command = {
  name: 'tail',
  prepare(given) {
    const read = readAmount('tail', '+', given);
    if (!read.ok) return read;
    const { amount } = read.value;
    const args = [amount.unit === 'lines' ? '-n' : '-c', `${amount.isFromOtherEnd ? '+' : ''}${amount.count}`];
    return success((scene) =>
      showParts({ command: 'tail', request: read.value, args, show: (content) => lastPart(content, amount) }, scene),
    );
  },
};

/** Our own tail. */
function lastPart(content: Buffer, { unit, count, isFromOtherEnd }: Amount): Buffer {
  const skipped = Math.max(0, count - 1);
  if (unit === 'bytes') return content.subarray(isFromOtherEnd ? skipped : Math.max(0, content.length - count));
  const starts = lineStarts(content);
  const first = isFromOtherEnd ? skipped : Math.max(0, starts.length - count);
  return content.subarray(starts[first] ?? content.length);
}
