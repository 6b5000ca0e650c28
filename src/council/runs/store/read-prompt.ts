import { UserError } from '../../../kernel/user-error.js';
import type { Database, ReadConnection } from '../../../storage/index.js';
import type { CallKey } from '../../record/run.js';
import { unpackPiece } from './prompt-pieces.js';
import { describeDamage } from './read-run.js';
import { CALL_KEY, callKeyValues } from './run-changes.js';
import type { CallRow } from './tables.js';

/** Prompts are the bulk of a record, and few who read it want them: they are read one at a time, when asked for. */
export async function readPrompt(
  database: Pick<Database, 'read'>,
  run: string,
  call: CallKey & { readonly attempt: number },
): Promise<string> {
  try {
    const found = await database.read((connection) => findPrompt(connection, run, call));
    if (typeof found === 'string') return found;
    const texts = new Map<string, string>();
    // Outside the transaction, and one by one on another thread: it may be megabytes.
    for (const [hash, body] of found.bodies) texts.set(hash, await unpackPiece(body));
    return found.hashes.map((hash) => texts.get(hash) ?? missing()).join('');
  } catch (error) {
    // The machine's own failures say nothing of the record.
    if (error instanceof UserError) throw error;
    throw new UserError('conflict', describeDamage(run, error));
  }
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
  if (row === undefined) return missing();
  if (row.pieces === null) return row.prompt;
  const hashes = JSON.parse(row.pieces) as unknown;
  if (!Array.isArray(hashes)) return missing();
  const bodies = new Map<string, Uint8Array>();
  for (const hash of new Set(hashes.map(String))) {
    const piece = connection.first<{ body: Uint8Array }>('SELECT body FROM pieces WHERE run = ? AND hash = ?', [
      run,
      hash,
    ]);
    bodies.set(hash, piece?.body ?? missing());
  }
  return { hashes: hashes.map(String), bodies };
}

function missing(): never {
  throw new Error('a prompt, or a piece of one, is missing');
}
