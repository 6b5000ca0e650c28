import type { Database, SqlValue } from '../../storage/index.js';
import { type Counters, readCounters } from '../database/counters.js';
import type { LearningSchema } from '../database/tables.js';

/** A table's rows in memory; kept in step with what this and other processes store. */
interface Keeper<Row> {
  /** Called before the first rows, with about as many as there are. */
  reserve?(count: number): void;
  put(row: Row): void;
  /** Drops everything whose id is not in the set. */
  keepOnly(ids: ReadonlySet<string>): void;
}

export interface ChangeFeed<Row extends Changed> {
  readonly database: Database<LearningSchema>;
  /** Selects the columns of `Row`; to be ended by a condition on `revision` and `rowid` of the table named `changed`. */
  readonly select: string;
  readonly values: readonly SqlValue[];
  /** The ids that exist, one per row. */
  readonly selectIds: string;
  readonly keeper: Keeper<Row>;
}

export interface Changed {
  readonly changed_revision: number;
  readonly changed_rowid: number;
}

/**
 * Reads what has changed since the last time, in pages that leave the event loop free in between: the first time may be
 * tens of thousands of rows. Returns the counters of the state that was read.
 */
export function createChangeReader<Row extends Changed>(feed: ChangeFeed<Row>): () => Promise<Counters> {
  const { database, select, values, selectIds, keeper } = feed;
  let seen: Counters = { revision: 0, removals: 0 };
  let last = { revision: 0, rowid: 0 };
  let running: Promise<Counters> | undefined;

  const readPage = (until: number) =>
    database.read((connection) =>
      connection.all<Row>(
        `${select} AND changed.revision <= ? AND (changed.revision, changed.rowid) > (?, ?)
         ORDER BY changed.revision, changed.rowid LIMIT ${PAGE}`,
        [...values, until, last.revision, last.rowid],
      ),
    );

  const count = async () => {
    const sql = `SELECT count(*) AS count FROM (${selectIds})`;
    return (await database.read((connection) => connection.first<{ count: number }>(sql, values)))?.count ?? 0;
  };

  async function catchUp(): Promise<Counters> {
    const now = await database.read(readCounters);
    if (now.revision === seen.revision && now.removals === seen.removals) return seen;
    if (seen.revision === 0) keeper.reserve?.(await count());
    for (let rows = await readPage(now.revision); rows.length > 0; rows = await readPage(now.revision)) {
      for (const row of rows) keeper.put(row);
      const row = rows.at(-1);
      if (row !== undefined) last = { revision: row.changed_revision, rowid: row.changed_rowid };
      if (rows.length < PAGE) break;
      await new Promise(setImmediate);
    }
    if (now.removals !== seen.removals) {
      const ids = await database.read((connection) => connection.all<{ id: string }>(selectIds, values));
      keeper.keepOnly(new Set(ids.map(({ id }) => id)));
    }
    seen = now;
    return seen;
  }

  return () => {
    running ??= catchUp().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Some milliseconds of work. */
const PAGE = 500;
