export interface LineReaderOptions {
  readonly maxBytes: number;
  readonly onLine: (line: string) => void;
  /** For a line that is too long; only its two ends are kept. */
  readonly onLongLine: (ends: LineEnds) => void;
}

export interface LineEnds {
  readonly head: string;
  readonly tail: string;
}

/** Splits a stream into lines. Keeps at most one line of limited length in memory. */
export function createLineReader({ maxBytes, onLine, onLongLine }: LineReaderOptions): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  let tail = Buffer.alloc(0);

  const add = (part: Buffer): void => {
    size += part.length;
    if (size <= maxBytes) {
      parts.push(part);
      return;
    }
    tail = Buffer.concat([tail.length > 0 ? tail : Buffer.concat(parts).subarray(-END_BYTES), part]).subarray(
      -END_BYTES,
    );
    parts = [headOf(parts.length > 0 ? parts : [part])];
  };

  const finish = (): void => {
    const line = { parts, tail, isLong: size > maxBytes };
    parts = [];
    size = 0;
    tail = Buffer.alloc(0);
    const text = Buffer.concat(line.parts).toString('utf8');
    if (line.isLong) onLongLine({ head: text, tail: line.tail.toString('utf8') });
    else onLine(text.replace(/\r$/, ''));
  };

  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      finish();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  };
}

const NEWLINE = 0x0a;
const END_BYTES = 1024;

function headOf(parts: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = parts;
  // A copy: a part of a chunk would keep the whole chunk in memory.
  return Buffer.from((first.length >= END_BYTES ? first : Buffer.concat(parts)).subarray(0, END_BYTES));
}
