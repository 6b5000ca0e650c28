import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import { settleWithin } from '../../kernel/time-limit.js';
import type { Database } from '../../storage/index.js';
import type { Memory } from '../memory/open-memory.js';
import { type FoundNeighbors, MAX_OFFERED, storeLinks, storeVectors } from './store-links.js';

/** Finds the neighbors of new decisions in the background. The next process continues what it does not finish. */
export interface Linker {
  /** These decisions are new; or, without a number, an earlier process may have left some. */
  wake(number?: number): void;
  /** True if all is done; false if it failed or the time is up. */
  drain(maxMs: number): Promise<boolean>;
  /** Ends after the running step. */
  stop(): Promise<void>;
}

export interface LinkerOptions {
  readonly database: Database;
  readonly openMemory: () => Promise<Memory>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createLinker(options: LinkerOptions): Linker {
  const { clock } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const own = new Set<number>();
  const state: LinkerState = {
    ...options,
    signal,
    own,
    isSweepDue: false,
    hasRelinked: false,
    sweptAt: Number.NEGATIVE_INFINITY,
  };
  let running: Promise<boolean> | undefined;

  return {
    wake(number) {
      if (number !== undefined) own.add(number);
      // Every process links what it stored itself; of others, only what seems to have been left.
      state.isSweepDue ||= number === undefined || clock.elapsed() - state.sweptAt > SWEEP_EVERY_MS;
      if (signal.aborted) return;
      running ??= nextTurn()
        .then(() => work(state))
        .finally(() => {
          running = undefined;
        });
    },
    async drain(maxMs) {
      const allRun = async () => {
        while (running !== undefined) if (!(await running)) return false;
        return true;
      };
      const drained = await settleWithin({ maxMs }, allRun);
      return drained.ok && drained.value && own.size === 0 && !state.isSweepDue;
    },
    async stop() {
      stopping.abort(new Error('the decision graph is closed'));
      // An embedding that hangs must not keep the program from ending: whatever it still gives is refused.
      await settleWithin({ maxMs: STOPPING_MS }, async () => running);
    },
  };
}

interface LinkerState extends LinkerOptions {
  readonly signal: AbortSignal;
  /** New decisions of this process. */
  readonly own: Set<number>;
  /** Also what other processes left, or found in another space. */
  isSweepDue: boolean;
  hasRelinked: boolean;
  sweptAt: number;
}

/** True if all is done. */
async function work(state: LinkerState): Promise<boolean> {
  const { signal, own, openMemory, logger } = state;
  try {
    while (!signal.aborted && (own.size > 0 || state.isSweepDue)) {
      const memory = await openMemory();
      // Neither an embedding inside this process nor the database yields by itself: other work runs here.
      await nextTurn();
      await step(state, memory);
    }
    return !signal.aborted;
  } catch (error) {
    // The decisions themselves are stored; the next one that is remembered tries again, and so does the next start.
    if (!signal.aborted) logger.log('warn', 'decisions.linking_failed', { message: String(error) });
    return false;
  }
}

async function step(state: LinkerState, memory: Memory): Promise<void> {
  const { database, signal, own } = state;
  const { index, spaceNumber } = memory;
  await index.refresh();
  const wanted = state.isSweepDue ? index.unstored : [...own].filter((number) => index.unstored.has(number));
  const unstored = getFirst(wanted, VECTORS_PER_STEP);
  if (unstored.length > 0) {
    await storeVectors(database, memory, { numbers: unstored, signal });
    if (state.isSweepDue) return;
    await nextTurn();
    await index.refresh();
  }
  const next = await findUnlinked(state, spaceNumber);
  const found: FoundNeighbors[] = [];
  for (const number of next) {
    found.push(nearest(memory, number));
    await nextTurn();
  }
  await database.write((connection) => {
    for (const each of found) storeLinks(connection, spaceNumber, each);
  });
  for (const number of next) own.delete(number);
  if (next.length === 0) await finish(state, spaceNumber);
}

async function findUnlinked(
  { database, own, isSweepDue, hasRelinked }: LinkerState,
  spaceNumber: number,
): Promise<number[]> {
  const mine = getFirst(own, LINKS_PER_STEP);
  if (mine.length > 0 || !isSweepDue) return mine;
  const rows = await database.read((connection) => {
    const unlinked = connection.all<{ number: number }>(UNLINKED, [LINKS_PER_STEP]);
    // Only once: two processes with different models would otherwise undo each other's work forever.
    if (unlinked.length > 0 || hasRelinked) return unlinked;
    return connection.all<{ number: number }>(LINKED_ELSEWHERE, [spaceNumber, spaceNumber, LINKS_PER_STEP]);
  });
  return rows.map(({ number }) => number);
}

async function finish(state: LinkerState, spaceNumber: number): Promise<void> {
  const { database, clock } = state;
  if (!state.hasRelinked) await forgetOldSpaces(database, spaceNumber, clock.now());
  state.hasRelinked = true;
  state.isSweepDue = false;
  state.sweptAt = clock.elapsed();
}

const VECTORS_PER_STEP = 64;
// Each touches some forty pages of the file: the more in one transaction, the longer it waits for the disk.
const LINKS_PER_STEP = 4;
const SWEEP_EVERY_MS = 60_000;
const STOPPING_MS = 500;

const UNLINKED = 'SELECT number FROM decisions WHERE linked_in IS NULL ORDER BY number DESC LIMIT ?';
// Two ranges of an index; "other than" would read the whole table.
const LINKED_ELSEWHERE = `
  SELECT number FROM decisions WHERE linked_in < ? UNION ALL SELECT number FROM decisions WHERE linked_in > ? LIMIT ?`;

function getFirst(numbers: Iterable<number>, limit: number): number[] {
  const first: number[] = [];
  for (const number of numbers) {
    if (first.length === limit) break;
    first.push(number);
  }
  return first;
}

function nearest({ index, space }: Memory, number: number): FoundNeighbors {
  const vector = index.vectorOf(number);
  // It was deleted: there is nothing left to link.
  if (vector === undefined) return { number, near: [] };
  const near = index.search(vector, MAX_OFFERED, (other) => other !== number);
  const scored = near.map((other) => ({ number: other.number, score: space.score(other.cosine) }));
  return { number, near: scored.filter(({ score }) => score > 0) };
}

/** Vectors of a model that was not used for a month are deleted; its next use computes them again. */
async function forgetOldSpaces(database: Database, current: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString();
  const old = await database.read((connection) =>
    connection.all<{ number: number }>('SELECT number FROM spaces WHERE used_at < ? AND number <> ?', [
      before,
      current,
    ]),
  );
  for (const { number } of old) {
    while (await database.write((connection) => connection.run(DELETE_SOME, [number, PER_SLICE]).changes > 0)) {
      await nextTurn();
    }
    await database.write((connection) => connection.run('DELETE FROM spaces WHERE number = ?', [number]));
  }
}

const KEPT_MS = 30 * 86_400_000;
const PER_SLICE = 500;
const DELETE_SOME =
  'DELETE FROM embeddings WHERE number IN (SELECT number FROM embeddings WHERE space = ? ORDER BY revision LIMIT ?)';
