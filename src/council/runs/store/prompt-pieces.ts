import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Connection, ReadConnection } from '../../../storage/index.js';
import { digest } from '../digest.js';

/**
 * The prompts of one deliberation repeat each other: each holds the whole context, and all that was said before. A long
 * one is kept in pieces, each of them once.
 */
export function storePieces(connection: Connection, run: string, prompt: string): string {
  const hashes = splitIntoPieces(prompt).map((piece) => {
    const hash = digest(piece);
    const known = connection.first('SELECT 1 FROM pieces WHERE run = ? AND hash = ?', [run, hash]);
    if (known === undefined)
      connection.run('INSERT INTO pieces VALUES (?, ?, ?)', [run, hash, deflateRawSync(Buffer.from(piece))]);
    return hash;
  });
  return JSON.stringify(hashes);
}

/** A record may come from elsewhere; no prompt is longer than this. */
const LONGEST_PIECE_BYTES = 64 * 1024 * 1024;

/** Every piece of a run by its hash. */
export function readPieces(connection: ReadConnection, run: string): ReadonlyMap<string, string> {
  const rows = connection.all<{ hash: string; body: Uint8Array }>('SELECT hash, body FROM pieces WHERE run = ?', [run]);
  return new Map(
    rows.map(({ hash, body }) => [
      hash,
      inflateRawSync(body, { maxOutputLength: LONGEST_PIECE_BYTES }).toString('utf8'),
    ]),
  );
}

export function joinPieces(hashes: string, pieces: ReadonlyMap<string, string>): string {
  return (JSON.parse(hashes) as string[])
    .map((hash) => {
      const piece = pieces.get(hash);
      if (piece === undefined) throw new Error('a piece of a prompt is missing');
      return piece;
    })
    .join('');
}

/** Shorter ones stay as they are, for whoever looks into the file with another program. */
export const LONGEST_WHOLE = 16_384;

/**
 * Where a piece ends is decided by the line it ends with, not by its place: the same text gives the same pieces
 * wherever in a prompt it stands.
 */
export function splitIntoPieces(prompt: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let at = 0;
  const cut = (end: number) => {
    if (end > start) pieces.push(prompt.slice(start, end));
    start = end;
  };
  while (at < prompt.length) {
    const newline = prompt.indexOf('\n', at);
    const end = newline === -1 ? prompt.length : newline + 1;
    if (end - at >= LONG_LINE) cut(at);
    if (end - at >= LONG_LINE || end - start >= LONGEST_PIECE || isBoundary(prompt, at, end)) cut(end);
    at = end;
  }
  cut(prompt.length);
  return pieces;
}

const LONG_LINE = 4_096;
const LONGEST_PIECE = 65_536;

/** One line in 64, by what it says. */
function isBoundary(text: string, from: number, to: number): boolean {
  // Empty lines and brackets are everywhere: as ends they would only make small pieces.
  if (to - from < 8) return false;
  let sum = 0;
  for (let at = from; at < to; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return ((sum ^ (sum >>> 15)) & 63) === 0;
}
