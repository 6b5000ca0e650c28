import type { Connection, Migration, ReadConnection } from '../../storage/index.js';

const FIRST_TABLES = `
-- Grows with every change that others keep in memory: who saw revision n loads what is above it.
CREATE TABLE graph (revision INTEGER NOT NULL) STRICT;
INSERT INTO graph VALUES (0);

-- Numbers are never used again: a process that still knows a deleted one must not take another decision for it.
CREATE TABLE decisions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  question TEXT NOT NULL,
  question_hash TEXT NOT NULL,
  consensus TEXT NOT NULL,
  winning_option TEXT,
  status TEXT NOT NULL,
  result_status TEXT NOT NULL,
  participants TEXT NOT NULL,
  decided_at TEXT NOT NULL,
  transcript_path TEXT,
  working_directory TEXT NOT NULL,
  cost_usd REAL,
  duplicate_of INTEGER REFERENCES decisions ON DELETE SET NULL,
  first_round_winner TEXT,
  archived_at TEXT,
  linked_in INTEGER REFERENCES spaces ON DELETE SET NULL,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX decisions_by_time ON decisions (decided_at, id);
CREATE INDEX decisions_by_question ON decisions (question_hash, decided_at);
CREATE INDEX decisions_by_revision ON decisions (revision, number, archived_at);
CREATE INDEX decisions_by_link ON decisions (linked_in, number);
CREATE INDEX decisions_by_original ON decisions (duplicate_of) WHERE duplicate_of IS NOT NULL;

CREATE TABLE stances (
  decision INTEGER NOT NULL REFERENCES decisions ON DELETE CASCADE,
  place INTEGER NOT NULL,
  participant TEXT NOT NULL,
  model TEXT NOT NULL,
  option TEXT,
  confidence REAL,
  rationale TEXT NOT NULL,
  final_position TEXT NOT NULL,
  first_option TEXT,
  PRIMARY KEY (decision, place)
) STRICT;

CREATE TABLE similarities (
  decision INTEGER NOT NULL REFERENCES decisions ON DELETE CASCADE,
  neighbour INTEGER NOT NULL REFERENCES decisions ON DELETE CASCADE,
  score REAL NOT NULL,
  PRIMARY KEY (decision, neighbour)
) STRICT, WITHOUT ROWID;
CREATE INDEX similarities_by_neighbour ON similarities (neighbour);
CREATE INDEX similarities_by_score ON similarities (score);

CREATE TABLE outcomes (
  decision INTEGER PRIMARY KEY REFERENCES decisions ON DELETE CASCADE,
  outcome TEXT NOT NULL,
  note TEXT,
  superseded_by INTEGER REFERENCES decisions ON DELETE SET NULL,
  recorded_at TEXT NOT NULL
) STRICT;
CREATE INDEX outcomes_by_successor ON outcomes (superseded_by) WHERE superseded_by IS NOT NULL;

-- What vectors were made with: those of two models have nothing to do with each other.
CREATE TABLE spaces (
  number INTEGER PRIMARY KEY,
  backend TEXT NOT NULL,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  used_at TEXT NOT NULL,
  UNIQUE (backend, model, dimensions)
) STRICT;

CREATE TABLE embeddings (
  number INTEGER PRIMARY KEY,
  decision INTEGER NOT NULL REFERENCES decisions ON DELETE CASCADE,
  space INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  vector BLOB NOT NULL,
  revision INTEGER NOT NULL,
  UNIQUE (decision, space)
) STRICT;
CREATE INDEX embeddings_by_revision ON embeddings (space, revision);

CREATE TABLE deletions (revision INTEGER PRIMARY KEY, decision INTEGER NOT NULL) STRICT;
`;

/** Times are written as ISO 8601 in UTC, so they sort as texts. A published migration never changes; what it got wrong, the next one corrects. */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'decisions',
    apply: (connection) => connection.exec(FIRST_TABLES),
  },
  {
    // It served nothing but an average, and every link paid for it.
    name: 'no index of scores',
    apply: (connection) => connection.exec('DROP INDEX similarities_by_score'),
  },
  {
    // Found by clustering, which takes too long for a list of models.
    name: 'topics',
    apply: (connection) =>
      connection.exec(
        'CREATE TABLE topics (decision INTEGER PRIMARY KEY REFERENCES decisions ON DELETE CASCADE, topic TEXT) STRICT',
      ),
  },
  {
    // The index finds the questions that begin with the same sentences.
    name: 'options, index of questions',
    apply: (connection) =>
      connection.exec(`
ALTER TABLE decisions ADD COLUMN options TEXT NOT NULL DEFAULT '[]';
CREATE INDEX decisions_by_text ON decisions (question, question_hash);
`),
  },
];

/** The number of a change. Every change that others keep in memory takes one, inside its own transaction. */
export function nextRevision(connection: Connection): number {
  const row = connection.first<{ revision: number }>('UPDATE graph SET revision = revision + 1 RETURNING revision');
  if (row === undefined) throw new Error('the table graph is empty');
  return row.revision;
}

export function currentRevision(connection: ReadConnection): number {
  return connection.first<{ revision: number }>('SELECT revision FROM graph')?.revision ?? 0;
}

/** Makes every process read this decision again. */
export function touch(connection: Connection, number: number): void {
  connection.run('UPDATE decisions SET revision = ? WHERE number = ?', [nextRevision(connection), number]);
}
