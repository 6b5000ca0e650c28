/** The content of the asset, as views on its bytes; only the words are copied. */
export interface WordTable {
  /** Changes with the contents. */
  readonly name: string;
  readonly dimensions: number;
  readonly lexicalDimensions: number;
  /** The share of the meaning part in the similarity of two texts; the lexical part has the rest. */
  readonly meaningShare: number;
  /** Row of each known word. */
  readonly rowOf: ReadonlyMap<string, number>;
  /** The information in a word, 0..255: little for "the", much for "idempotent". */
  readonly information: Uint8Array;
  readonly words: QuantizedRows;
  /** Vectors of hashed n-grams, for unknown words. */
  readonly pieces: QuantizedRows;
}

/** Rows of small integers; a row times its scale is the vector. */
export interface QuantizedRows {
  readonly count: number;
  readonly scales: Float32Array;
  readonly values: Int8Array;
}

/**
 * Layout: 4 bytes "WEMB", the header's length, a JSON header, then in the header's order, each part at a multiple of
 * four: the words joined by line feeds, their information, scales and values of the words, scales and values of the
 * pieces. Integers and floats are little-endian.
 */
export function readWordTable(bytes: Uint8Array): WordTable {
  const header = getHeader(bytes);
  let offset = header.end;
  const take = (length: number): Uint8Array => {
    const part = bytes.subarray(offset, offset + length);
    if (part.length < length) throw new Error('the embedding asset ends early; reinstall the package');
    offset = aligned(offset + length);
    return part;
  };
  const takeRows = (count: number): QuantizedRows => {
    const scales = toFloats(take(count * 4));
    const values = take(count * header.dimensions);
    return { count, scales, values: new Int8Array(values.buffer, values.byteOffset, values.length) };
  };
  const words = new TextDecoder().decode(take(header.wordBytes)).split('\n');
  return {
    name: header.name,
    dimensions: header.dimensions,
    lexicalDimensions: header.lexicalDimensions,
    meaningShare: header.meaningShare,
    rowOf: new Map(words.map((word, row) => [word, row])),
    information: take(words.length),
    words: takeRows(words.length),
    pieces: takeRows(header.pieces),
  };
}

interface Header {
  readonly end: number;
  readonly name: string;
  readonly dimensions: number;
  readonly lexicalDimensions: number;
  readonly meaningShare: number;
  readonly wordBytes: number;
  readonly pieces: number;
}

function getHeader(bytes: Uint8Array): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || new TextDecoder().decode(bytes.subarray(0, 4)) !== 'WEMB') {
    throw new Error('this is not an embedding asset; reinstall the package');
  }
  const length = view.getUint32(4, true);
  const fields = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as Omit<Header, 'end'>;
  return { ...fields, end: aligned(8 + length) };
}

function aligned(offset: number): number {
  return Math.ceil(offset / 4) * 4;
}

// Copies the bytes, because Float32Array needs an offset that is a multiple of four.
function toFloats(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
