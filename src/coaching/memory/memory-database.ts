import path from 'node:path';
import { chooseDriver } from '../../storage/drivers/choose-driver.js';
import {
  type Database,
  type DatabaseOptions,
  type Migration,
  openDatabase,
  type SqliteDriver,
} from '../../storage/index.js';

// Databases store this text, and one whose tables were made by another text is refused: not even a space may change.
const TABLES = `
      CREATE TABLE memories (
        number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, content TEXT NOT NULL,
        session_id TEXT NOT NULL, project TEXT NOT NULL, created_at TEXT NOT NULL, importance TEXT NOT NULL,
        tags TEXT NOT NULL, sent_to TEXT
      ) STRICT;
      CREATE INDEX memories_by_session ON memories (session_id);

      CREATE TABLE memory_vectors (
        number INTEGER PRIMARY KEY REFERENCES memories ON DELETE CASCADE, embedding TEXT NOT NULL, vector BLOB NOT NULL
      ) STRICT;

      CREATE TABLE forgotten (session_id TEXT PRIMARY KEY) STRICT;
`;

const MEMORY_MIGRATIONS: readonly Migration[] = [
  { name: 'memories, vectors, what is to be forgotten', apply: (connection) => connection.exec(TABLES) },
];

/** Stored again under the same id, a memory gets a new number: numbers say what has changed. */
export interface MemoryRow {
  readonly number: number;
  readonly id: string;
  readonly content: string;
  readonly session_id: string;
  readonly project: string;
  readonly created_at: string;
  readonly importance: string;
  readonly tags: string;
  /** The collection that has it; null if none has. */
  readonly sent_to: string | null;
}

export interface MemoryDatabase {
  readonly database: Database;
  readonly driver: SqliteDriver;
}

export interface MemoryDatabaseOptions extends Pick<DatabaseOptions, 'clock' | 'logger'> {
  /** A real folder; it is made if it is missing. */
  readonly folder: string;
  readonly driver?: SqliteDriver;
}

/** Throws a `StorageError` if `memories.db` is damaged or another program's; the file stays as it is. */
export async function openMemoryDatabase(options: MemoryDatabaseOptions): Promise<MemoryDatabase> {
  const { folder, driver = chooseDriver(), ...rest } = options;
  const file = path.join(folder, 'memories.db');
  const database = await openDatabase(file, { ...rest, driver, migrations: MEMORY_MIGRATIONS });
  // Deleted rows are overwritten, so that no forgotten text can be recovered.
  await database.read((connection) => connection.all('PRAGMA secure_delete = ON'));
  return { database, driver };
}
