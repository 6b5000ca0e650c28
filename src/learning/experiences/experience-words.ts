import { endianness } from 'node:os';
import { wordCodes } from '../../semantics/word-index.js';
import { AXES, type Axis } from './axis.js';
import { axisText } from './axis-texts.js';
import type { Experience } from './experience.js';

/**
 * The words of all axes, each list after its length. They are stored next to the texts: to split the texts of a large
 * journal into words would take seconds after each start.
 */
export function packWords(experience: Experience): Uint8Array {
  const lists = AXES.map((axis) => wordCodes(axisText(experience, axis)?.text ?? ''));
  const packed = new DataView(new ArrayBuffer(4 * lists.reduce((sum, list) => sum + 1 + list.length, 0)));
  let at = 0;
  for (const number of lists.flatMap((list) => [list.length, ...list])) {
    packed.setUint32(at, number, true);
    at += 4;
  }
  return new Uint8Array(packed.buffer);
}

/** None for bytes that are not such a list. */
export function unpackWords(packed: Uint8Array, axis: Axis): Uint32Array {
  const numbers = readNumbers(packed);
  let start = 0;
  for (const each of AXES) {
    const end = start + 1 + (numbers[start] ?? Number.POSITIVE_INFINITY);
    if (end > numbers.length) break;
    if (each === axis) return numbers.subarray(start + 1, end);
    start = end;
  }
  return new Uint32Array(0);
}

/** Little endian, as they were packed. A view where the machine can read them as they are. */
function readNumbers(packed: Uint8Array): Uint32Array {
  const length = Math.floor(packed.byteLength / 4);
  if (endianness() === 'LE' && packed.byteOffset % 4 === 0)
    return new Uint32Array(packed.buffer, packed.byteOffset, length);
  const bytes = new Uint8Array(packed.subarray(0, 4 * length));
  if (endianness() !== 'LE') Buffer.from(bytes.buffer).swap32();
  return new Uint32Array(bytes.buffer);
}
