import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type Connection, type Outcome, toSqlValue } from './connection.js';

/** The two ways into a database; which one a query takes depends on what it does. */
export interface Ways {
  readonly read: Way;
  readonly write: Way;
}

export type Way = <Value>(work: (connection: Connection) => Value) => Promise<Value>;

/** Typed queries. Each is a transaction of its own; several together go through `write` and `Connection.execute`. */
export function createQueries<Schema>(ways: Ways): Kysely<Schema> {
  const connection = connectionOver(ways);
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createDriver: () => ({
        init: async () => undefined,
        acquireConnection: async () => connection,
        releaseConnection: async () => undefined,
        beginTransaction: refuseTransaction,
        commitTransaction: refuseTransaction,
        rollbackTransaction: refuseTransaction,
        // The connection belongs to the database and ends with it.
        destroy: async () => undefined,
      }),
    },
  });
}

function connectionOver(ways: Ways): DatabaseConnection {
  async function executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    const values = query.parameters.map(toSqlValue);
    const way = isRead(query) ? ways.read : ways.write;
    return resultOf(await way((connection) => connection.perform(query.sql, values)));
  }
  return {
    executeQuery,
    // A cursor that stays open while others run would show them half of its rows: the result comes as one chunk.
    async *streamQuery<Result>(query: CompiledQuery) {
      yield await executeQuery<Result>(query);
    },
  };
}

function resultOf<Result>({ rows, changes }: Outcome): QueryResult<Result> {
  return {
    rows: rows as Result[],
    ...(changes && { numAffectedRows: BigInt(changes.changes), insertId: BigInt(changes.lastInsertRowid) }),
  };
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (query.kind === 'RawNode' && /^\s*(select|values|pragma|explain)\b/i.test(sql));
}

async function refuseTransaction(): Promise<never> {
  throw new Error('Kysely waits inside its transactions; use write() of the database, which does not');
}
