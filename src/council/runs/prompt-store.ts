import { createHash } from 'node:crypto';
import { createPause } from '../../kernel/create-pause.js';
import type { Logger } from '../../kernel/logger.js';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import { digest } from '../record/record-keys.js';
import { MAX_WHOLE_LENGTH, packPiece, piecesOf } from './store/prompt-pieces.js';
import type { StoredPrompt } from './store/run-changes.js';

/** Makes the prompts of one run ready to be stored, one after the other, without blocking the thread. */
export interface PromptStore {
  /**
   * Passes it to `put` when it is ready: a short one immediately. In the order of asking, because a piece comes with the first
   * prompt that has it, and the others only name it.
   */
  keep(prompt: string, put: (stored: StoredPrompt) => void): Promise<void>;
  /** Its hash, where nothing of it is to be stored. */
  hash(prompt: string): Promise<string>;
}

export function createPromptStore(logger: Logger): PromptStore {
  /** Of pieces that were put: they are stored with, or before, whatever names them. */
  const known = new Set<string>();
  // One for all prompts: many of a moment each add up.
  const pause = createPause();
  const inTurn = oneAtATime();

  async function cutUp(prompt: string): Promise<StoredPrompt> {
    const whole = createHash('sha256').update(`${prompt.length}:`);
    const pieces: string[] = [];
    const fresh = new Map<string, Uint8Array>();
    for (const piece of piecesOf(prompt)) {
      // A piece ends with a line, so no character is cut in two, and the whole has the hash that it has in one.
      whole.update(piece);
      const hash = digest(piece);
      pieces.push(hash);
      if (!known.has(hash) && !fresh.has(hash)) fresh.set(hash, await packPiece(piece));
      await pause();
    }
    return { hash: whole.digest('hex').slice(0, HASH_LENGTH), text: '', pieces, fresh };
  }

  return {
    async keep(prompt, put) {
      if (prompt.length <= MAX_WHOLE_LENGTH) return put(inOnePiece(prompt));
      return inTurn(async () => {
        const stored = await cutUp(prompt).catch((error: unknown) => {
          logger.log('warn', 'prompt_not_cut_up', { length: prompt.length, reason: String(error) });
          return inOnePiece(prompt);
        });
        put(stored);
        for (const hash of stored.fresh.keys()) known.add(hash);
      });
    },
    hash: async (prompt) =>
      prompt.length <= MAX_WHOLE_LENGTH
        ? digest(prompt)
        : inTurn(async () => {
            await pause();
            return digest(prompt);
          }),
  };
}

const HASH_LENGTH = digest('').length;
const NOTHING_FRESH: ReadonlyMap<string, Uint8Array> = new Map();

/** Also where it could not be cut up: a prompt that takes more room is better than none. */
function inOnePiece(prompt: string): StoredPrompt {
  return { hash: digest(prompt), text: prompt, pieces: null, fresh: NOTHING_FRESH };
}
