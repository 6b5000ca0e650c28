import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { UserError } from '../../../kernel/user-error.js';
import type { Database, ReadConnection } from '../../../storage/index.js';
import type { CallKey } from '../../record/run.js';
import { CALL_KEY, callKeyValues } from './run-changes.js';
import type { CallRow } from './tables.js';

/** Shorter ones stay as they are, readable for other programs. */
export const MAX_WHOLE_LENGTH = 16_384;

const deflate = promisify(deflateRaw);
const inflate = promisify<Uint8Array, Buffer>(inflateRaw);

/** On a separate thread: the others are not blocked. */
export function packPiece(piece: string): Promise<Uint8Array> {
  return deflate(Buffer.from(piece));
}

export async function unpackPiece(body: Uint8Array): Promise<string> {
  return (await inflate(body)).toString('utf8');
}

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

/** Prompts are the bulk of a record, and few who read it want them: they are read one at a time, when asked for. */
export async function readPrompt(
  database: Pick<Database, 'read'>,
  run: string,
  call: CallKey & { readonly attempt: number },
): Promise<string> {
  const found = await database.read((connection) => findPrompt(connection, run, call));
  if (typeof found === 'string') return found;
  const texts = new Map<string, string>();
  // Outside the transaction, and one by one on another thread: it may be megabytes.
  for (const [hash, body] of found.bodies) texts.set(hash, await unpackPiece(body));
  return found.hashes.map((hash) => texts.get(hash)).join('');
}

interface PackedPrompt {
  readonly hashes: readonly string[];
  readonly bodies: ReadonlyMap<string, Uint8Array>;
}

function findPrompt(
  connection: ReadConnection,
  run: string,
  call: CallKey & { readonly attempt: number },
): string | PackedPrompt {
  const row = connection.first<Pick<CallRow, 'prompt' | 'pieces'>>(
    `SELECT prompt, pieces FROM calls WHERE ${CALL_KEY}`,
    callKeyValues(run, call),
  );
  if (row === undefined) throw new UserError('not_found', `deliberation ${run} has no such call`);
  if (row.pieces === null) return row.prompt;
  const hashes = JSON.parse(row.pieces) as string[];
  const bodies = new Map<string, Uint8Array>();
  for (const hash of new Set(hashes)) {
    const piece = connection.first<{ body: Uint8Array }>('SELECT body FROM pieces WHERE run = ? AND hash = ?', [
      run,
      hash,
    ]);
    if (piece === undefined) throw new Error('a piece of a prompt is missing');
    bodies.set(hash, piece.body);
  }
  return { hashes, bodies };
}
