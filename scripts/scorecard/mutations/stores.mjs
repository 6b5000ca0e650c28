export const STORES = {
  'full-disk': [
    {
      removes: 'the draft: the new text is written over the old one',
      file: 'src/storage/own-files/write-own-file.ts',
      edits: [
        {
          from: '  return writeAtomically(path, content, { mode: PRIVATE_FILE, ...options, files: OWN_FILES });',
          to: '  void [writeAtomically, options];\n  return Promise.resolve(overwriteOwnFile(path, content as string));',
        },
      ],
      suites: ['tests/integration/journal/full-disk.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the look at the size of the draft',
      file: 'src/kernel/write-atomically.ts',
      edits: [
        {
          from: '      await flush(descriptor);\n      expectSize(descriptor, size);\n',
          to: '      await flush(descriptor);\n',
        },
      ],
      suites: ['tests/faults/disk/lost-bytes.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the verdict without a transcript',
      file: 'src/council/transcript/save-transcript.ts',
      edits: [
        { from: "    logger.log('error', 'transcript_not_kept', { folder, reason });\n", to: '    throw error;\n' },
      ],
      suites: ['tests/faults/disk/full-disk-council.test.ts'],
      environment: { WITAN_FAULTS: 'full' },
    },
    {
      removes: 'the hook that answers without its index',
      file: 'src/guidance/hook-index/index-file.ts',
      edits: [{ from: '    // Without it hooks read the graphs.\n', to: "    throw new Error('no room');\n" }],
      suites: ['tests/integration/hooks/malformed.test.ts'],
    },
    {
      removes: 'the exit code for output that did not arrive',
      file: 'src/cli/process-shell.ts',
      edits: [{ from: "  if (error.code === 'EPIPE') process.exit(0);\n", to: '  process.exit(0);\n' }],
      suites: ['tests/integration/cli-output.test.ts'],
    },
    {
      removes: 'the difference between a full disk and any other fault of a database',
      file: 'src/storage/database/describe-failure.ts',
      edits: [{ from: "  ['SQLITE_FULL', FULL],\n", to: '' }],
      suites: ['tests/contracts/storage-database.test.ts'],
      builds: 'neither',
    },
  ],
  writers: [
    {
      removes: 'the lock of the journal',
      file: 'src/storage/own-files/file-lock.ts',
      edits: [
        {
          from: '  return createOwnFileAtOnce(path, lockText(token))\n',
          to: '  return createOwnFileAtOnce(path, lockText(token)) || token\n',
        },
      ],
      suites: ['tests/integration/journal/several-processes.test.ts'],
    },
    {
      removes: 'the wait for a database that another process has locked',
      file: 'src/storage/database/session.ts',
      edits: [{ from: "new Set(['SQLITE_BUSY', 'SQLITE_PROTOCOL'])", to: 'new Set<string>()' }],
      suites: ['tests/integration/storage/several-processes.test.ts'],
    },
    {
      removes: 'the look at the version under the lock when several make the schema',
      file: 'src/storage/database/migrate.ts',
      edits: [{ from: '  if (versionOf(connection) !== version) return false;\n', to: '' }],
      suites: ['tests/integration/storage/several-processes.test.ts'],
    },
    {
      removes: 'the look for what others have stored, before a recall',
      file: 'src/decisions/memory/question-index.ts',
      edits: [
        {
          from: '    if (isCurrent) return;\n',
          to: '    if (isCurrent || Number.isFinite(seen.dataVersion)) return;\n',
        },
      ],
      suites: ['tests/integration/decisions/several-processes.test.ts'],
    },
    {
      removes: 'the one write at the end of a log',
      file: 'src/storage/own-files/open-own-file.ts',
      edits: [{ from: '  append: O_RDWR | O_APPEND | SAFE,', to: '  append: O_RDWR | SAFE,' }],
      suites: ['tests/unit/storage/jsonl.test.ts'],
    },
  ],
  'damaged-stores': [
    {
      removes: 'the refusal of a database of a newer program',
      file: 'src/storage/database/migrate.ts',
      edits: [{ from: '  if (version > known) {\n', to: '  if (version > known + 1e9) {\n' }],
      suites: ['tests/integration/decisions/unusable-database.test.ts'],
    },
    {
      removes: 'the refusal of a database of another program',
      file: 'src/storage/database/migrate.ts',
      edits: [{ from: '(version === 0 && tables > 0)', to: '(version === 0 && tables > 1e9)' }],
      suites: ['tests/integration/decisions/unusable-database.test.ts'],
    },
    {
      removes: 'the words for a damaged database',
      file: 'src/storage/database/describe-failure.ts',
      edits: [{ from: "  ['SQLITE_CORRUPT', ", to: "  ['SQLITE_SOUND', " }],
      suites: ['tests/integration/decisions/unusable-database.test.ts'],
    },
  ],
};
