import { success } from '../../../kernel/result.js';
import { type Amount, readAmount } from './amount.js';
import type { Command } from './command.js';
import { lineStarts } from './line-starts.js';
import { showParts } from './show-parts.js';

export const head: Command = {
  name: 'head',
  prepare(given) {
    const read = readAmount('head', '-', given);
    if (!read.ok) return read;
    const { amount } = read.value;
    const args = [amount.unit === 'lines' ? '-n' : '-c', `${amount.isFromOtherEnd ? '-' : ''}${amount.count}`];
    return success((scene) =>
      showParts({ command: 'head', request: read.value, args, show: (content) => firstPart(content, amount) }, scene),
    );
  },
};

/** Our own head. */
function firstPart(content: Buffer, { unit, count, isFromOtherEnd }: Amount): Buffer {
  if (unit === 'bytes') return content.subarray(0, isFromOtherEnd ? Math.max(0, content.length - count) : count);
  const starts = lineStarts(content);
  const lines = isFromOtherEnd ? Math.max(0, starts.length - count) : count;
  return content.subarray(0, starts[lines] ?? content.length);
}
