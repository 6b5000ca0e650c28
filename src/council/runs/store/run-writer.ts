import { oneAtATime } from '../../../kernel/one-at-a-time.js';
import type { Connection, Database } from '../../../storage/index.js';
import type { Change } from './run-changes.js';

/** Thrown when another process has taken the run over: the former owner must stop. */
export class RunLost extends Error {
  constructor() {
    super('another process has taken this deliberation over');
    this.name = 'RunLost';
  }
}

/**
 * Writes one run, for as long as it is owned. What is put waits for the next flush, and all that waits is stored in one
 * transaction, in order: no call is on the disk without the facts that led to it. What could not be stored waits on,
 * before all that comes later.
 */
export interface RunWriter {
  put(change: Change): void;
  /** Resolves when everything put so far is stored. Rejects with `RunLost` or a `StorageError`; it may be tried again. */
  flush(): Promise<void>;
  /**
   * The last one. Where what waits cannot be stored at all, the ending is stored without it and the run is marked as not
   * whole: otherwise a finished one would be listed as running. A second call returns the same.
   */
  finish(ending: Change): Promise<Finish>;
  /** Stores a late answer, also if another process owns the run or it is finished. */
  add(change: Change): Promise<void>;
}

/** How the end was stored: with all of the run, or without what `cause` kept from being stored. */
type Finish = { readonly isWhole: true } | { readonly isWhole: false; readonly cause: unknown };

export interface WriterContext {
  readonly id: string;
  readonly token: string;
  /** Over all attempts, until now. */
  readonly activeMs: () => number;
  readonly now: () => Date;
}

export function createRunWriter(database: Pick<Database, 'write'>, context: WriterContext): RunWriter {
  const waiting: Change[] = [];
  // A batch that fails must not be overtaken by the next one.
  const inTurn = oneAtATime();
  let finished: Finish | undefined;
  let scheduled: Promise<void> | undefined;

  /** All that waits goes through `apply`; it has left the queue only when it is on the disk. */
  async function store(apply: (connection: Connection, batch: readonly Change[]) => void): Promise<void> {
    const batch = [...waiting];
    await database.write((connection) => {
      expectOwned(connection, context);
      apply(connection, batch);
    });
    waiting.splice(0, batch.length);
  }

  function flush(): Promise<void> {
    // All writes of one turn of the event loop share the transaction, and so the wait for the disk.
    scheduled ??= inTurn(() => {
      scheduled = undefined;
      return store(applyAll);
    });
    return scheduled;
  }

  /** Also if it never will be, because another process owns the run now. */
  const isFlushed = () =>
    flush().then(
      () => true,
      (error: unknown) => error instanceof RunLost,
    );

  return {
    put: (change) => void waiting.push(change),
    flush,
    finish: (ending) =>
      inTurn(async () => {
        if (finished !== undefined) return finished;
        let stored: Finish = { isWhole: true };
        await store((connection, batch) => {
          stored = applyOrLeave(connection, batch);
          if (!stored.isWhole) connection.run('UPDATE runs SET is_whole = 0 WHERE id = ?', [context.id]);
          ending(connection);
        });
        finished = stored;
        return stored;
      }),
    async add(change) {
      // The call that it belongs to may still wait to be stored itself.
      if (waiting.length > 0 && !(await isFlushed())) waiting.push(change);
      else await database.write(change);
    },
  };
}

/** Also the sign of life of this process. */
function expectOwned(connection: Connection, { id, token, activeMs, now }: WriterContext): void {
  const kept = connection.run('UPDATE runs SET updated_at = ?, active_ms = ? WHERE id = ? AND token = ?', [
    now().toISOString(),
    Math.round(activeMs()),
    id,
    token,
  ]);
  if (kept.changes === 0) throw new RunLost();
}

function applyAll(connection: Connection, batch: readonly Change[]): void {
  for (const change of batch) change(connection);
}

/** All of it, or nothing while the transaction is open. */
function applyOrLeave(connection: Connection, batch: readonly Change[]): Finish {
  connection.exec('SAVEPOINT batch');
  try {
    applyAll(connection, batch);
    connection.exec('RELEASE batch');
    return { isWhole: true };
  } catch (cause) {
    leave(connection, cause);
    return { isWhole: false, cause };
  }
}

/** After a failure of the disk there is no transaction any more: the first failure is reported. */
function leave(connection: Connection, cause: unknown): void {
  try {
    connection.exec('ROLLBACK TO batch; RELEASE batch');
  } catch {
    throw cause;
  }
}

/**
 * The ends of runs of this process that could not be stored yet. Such a run looks as if it were still running: the caller that
 * wants to go on with it, or closes the file, has its end stored first.
 */
interface PendingEnds {
  /**
   * Stores an end, and remembers it as long as that fails. `attempt` says which attempt has ended: a run that was continued in
   * the same process may have several, and none of them speaks for another.
   */
  store<Value>(id: string, work: () => Promise<Value>, attempt?: unknown): Promise<Value>;
  /** Tries once more. Never rejects: what is in the way shows in what is done next. */
  settle(id: string): Promise<void>;
  settleAll(): Promise<void>;
}

export function createPendingEnds(): PendingEnds {
  /** By attempt. */
  const pending = new Map<unknown, { readonly id: string; readonly work: () => Promise<unknown> }>();

  async function store<Value>(id: string, work: () => Promise<Value>, attempt: unknown = work): Promise<Value> {
    try {
      const stored = await work();
      pending.delete(attempt);
      return stored;
    } catch (error) {
      // Another process continues it and will write its own end.
      if (error instanceof RunLost) pending.delete(attempt);
      else pending.set(attempt, { id, work });
      throw error;
    }
  }

  async function settle(isMeant: (id: string) => boolean): Promise<void> {
    const meant = [...pending].filter(([, { id }]) => isMeant(id));
    await Promise.all(meant.map(([attempt, { id, work }]) => store(id, work, attempt).catch(() => undefined)));
  }

  return {
    store,
    settle: (id) => settle((pendingId) => pendingId === id),
    settleAll: () => settle(() => true),
  };
}
