import { join } from 'node:path';
import { listOwnFolder } from '../../storage/own-files/read-own-file.js';
import { isSafeIdentifier, newSessionId } from '../entry/identifiers.js';
import { readText } from '../files/read-text.js';
import { type Seat, sideSeat, topSeat } from '../files/seat.js';
import { isSameProcess, livenessOf, type ProcessMark } from '../lock/process-mark.js';
import { isOwnerAlive, readOwner, type SessionOwner } from './session-owner.js';

/** Who asks. A client that gives no session id is known by its process alone. */
export interface Identity {
  readonly claudeSessionId: string | undefined;
  /** Costs a look at the process table: asked only when the id alone does not find the seat. */
  owningProcess(): ProcessMark;
  /**
   * A hook is told the present session id each time. The server learns it once, and it is outdated after `/clear` or
   * a resume in the same process: there the process is the better witness.
   */
  readonly trusts: 'claude_session' | 'process';
  /** The asking program itself, if it serves one session all its life. */
  readonly server: ProcessMark | undefined;
}

export interface SeatState {
  readonly seat: Seat;
  readonly isTop: boolean;
  readonly sessionId: string | undefined;
  /** Only if it belongs to that session: a crash may leave the owner of one that never began. */
  readonly owner: SessionOwner | undefined;
}

/** Which seats a caller reads. */
export interface SeatScope {
  readonly folder: string;
  /** How many beside the top; the newest. A folder may hold thousands that came with a project. */
  readonly maxSideSeats: number;
}

/** The seat at the top first. */
export function readSeats({ folder, maxSideSeats }: SeatScope): SeatState[] {
  const names = sideSeatNames(folder, maxSideSeats);
  return [readTopSeat(folder), ...names.map((name) => readSeat(sideSeat(folder, name), false))];
}

export function readTopSeat(journal: string): SeatState {
  return readSeat(topSeat(journal), true);
}

/** In the order of their names, which is the order in which the sessions began. */
export function sideSeatNames(journal: string, most: number): string[] {
  const names = listOwnFolder(join(journal, 'sessions')).filter(isSafeIdentifier).sort();
  if (names.length <= most) return names;
  // Planted names of the far future must not crowd out the sessions of today.
  const latest = newSessionId(new Date(Date.now() + CLOCK_TOLERANCE_MS));
  return names.filter((name) => name <= latest).slice(-most);
}

const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1000;

/** The seat of the caller's session to go on with, without a look at all others where the top one is known by its id. */
export function findSeat(scope: SeatScope, identity: Identity): SeatState | undefined {
  if (identity.trusts === 'claude_session') {
    const top = readTopSeat(scope.folder);
    if (isKnownAs(top.owner, identity.claudeSessionId)) return top;
  }
  return findSeatToContinue(readSeats(scope), identity);
}

/** The seat on which the caller's session sits, by its process or by its id. */
export function findOwnSeat(seats: readonly SeatState[], identity: Identity): SeatState | undefined {
  const { claudeSessionId, trusts } = identity;
  const byId = () => seats.find(({ owner }) => isKnownAs(owner, claudeSessionId));
  const byProcess = () => {
    const taken = seats.filter(({ owner }) => owner !== undefined);
    if (taken.length === 0) return undefined;
    const self = identity.owningProcess();
    const mine = taken.filter(({ owner }) => owner !== undefined && isSameProcess(owner, self));
    const { server } = identity;
    if (server === undefined) return mine[0];
    const served = mine.find(({ owner }) => owner?.server !== undefined && isSameProcess(owner.server, server));
    return served ?? mine.find(({ owner }) => !isServedByAnother(owner, server));
  };
  return trusts === 'claude_session' ? (byId() ?? byProcess()) : (byProcess() ?? byId());
}

/**
 * The same for every call but the first of a session. A client without a session id goes on with the session at the
 * top when nobody else lives there: after a restart there is nothing by which it could be told from the one before.
 */
export function findSeatToContinue(seats: readonly SeatState[], identity: Identity): SeatState | undefined {
  const own = findOwnSeat(seats, identity);
  if (own !== undefined || identity.claudeSessionId !== undefined) return own;
  const top = seats.find(({ isTop }) => isTop);
  return top?.sessionId === undefined || isAlive(top) ? undefined : top;
}

export function isAlive({ seat, owner }: SeatState): boolean {
  return owner !== undefined && isOwnerAlive(seat, owner);
}

/** One program may have started several servers, each for a session of its own: the same parent does not make one. */
export function isServedByAnother(owner: SessionOwner | undefined, server: ProcessMark): boolean {
  if (owner?.server === undefined || isSameProcess(owner.server, server)) return false;
  return livenessOf(owner.server) === 'alive';
}

function isKnownAs(owner: SessionOwner | undefined, claudeSessionId: string | undefined): boolean {
  return claudeSessionId !== undefined && owner?.claude_session_ids.includes(claudeSessionId) === true;
}

function readSeat(seat: Seat, isTop: boolean): SeatState {
  const written = (readText(seat.sessionId) ?? '').trim();
  const sessionId = isSafeIdentifier(written) ? written : undefined;
  const owner = sessionId === undefined ? undefined : readOwner(seat);
  return { seat, isTop, sessionId, owner: owner?.session_id === sessionId ? owner : undefined };
}
