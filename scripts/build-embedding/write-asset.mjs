import { createHash } from 'node:crypto';

/** The bytes that `readWordTable` reads; the layout is described there. */
export function assetBytes({ words, information, table, pieces, width, lexicalDimensions, meaningShare }) {
  const parts = [
    Buffer.from(words.join('\n')),
    Buffer.from(information),
    ...quantized(table, width),
    ...quantized(pieces, width),
  ].map(padded);
  const digest = createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 8);
  const header = Buffer.from(
    JSON.stringify({
      name: `builtin-${digest}`,
      dimensions: width,
      lexicalDimensions,
      meaningShare,
      wordBytes: Buffer.byteLength(words.join('\n')),
      pieces: pieces.length / width,
    }),
  );
  const start = Buffer.alloc(8);
  start.write('WEMB');
  start.writeUInt32LE(header.length, 4);
  return Buffer.concat([padded(Buffer.concat([start, header])), ...parts]);
}

function quantized(rows, width) {
  const count = rows.length / width;
  const scales = Buffer.alloc(count * 4);
  const values = Buffer.alloc(rows.length);
  for (let row = 0; row < count; row += 1) {
    let highest = 0;
    for (let index = row * width; index < (row + 1) * width; index += 1)
      highest = Math.max(highest, Math.abs(rows[index]));
    const scale = highest / 127 || 1;
    scales.writeFloatLE(scale, row * 4);
    for (let index = row * width; index < (row + 1) * width; index += 1)
      values.writeInt8(Math.round(rows[index] / scale), index);
  }
  return [scales, values];
}

function padded(bytes) {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}
