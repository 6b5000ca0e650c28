import type { Migration } from '../storage/index.js';
import type { ExperienceRow } from './database/tables.js';
import { fromRow } from './experiences/experience-row.js';
import { saveWords } from './experiences/store-experience.js';

// Databases store these texts, and one whose tables were made by other texts is refused: not even a space may change.

const EXPERIENCE_TABLES = `
      CREATE TABLE experiences (
        id TEXT PRIMARY KEY, session_id TEXT NOT NULL,
        created_at TEXT NOT NULL, created_ms INTEGER NOT NULL, resolved_at TEXT NOT NULL,
        domain TEXT NOT NULL, strategy TEXT NOT NULL,
        goal TEXT NOT NULL, hypothesis TEXT NOT NULL, action TEXT NOT NULL, prediction TEXT NOT NULL,
        outcome_status TEXT NOT NULL, outcome_result TEXT NOT NULL, auto_captured INTEGER NOT NULL,
        surprise TEXT, root_cause_category TEXT, root_cause_description TEXT,
        lesson_what_worked TEXT, lesson_takeaway TEXT,
        confidence_tier TEXT NOT NULL, tier_reason TEXT,
        iteration_count INTEGER NOT NULL, history_count INTEGER NOT NULL, history TEXT NOT NULL, notes TEXT NOT NULL,
        revision INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX experiences_by_time ON experiences (created_ms, id);
      CREATE INDEX experiences_by_revision ON experiences (revision);
      CREATE INDEX experiences_by_strategy ON experiences (domain, strategy, outcome_status);

      CREATE TABLE embeddings (
        id INTEGER PRIMARY KEY, backend TEXT NOT NULL, model TEXT NOT NULL, dimensions INTEGER NOT NULL,
        UNIQUE (backend, model, dimensions)
      ) STRICT;
      CREATE TABLE vectors (
        experience_id TEXT NOT NULL REFERENCES experiences ON DELETE CASCADE, axis TEXT NOT NULL,
        embedding_id INTEGER NOT NULL REFERENCES embeddings,
        vector BLOB NOT NULL, statements BLOB, revision INTEGER NOT NULL,
        PRIMARY KEY (experience_id, axis, embedding_id)
      ) STRICT;
      CREATE INDEX vectors_by_revision ON vectors (embedding_id, axis, revision);

      CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
      INSERT INTO counters VALUES ('revision', 0), ('removals', 0);
`;

const CLUSTER_TABLES = `
      CREATE TABLE clusterings (
        axis TEXT PRIMARY KEY, revision INTEGER NOT NULL, embedding_id INTEGER NOT NULL REFERENCES embeddings,
        space BLOB NOT NULL, min_cluster_size INTEGER NOT NULL, min_samples INTEGER NOT NULL,
        experience_count INTEGER NOT NULL, noise_count INTEGER NOT NULL,
        next_label INTEGER NOT NULL, computed_at TEXT NOT NULL
      ) STRICT;
      CREATE TABLE clusters (
        axis TEXT NOT NULL, label INTEGER NOT NULL, size INTEGER NOT NULL, avg_weight REAL NOT NULL,
        embedding_id INTEGER NOT NULL REFERENCES embeddings, centroid BLOB NOT NULL,
        mean_distance REAL NOT NULL, deviation REAL NOT NULL,
        first_seen_at TEXT NOT NULL, retired_at TEXT,
        PRIMARY KEY (axis, label)
      ) STRICT;
      CREATE TABLE cluster_members (
        axis TEXT NOT NULL, label INTEGER NOT NULL,
        experience_id TEXT NOT NULL REFERENCES experiences ON DELETE CASCADE,
        PRIMARY KEY (axis, label, experience_id),
        FOREIGN KEY (axis, label) REFERENCES clusters
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX cluster_members_by_experience ON cluster_members (experience_id);

      CREATE TABLE learned_values (
        id TEXT PRIMARY KEY, text TEXT NOT NULL, wording TEXT NOT NULL, axis TEXT NOT NULL, label INTEGER NOT NULL,
        cluster_size INTEGER NOT NULL, similarity REAL NOT NULL, drift TEXT,
        created_at TEXT NOT NULL, checked_at TEXT NOT NULL,
        UNIQUE (axis, label, wording), FOREIGN KEY (axis, label) REFERENCES clusters
      ) STRICT;
      CREATE TABLE value_vectors (
        value_id TEXT NOT NULL REFERENCES learned_values ON DELETE CASCADE,
        embedding_id INTEGER NOT NULL REFERENCES embeddings, vector BLOB NOT NULL,
        PRIMARY KEY (value_id, embedding_id)
      ) STRICT;
`;

export const LEARNING_MIGRATIONS: readonly Migration[] = [
  {
    name: 'experiences, vectors, clusters, values',
    apply: (connection) => connection.exec(`${EXPERIENCE_TABLES} ${CLUSTER_TABLES}`),
  },
  {
    name: 'which file it is',
    apply: (connection) =>
      connection.exec(`
      CREATE TABLE identity (store_id TEXT NOT NULL) STRICT;
      INSERT INTO identity VALUES (lower(hex(randomblob(16))));
    `),
  },
  {
    // Only the ids of examples and lessons: a copy of their texts would outlive an experience that is deleted.
    name: 'clusters explain themselves',
    apply: (connection) =>
      connection.exec(`
      ALTER TABLE clusters ADD COLUMN title TEXT NOT NULL DEFAULT '';
      ALTER TABLE clusters ADD COLUMN first_example TEXT;
      ALTER TABLE clusters ADD COLUMN second_example TEXT;
      ALTER TABLE clusters ADD COLUMN lesson_of TEXT;
      ALTER TABLE clusters ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE clusters ADD COLUMN falsified INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE clusters ADD COLUMN abandoned INTEGER NOT NULL DEFAULT 0;
      UPDATE clusterings SET revision = -1;
    `),
  },
  {
    // Vectors are made again in the background, in a quarter of the room.
    name: 'packed vectors and words',
    apply: (connection) => {
      connection.exec(`
        DROP TABLE vectors;
        CREATE TABLE vectors (
          experience_id TEXT NOT NULL REFERENCES experiences ON DELETE CASCADE, axis TEXT NOT NULL,
          embedding_id INTEGER NOT NULL REFERENCES embeddings, vector BLOB NOT NULL, revision INTEGER NOT NULL,
          PRIMARY KEY (experience_id, axis, embedding_id)
        ) STRICT;
        CREATE INDEX vectors_by_revision ON vectors (embedding_id, axis, revision);
        CREATE TABLE statements (
          experience_id TEXT NOT NULL REFERENCES experiences ON DELETE CASCADE,
          embedding_id INTEGER NOT NULL REFERENCES embeddings, vectors BLOB NOT NULL,
          PRIMARY KEY (experience_id, embedding_id)
        ) STRICT;
        CREATE TABLE words (
          experience_id TEXT PRIMARY KEY REFERENCES experiences ON DELETE CASCADE, words BLOB NOT NULL
        ) STRICT;
      `);
      for (const row of connection.all<ExperienceRow>('SELECT * FROM experiences')) {
        const experience = fromRow(row);
        if (experience !== undefined) saveWords(connection, experience);
      }
    },
  },
  {
    name: 'by which method clusters were made',
    apply: (connection) => connection.exec('ALTER TABLE clusterings ADD COLUMN method INTEGER NOT NULL DEFAULT 0'),
  },
];
