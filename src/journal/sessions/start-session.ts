import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../storage/write-atomically.js';
import type { JournalContext } from '../context.js';
import { newSessionId } from '../entry/identifiers.js';
import { namesIn, readText } from '../files/read-text.js';
import { removeFile } from '../files/remove-file.js';
import { type Seat, sideSeat, topSeat } from '../files/seat.js';
import { isSameProcess } from '../lock/process-mark.js';
import { closeSeat } from './close-seat.js';
import { findOwnSeat, findSeatToContinue, isAlive, readSeats, type SeatState } from './find-seat.js';
import { writeOwner } from './session-owner.js';

export interface OpenSession {
  readonly seat: Seat;
  readonly sessionId: string;
}

/** Everything here runs while the journal is locked. */
export async function startSession(context: JournalContext): Promise<OpenSession> {
  const seats = readSeats(context.folder);
  const own = findSeatToContinue(seats, context.identity);
  const top = seats.find(({ isTop }) => isTop);
  const isTopFree = top === undefined || top === own || !isAlive(top);
  for (const state of seats) {
    if (state === own) await closeSeat(context, state, 'left');
    else if (!isAlive(state)) await closeSeat(context, state, 'died');
  }
  removeDrafts(context.folder);

  const sessionId = newSessionId(context.clock.now());
  const seat = isTopFree ? topSeat(context.folder) : sideSeat(context.folder, sessionId);
  await mkdir(seat.folder, { recursive: true });
  await takeSeat(context, seat, sessionId);
  context.logger.log('info', 'journal.session_started', { session: sessionId, shared: !isTopFree });
  return { seat, sessionId };
}

/** The session that the caller sees: its own, under its present process, or a new one. */
export async function ensureSession(context: JournalContext): Promise<OpenSession> {
  const own = findOwnSeat(readSeats(context.folder), context.identity);
  return own?.sessionId === undefined ? startSession(context) : continueSession(context, own, own.sessionId);
}

/** For a change that needs a session: the one to go on with, or a new one. */
export async function openSession(context: JournalContext): Promise<OpenSession> {
  const state = findSeatToContinue(readSeats(context.folder), context.identity);
  if (state?.sessionId === undefined) return startSession(context);
  const { seat, sessionId, owner } = state;
  // Hooks run at every tool call: one that finds its session by the id need not ask for the life of its owner.
  const isFoundById = context.identity.trusts === 'claude_session' && owner !== undefined;
  return isFoundById ? { seat, sessionId } : continueSession(context, state, sessionId);
}

async function continueSession(context: JournalContext, state: SeatState, sessionId: string): Promise<OpenSession> {
  const { seat, owner } = state;
  const { claudeSessionId, trusts } = context.identity;
  const known = owner?.claude_session_ids ?? [];
  const isNewId = claudeSessionId !== undefined && trusts === 'claude_session' && !known.includes(claudeSessionId);
  const isMine = owner !== undefined && isSameProcess(owner, context.identity.owningProcess());
  if (isNewId || !(isMine || isAlive(state))) await takeSeat(context, seat, sessionId, known);
  return { seat, sessionId };
}

async function takeSeat(
  { identity }: JournalContext,
  seat: Seat,
  sessionId: string,
  known: readonly string[] = [],
): Promise<void> {
  const ids = identity.claudeSessionId === undefined ? known : [...known, identity.claudeSessionId];
  await writeOwner(seat, { session_id: sessionId, ...identity.owningProcess(), claude_session_ids: [...new Set(ids)] });
  const written = readText(seat.sessionId);
  // Last: from here on the session is there.
  if (written?.trim() !== sessionId) await writeAtomically(seat.sessionId, `${sessionId}\n`);
}

const DRAFT_AGE_MS = 60_000;

/** What writers that were killed left behind; a living one keeps its draft for an instant. */
function removeDrafts(journal: string): void {
  const sides = namesIn(join(journal, 'sessions'));
  for (const folder of [journal, join(journal, 'archive'), ...sides.map((name) => join(journal, 'sessions', name))]) {
    for (const name of namesIn(folder)) {
      if (!/^\.(?:.*\.tmp|lock\..+)$/.test(name)) continue;
      const path = join(folder, name);
      const facts = statSync(path, { throwIfNoEntry: false });
      if (facts !== undefined && Date.now() - facts.mtimeMs > DRAFT_AGE_MS) removeFile(path);
    }
  }
}
