const HOSTILE = ['tests/integration/storage/hostile-database.test.ts'];

/** The name of a database's log, as the code writes it. */
const LOG = ['`', '{file}-wal`'].join('$');

export const HOSTILE_DATABASES = {
  'hostile-databases': [
    {
      removes: 'the refusal of a journal that names another file',
      file: 'src/storage/database/check-files.ts',
      edits: [{ from: '  await expectNoJournal(file);\n', to: '' }],
      suites: HOSTILE,
      builds: 'neither',
    },
    {
      removes: 'the look for links and pipes in place of the log',
      file: 'src/storage/database/check-files.ts',
      edits: [
        { from: `statOwnFile(${LOG})`, to: `lstatSync(${LOG}, { throwIfNoEntry: false })` },
        { from: 'import { fstatSync }', to: 'import { fstatSync, lstatSync }' },
      ],
      suites: HOSTILE,
      builds: 'neither',
    },
    {
      removes: 'the list of known databases',
      file: 'src/storage/database/known-file.ts',
      edits: [{ from: '  if (known === undefined) return true;\n', to: '  return true;\n' }],
      suites: HOSTILE,
      builds: 'neither',
    },
    {
      removes: 'the path from the list of known databases',
      file: 'src/config/trust/known-databases.ts',
      edits: [{ from: ' && entry.file === file', to: '' }],
      suites: HOSTILE,
      builds: 'neither',
    },
    {
      removes: 'the distrust of a list inside the project',
      file: 'src/config/trust/known-databases.ts',
      edits: [
        { from: 'if (!(await liesInside(configFolder, projectFolder))) return;', to: 'if (projectFolder) return;' },
        { from: 'import { liesInside, type WriteFile }', to: 'import type { WriteFile }' },
      ],
      suites: ['tests/unit/config/known-databases.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the comparison of the schema',
      file: 'src/storage/database/open-database.ts',
      edits: [{ from: '  if (difference === undefined) return;\n', to: '  if (difference !== null) return;\n' }],
      suites: HOSTILE,
      builds: 'neither',
    },
    {
      removes: 'the refusal of a log of another database',
      file: 'src/storage/database/open-database.ts',
      edits: [{ from: '  if (context.known !== undefined) await expectOwnLog(found.id, context);\n', to: '' }],
      suites: HOSTILE,
      builds: 'neither',
    },
    {
      removes: 'the refusal of a log without the header of the database',
      file: 'src/storage/database/check-log.ts',
      edits: [{ from: '    if (isCommit && !hasOwnHeader) return false;\n', to: '' }],
      suites: HOSTILE,
      builds: 'neither',
    },
    {
      removes: 'the header in every transaction',
      file: 'src/storage/database/session.ts',
      edits: [{ from: "    if (begin === 'BEGIN IMMEDIATE') markAsOurs(connection);\n", to: '' }],
      suites: HOSTILE,
      builds: 'neither',
    },
    {
      removes: 'the new name of a log that was left without its database',
      file: 'src/storage/database/create-file.ts',
      edits: [{ from: "if (found.kind === 'nothing') logger", to: "if (found.kind === 'never') logger" }],
      suites: HOSTILE,
      builds: 'neither',
    },
    {
      removes: 'the new id of an adopted database',
      file: 'src/storage/database/adopt-database.ts',
      edits: [{ from: 'writeId(connection, id)', to: 'id > 0' }],
      suites: HOSTILE,
      builds: 'neither',
    },
    {
      removes: 'the default no of the question about a database',
      file: 'src/cli/init/adoption-steps.ts',
      edits: [{ from: '/^\\s*y(es)?\\s*$/i', to: '/^\\s*(y(es)?)?\\s*$/i' }],
      suites: ['tests/unit/cli/init/adoption.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the own folder of a finished deliberation',
      file: 'src/council/resume-deliberation.ts',
      edits: [{ from: '  await expectOwnProject(asked, setup);\n', to: '' }],
      suites: ['tests/integration/hostile-databases.test.ts'],
    },
  ],
  'killed-creators': [
    {
      removes: 'the other name under which a database is made',
      file: 'src/storage/database/create-file.ts',
      edits: [
        { from: 'const draft = newDraftName(context.file);', to: 'const draft = context.file;' },
        { from: '    nameDraft(draft, context.file);\n', to: '' },
      ],
    },
    {
      removes: 'the sweep of what killed creators left',
      file: 'src/storage/database/check-files.ts',
      edits: [
        { from: '    sweepDrafts(file);\n    return', to: '    return' },
        { from: '      sweepDrafts(file);\n', to: '' },
      ],
    },
  ],
};
