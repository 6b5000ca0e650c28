import { createRequire } from 'node:module';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { errorCode } from '../../kernel/error-code.js';
import type { DriverConnection, DriverStatement, Row, SqliteDriver, SqlValue } from './sqlite-driver.js';
import { BUSY_TIMEOUT_MS, DISTRUST } from './sqlite-driver.js';

/**
 * The optional package `better-sqlite3`, for a Node without SQLite. It is machine code, so it stays outside the
 * bundles and is looked for where the program is installed, or in `folder`. Throws if it is missing or was compiled for
 * another Node.
 */
export function loadBetterSqlite3(folder?: string): SqliteDriver {
  const start = folder === undefined ? import.meta.url : join(folder, 'package.json');
  const Database: typeof BetterSqlite3 = createRequire(start)('better-sqlite3');
  return {
    name: 'better-sqlite3',
    // The package loads its machine code at the first database, not before.
    version: versionOf(new Database(':memory:')),
    open(file, { readOnly }) {
      const database = new Database(file, { readonly: readOnly, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
      database.exec(DISTRUST);
      return connectionOver(database);
    },
    resultCode: (error) => PRIMARY_CODE.exec(errorCode(error) ?? '')?.[0],
  };
}

// `SQLITE_IOERR_WRITE` is a kind of `SQLITE_IOERR`.
const PRIMARY_CODE = /^SQLITE_[A-Z]+/;

function connectionOver(database: BetterSqlite3.Database): DriverConnection {
  return {
    prepare: (sql) => statementOver(database.prepare<SqlValue[], Row>(sql)),
    exec: (sql) => {
      database.exec(sql);
    },
    close: () => {
      database.close();
    },
  };
}

function statementOver(statement: BetterSqlite3.Statement<SqlValue[], Row>): DriverStatement {
  return {
    returnsRows: statement.reader,
    run(values) {
      const { changes, lastInsertRowid } = statement.run(...values);
      return { changes, lastInsertRowid: Number(lastInsertRowid) };
    },
    all: (values) => statement.all(...values),
    iterate: (values) => statement.iterate(...values),
  };
}

function versionOf(database: BetterSqlite3.Database): string {
  const version = database.prepare('SELECT sqlite_version()').pluck().get();
  database.close();
  return String(version);
}
