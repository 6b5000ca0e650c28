const MEMORY = ['tests/integration/project-memory.test.ts'];

export const HOSTILE_DATABASES = {
  'hostile-databases': [
    {
      removes: 'the look at the device and inode of the git folder',
      file: 'src/storage/project-memory.ts',
      edits: [{ from: 'record.inode === commonDir.inode && ', to: '' }],
      suites: MEMORY,
    },
    {
      removes: 'the look whether a repository names the worktree',
      file: 'src/storage/project-memory.ts',
      edits: [{ from: ' !== gitFile) return undefined;', to: " === '') return undefined;" }],
      suites: MEMORY,
    },
    {
      removes: 'the path from the list of databases of earlier versions',
      file: 'src/storage/move-old-databases.ts',
      edits: [{ from: 'entry.id === id && entry.file === file', to: 'id !== entry.file || file' }],
      suites: MEMORY,
    },
    {
      removes: 'the refusal of a data folder inside the project',
      file: 'src/storage/make-project-memory.ts',
      edits: [{ from: '  if (!isInside(folder, realPathOf(memory))) return;', to: '  if (folder !== memory) return;' }],
      suites: MEMORY,
    },
  ],
  'killed-creators': [
    {
      removes: 'the transaction of a migration',
      file: 'src/storage/database/migrate.ts',
      edits: [
        {
          from: "session.transact('BEGIN IMMEDIATE', (connection) => apply(connection, version, migration))",
          to: 'session.outsideTransaction((connection) => apply(connection, version, migration))',
        },
      ],
    },
  ],
};
