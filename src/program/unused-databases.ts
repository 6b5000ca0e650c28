import path from 'node:path';
import type { UnusedDatabase } from '../cli/shell.js';
import type { Settings } from '../config/index.js';
import type { MovedFolder } from '../council/runs/store/move-runs.js';
import { realPathOf } from '../kernel/real-path.js';
import { UserError } from '../kernel/user-error.js';
import type { DatabaseOptions, UnusedDatabase as Examined, Migration, ReadConnection } from '../storage/index.js';
import { hasKnownExperiences, openKnownDatabases } from './known-databases.js';

/** The databases and the journal of a project that are not used, each with what is in it and what can be done about it. */
export async function findUnusedDatabases(projectFolder: string): Promise<readonly UnusedDatabase[]> {
  const project = realPathOf(projectFolder);
  const { dataFolder, journalFolder } = await findFolders(projectFolder);
  const known = openKnownDatabases(projectFolder, process.env);
  const { examineUnused } = await import('../storage/index.js');
  const found = DATABASES.map(async (kind) => {
    const file = path.join(dataFolder, kind.name);
    const options = { migrations: await kind.migrations(), known };
    const examined = await examineUnused(file, options, (connection) => summarize(connection, kind));
    const adopt = async () => {
      const storage = await import('../storage/index.js');
      const formerFile = await storage.adoptDatabase(file, options);
      // What a stranger recorded stays about the folder of that stranger.
      const formerProject = formerFile && projectOf(formerFile, path.relative(project, file));
      if (formerProject) await kind.move?.({ from: formerProject, to: project }, file, options);
    };
    return examined === undefined ? [] : [toUnused(file, options, { ...examined, adopt })];
  });
  const isKnownProject = () => hasKnownExperiences(dataFolder, known);
  return [...(await Promise.all(found)).flat(), ...(await unusedJournal(journalFolder, isKnownProject))];
}

async function unusedJournal(folder: string, isKnownProject: () => Promise<boolean>): Promise<UnusedDatabase[]> {
  const { claimJournal, createJournal } = await import('../journal/index.js');
  const entries = await createJournal({ folder, isKnownProject }).foreignEntries();
  if (entries === undefined) return [];
  return [
    {
      name: path.join(path.basename(path.dirname(folder)), path.basename(folder)),
      action: 'adopt',
      description: `${entries.resolved} resolved and ${entries.open} open entries`,
      async apply() {
        if (!claimJournal(folder)) throw new UserError('conflict', UNWRITABLE);
      },
    },
  ];
}

const UNWRITABLE =
  'the journal cannot be adopted: its folder and the folder of your own config must be writable, and the latter not inside the former';

/** The project of a file that was there under the same relative path; undefined if it was elsewhere. */
function projectOf(file: string, relativePath: string): string | undefined {
  const end = path.sep + relativePath;
  return file.endsWith(end) ? file.slice(0, -end.length) : undefined;
}

/**
 * A config that waits for trust cannot be loaded yet. Then only the default folders are looked at; the next `witan init`,
 * after trust, sees a folder that the config chooses.
 */
async function findFolders(projectFolder: string): Promise<Pick<Storage, 'dataFolder' | 'journalFolder'>> {
  const { configContext, loadSettings } = await import('../config/index.js');
  try {
    return (await loadSettings(configContext(projectFolder))).storage;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return {
      dataFolder: path.join(projectFolder, '.witan'),
      journalFolder: path.join(projectFolder, '.claude/journal'),
    };
  }
}

type Storage = Settings['storage'];

interface DatabaseKind {
  readonly name: string;
  readonly migrations: () => Promise<readonly Migration[]>;
  /** What its main table holds, one and several. */
  readonly nouns: readonly [string, string];
  readonly table: string;
  /** The column with the time of a row. */
  readonly time: string;
  /** What refers to the folder of the project follows it. */
  readonly move?: (folders: MovedFolder, file: string, options: DatabaseOptions) => Promise<void>;
}

const DATABASES: readonly DatabaseKind[] = [
  {
    name: 'decisions.db',
    migrations: async () => (await import('../decisions/store/tables.js')).MIGRATIONS,
    nouns: ['decision', 'decisions'],
    table: 'decisions',
    time: 'decided_at',
  },
  {
    name: 'runs.db',
    migrations: async () => (await import('../council/runs/store/tables.js')).MIGRATIONS,
    nouns: ['recorded deliberation', 'recorded deliberations'],
    table: 'runs',
    time: 'started_at',
    async move(folders, file, options) {
      const [{ openDatabase }, { moveRuns }] = await Promise.all([
        import('../storage/index.js'),
        import('../council/runs/store/move-runs.js'),
      ]);
      const database = await openDatabase(file, options);
      await database.write((connection) => moveRuns(connection, folders));
      await database.close();
    },
  },
  {
    name: 'experiences.db',
    migrations: async () => (await import('../learning/migrations.js')).LEARNING_MIGRATIONS,
    nouns: ['experience', 'experiences'],
    table: 'experiences',
    time: 'created_at',
  },
];

/** Such as "12 decisions, 2026-01-02 to 2026-03-04". */
function summarize(connection: ReadConnection, { nouns: [one, several], table, time }: DatabaseKind): string {
  const isMade = connection.first('SELECT 1 FROM sqlite_schema WHERE name = ?', [table]) !== undefined;
  if (!isMade) return `no ${several}`;
  const { count, first, last } = connection.first<{ count: number; first: unknown; last: unknown }>(
    `SELECT count(*) AS count, min(${time}) AS first, max(${time}) AS last FROM ${table}`,
  ) ?? { count: 0, first: null, last: null };
  if (count === 0) return `no ${several}`;
  return `${count} ${count === 1 ? one : several}, ${toDay(first)} to ${toDay(last)}`;
}

function toDay(time: unknown): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(String(time))?.[0] ?? 'an unknown date';
}

type Adoptable = Examined<string> & { readonly adopt: () => Promise<void> };

function toUnused(file: string, options: DatabaseOptions, examined: Adoptable): UnusedDatabase {
  const name = path.join(path.basename(path.dirname(file)), path.basename(file));
  switch (examined.kind) {
    case 'unknown':
      return {
        name,
        action: 'adopt',
        description: examined.summary ?? 'too large to be looked at here',
        apply: examined.adopt,
      };
    case 'unsafe':
      return {
        name,
        action: 'move-aside',
        description: examined.reason,
        async apply() {
          await (await import('../storage/index.js')).moveDatabaseAside(file, options);
        },
      };
    case 'unusable':
      return { name, action: 'none', description: examined.reason };
  }
}
