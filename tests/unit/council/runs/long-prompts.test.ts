import { describe, expect, it } from 'vitest';
import { digest } from '../../../../src/council/record/record-keys.js';
import { createPromptStore } from '../../../../src/council/runs/prompt-store.js';
import { unpackPiece } from '../../../../src/council/runs/store/prompt-pieces.js';
import type { StoredPrompt } from '../../../../src/council/runs/store/run-changes.js';
import { silentLogger } from '../../../../src/kernel/logger.js';
import { numbersFrom } from '../../../support/seed.js';

/** A megabyte of lines that do not repeat, with letters of several bytes. */
function longContext(): string {
  const numbers = numbersFrom(7);
  const line = () => Array.from({ length: 8 }, () => numbers().toString(36).slice(2)).join(' né 😀 ');
  return Array.from({ length: 7_000 }, line).join('\n');
}

const CONTEXT = longContext();
const PROMPTS = Array.from({ length: 20 }, (_, seat) => `You are ${seat}.\n${CONTEXT}\nNow you, ${seat}.`);

async function keepAll(prompts: readonly string[]) {
  const keeper = createPromptStore(silentLogger);
  const stored: StoredPrompt[] = [];
  await Promise.all(prompts.map((prompt) => keeper.keep(prompt, (ready) => stored.push(ready))));
  return { keeper, stored };
}

/** How often other work in the process could run. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

describe('prompts of a megabyte from twenty seats', () => {
  it('let other work run while they are prepared, even if nothing in them is new', async () => {
    const { keeper } = await keepAll(PROMPTS.slice(0, 1));
    const again = () => Promise.all(PROMPTS.map((prompt) => keeper.keep(prompt, () => undefined)));
    // They are more than a hundred milliseconds of work, a few at a time.
    expect(await turnsDuring(again)).toBeGreaterThan(5);
    expect(await turnsDuring(() => keepAll(PROMPTS.slice(0, 2)))).toBeGreaterThan(5);
  });

  it('are handed over in the order of asking, each with the pieces that no earlier one brought', async () => {
    const { stored } = await keepAll(PROMPTS);
    expect(stored.map(({ hash }) => hash)).toEqual(PROMPTS.map((prompt) => digest(prompt)));
    const bodies = new Map<string, string>();
    for (const [index, { pieces, fresh }] of stored.entries()) {
      for (const [hash, body] of fresh) {
        expect(bodies.has(hash)).toBe(false);
        bodies.set(hash, await unpackPiece(body));
      }
      expect(pieces?.map((hash) => bodies.get(hash)).join('')).toBe(PROMPTS[index]);
    }
    expect(stored.slice(1).every(({ fresh }) => fresh.size <= 4)).toBe(true);
  });

  it('have the same hash whether they are stored or only compared', async () => {
    const { keeper, stored } = await keepAll(PROMPTS.slice(0, 1));
    expect(await keeper.hash(PROMPTS[0] ?? '')).toBe(stored[0]?.hash);
  });
});

describe('a short prompt', () => {
  it('is passed on immediately and completely', () => {
    const stored: StoredPrompt[] = [];
    void createPromptStore(silentLogger).keep('Tea or coffee?', (ready) => stored.push(ready));
    expect(stored).toMatchObject([{ hash: digest('Tea or coffee?'), text: 'Tea or coffee?', pieces: null }]);
  });
});
