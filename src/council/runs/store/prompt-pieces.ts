import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

/**
 * The prompts of one deliberation repeat each other: each has the whole context, and all earlier answers. A long
 * one is kept in pieces, each of them once.
 */
export interface StoredPrompt {
  readonly hash: string;
  /** Empty where it is kept in pieces. */
  readonly text: string;
  /** The hashes of all its pieces, in order; null where it is kept whole. */
  readonly pieces: readonly string[] | null;
  /** Those that no earlier prompt of the run brought, packed, by their hash. */
  readonly fresh: ReadonlyMap<string, Uint8Array>;
}

/** Shorter ones stay as they are, readable for other programs. */
export const MAX_WHOLE_LENGTH = 16_384;

const deflate = promisify(deflateRaw);
const inflate = promisify<Uint8Array, { readonly maxOutputLength: number }, Buffer>(inflateRaw);

/** On a separate thread: the others are not blocked. */
export function packPiece(piece: string): Promise<Uint8Array> {
  return deflate(Buffer.from(piece));
}

export async function unpackPiece(body: Uint8Array): Promise<string> {
  return (await inflate(body, { maxOutputLength: MAX_PIECE_BYTES })).toString('utf8');
}

/** A record may come from elsewhere; no prompt is longer than this. */
const MAX_PIECE_BYTES = 64 * 1024 * 1024;

/**
 * Where a piece ends is decided by the line it ends with, not by its position: the same text gives the same pieces
 * anywhere in a prompt. Made one by one, so that the caller can pause.
 */
export function* piecesOf(prompt: string): Generator<string> {
  let start = 0;
  let at = 0;
  while (at < prompt.length) {
    const newline = prompt.indexOf('\n', at);
    const end = newline === -1 ? prompt.length : newline + 1;
    const isLong = end - at >= LONG_LINE;
    if (isLong && at > start) {
      yield prompt.slice(start, at);
      start = at;
    }
    if (isLong || end - start >= MAX_PIECE_LENGTH || isBoundary(prompt, at, end)) {
      yield prompt.slice(start, end);
      start = end;
    }
    at = end;
  }
  if (prompt.length > start) yield prompt.slice(start);
}

const LONG_LINE = 4_096;
const MAX_PIECE_LENGTH = 65_536;

/** One line in 64, by what it says. */
function isBoundary(text: string, from: number, to: number): boolean {
  // Empty lines and brackets are everywhere: as ends they would only make small pieces.
  if (to - from < 8) return false;
  let sum = 0;
  for (let at = from; at < to; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return ((sum ^ (sum >>> 15)) & 63) === 0;
}
