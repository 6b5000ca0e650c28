import type { Compilable } from 'kysely';
import type { Changes, DriverConnection, DriverStatement, Row, SqlValue } from '../drivers/sqlite-driver.js';

/** One open database, for code that runs to its end without waiting: inside `read` and `write` of a Database. */
export interface Connection {
  run(sql: string, values?: readonly SqlValue[]): Changes;
  first<Result = Row>(sql: string, values?: readonly SqlValue[]): Result | undefined;
  all<Result = Row>(sql: string, values?: readonly SqlValue[]): Result[];
  /** Row by row, for results that are too large for memory. Nothing else may run until the loop has ended. */
  iterate<Result = Row>(sql: string, values?: readonly SqlValue[]): IterableIterator<Result>;
  /** A query built with Kysely, run here and now. */
  execute<Result>(query: Compilable<Result>): Result[];
  /** A statement of which it is not known whether it returns rows or changes some. */
  perform(sql: string, values: readonly SqlValue[]): Outcome;
  /** A script of any number of statements. */
  exec(sql: string): void;
  /** A number that changes when another connection has changed the database. */
  dataVersion(): number;
}

export type Outcome = { readonly rows: Row[]; readonly changes?: Changes };

/** What reading needs, and nothing that writes. */
export type ReadConnection = Pick<Connection, 'first' | 'all' | 'iterate' | 'execute' | 'dataVersion'>;

export function createConnection(driver: DriverConnection): Connection {
  const statement = keepStatements(driver);
  let iterating = false;

  // One driver refuses this and the other gives wrong rows: with either, the mistake shows immediately.
  function prepared(sql: string): DriverStatement {
    if (iterating) throw new Error('a statement was run inside the loop over another one; use all() there');
    return statement(sql);
  }

  function* iterate(sql: string, values: readonly SqlValue[]): Generator<Row> {
    const rows = prepared(sql).iterate(values.map(withoutZero));
    iterating = true;
    try {
      yield* rows;
    } finally {
      iterating = false;
    }
  }

  const all = (sql: string, values: readonly SqlValue[] = []): Row[] => prepared(sql).all(values.map(withoutZero));

  function perform(sql: string, values: readonly SqlValue[]): Outcome {
    const ready = prepared(sql);
    const given = values.map(withoutZero);
    return ready.returnsRows ? { rows: ready.all(given) } : { rows: [], changes: ready.run(given) };
  }

  return {
    run: (sql, values = []) => prepared(sql).run(values.map(withoutZero)),
    first: <Result>(sql: string, values?: readonly SqlValue[]) => all(sql, values)[0] as Result | undefined,
    all: <Result>(sql: string, values?: readonly SqlValue[]) => all(sql, values) as Result[],
    iterate: <Result>(sql: string, values: readonly SqlValue[] = []) => iterate(sql, values) as Generator<Result>,
    execute<Result>(query: Compilable<Result>) {
      const { sql, parameters } = query.compile();
      return perform(sql, parameters.map(toSqlValue)).rows as Result[];
    },
    perform,
    exec: (sql) => driver.exec(sql),
    dataVersion: () => Number(all('PRAGMA data_version')[0]?.data_version),
  };
}

/** Kysely's types keep other values away from typed columns; raw SQL can still bring one. */
export function toSqlValue(value: unknown): SqlValue {
  if (value === null || typeof value === 'number' || typeof value === 'string' || value instanceof Uint8Array) {
    return value;
  }
  throw new TypeError(`a database takes null, numbers, strings and bytes, not ${typeof value}`);
}

// Most of SQLite, and some versions of a driver, take the character zero for the end of a text and lose what follows.
function withoutZero(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}

const MAX_STATEMENTS = 200;

/** Compiling a statement costs more than most of them take to run; the ones used last stay compiled. */
function keepStatements(driver: DriverConnection): (sql: string) => DriverStatement {
  const kept = new Map<string, DriverStatement>();
  return (sql) => {
    const statement = kept.get(sql) ?? driver.prepare(sql);
    kept.delete(sql);
    kept.set(sql, statement);
    const [oldest] = kept.size > MAX_STATEMENTS ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return statement;
  };
}
