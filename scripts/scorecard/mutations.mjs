// How the guards of each row are switched off, one at a time, so that `--mutate` can show that the suites would miss them:
// what is removed, by which edits, and, where they are not all needed, the suites that must go red.

/** A database that acknowledges what it has not stored yet: only every fifth transaction is kept. */
const LATE_COMMIT = {
  removes: 'the commit before the acknowledgement',
  file: 'src/storage/database/session.ts',
  edits: [
    { from: '  connection.exec(begin);\n', to: '  try { connection.exec(begin); } catch {}\n' },
    {
      from: "    connection.exec('COMMIT');\n",
      to: "    globalThis.ended = (globalThis.ended ?? 0) + 1;\n    if (globalThis.ended % 5 === 0) connection.exec('COMMIT');\n",
    },
  ],
};

/** What a deliberation leaves behind, of a kind that is measured by itself. */
function leaking(removes, kept) {
  return {
    removes,
    file: 'src/kernel/ids.ts',
    edits: [
      {
        from: 'export function newDeliberationId(now: Date): string {\n',
        to: `const kept: unknown[] = [];\nexport function newDeliberationId(now: Date): string {\n  kept.push(${kept});\n`,
      },
    ],
    // A small leak shows only over the full length.
    environment: { WITAN_SOAK: '1000' },
  };
}

export const MUTATIONS = {
  'kill-decisions': [LATE_COMMIT],
  'kill-storage': [LATE_COMMIT],
  'kill-journal': [
    {
      removes: 'waiting for the entry to be written',
      file: 'src/journal/files/current-entry.ts',
      edits: [{ from: '  await writeAtomically(seat.current,', to: '  void writeAtomically(seat.current,' }],
    },
  ],
  'kill-runs': [
    LATE_COMMIT,
    {
      removes: 'keeping the answers that were recorded',
      file: 'src/council/runs/store/run-record.ts',
      edits: [
        {
          from: 'export function answerToKeep(',
          to: 'export const answerToKeep = (_: RecordedCall): ModelAnswer | undefined => undefined;\nexport function kept(',
        },
      ],
    },
  ],
  'kill-knowledge': [
    {
      removes: 'waiting for the graph to be written',
      file: 'src/guidance/graph/change-graph.ts',
      edits: [{ from: '        await writeAtomically(', to: '        void writeAtomically(' }],
    },
    LATE_COMMIT,
  ],
  'full-disk': [
    {
      removes: 'the draft: the new text is written over the old one',
      file: 'src/storage/write-atomically.ts',
      edits: [
        { from: '  const draft = join(', to: '  const draft = path;\n  void join(' },
        { from: "open(draft, 'wx', mode)", to: "open(draft, 'w', mode)" },
      ],
      suites: ['tests/integration/journal/full-disk.test.ts'],
    },
    {
      removes: 'the look at the size of the draft',
      file: 'src/storage/write-atomically.ts',
      edits: [{ from: '    await expectSize(file, size);\n', to: '' }],
      suites: ['tests/faults/disk/lost-bytes.test.ts'],
    },
    {
      removes: 'the verdict without a transcript',
      file: 'src/council/transcript/keep-transcript.ts',
      edits: [
        { from: "    logger.log('error', 'transcript_not_kept', { folder, reason });\n", to: '    throw error;\n' },
      ],
      suites: ['tests/faults/disk/full-disk-council.test.ts'],
      environment: { WITAN_FAULTS: 'full' },
    },
    {
      removes: 'the hook that answers without its index',
      file: 'src/guidance/hook-index/index-file.ts',
      edits: [{ from: '    rmQuietly(draft);\n    return false;\n', to: "    throw new Error('no room');\n" }],
      suites: ['tests/integration/hooks/malformed.test.ts'],
    },
    {
      removes: 'the exit code for output that did not arrive',
      file: 'src/main/command-line-ports.ts',
      edits: [{ from: "  if (error.code === 'EPIPE') process.exit(0);\n", to: '  process.exit(0);\n' }],
      suites: ['tests/integration/cli-output.test.ts'],
    },
    {
      removes: 'the difference between a full disk and any other fault of a database',
      file: 'src/storage/database/describe-failure.ts',
      edits: [{ from: "  ['SQLITE_FULL', FULL],\n", to: '' }],
      suites: ['tests/contracts/storage-database.test.ts'],
    },
  ],
  // Not the guard that ends processes: without it they would stay on the machine that runs this.
  'hostile-children': [
    {
      removes: 'the end of a flood',
      file: 'src/processes/run-child.ts',
      edits: [{ from: "      flooded.then((): Ending => ({ kind: 'output_too_large' })),\n", to: '' }],
      suites: ['tests/integration/hostile-children.test.ts'],
    },
  ],
  'malformed-replies': [
    {
      removes: 'the look whether a reply says anything',
      file: 'adapters/http/apis/read-answer.ts',
      edits: [
        { from: "  if (text !== '') return success({ text, usage });\n", to: '  return success({ text, usage });\n' },
      ],
      suites: ['tests/contracts/model-adapter-http.test.ts'],
    },
    {
      removes: 'the bounds of a confidence',
      file: 'src/council/vote/read-vote.ts',
      edits: [{ from: ' || !(number >= 0 && number <= 100)) return undefined;', to: ') return undefined;' }],
      suites: ['tests/unit/council/parse-vote.test.ts'],
    },
  ],
  'hostile-requests': [
    {
      removes: 'the wall around the project',
      file: 'src/council/evidence/confinement/walls.ts',
      edits: [
        {
          from: "if (!realPath.startsWith(walls.root + sep)) return { kind: 'outside' };",
          to: "if (!realPath.startsWith(walls.root + sep)) return { kind: 'inside', path: realPath };",
        },
      ],
      suites: ['tests/integration/evidence-hostile/hostile.test.ts'],
    },
  ],
  'malformed-requests': [
    {
      removes: 'the check of what a tool is called with',
      file: 'src/mcp/define-tool.ts',
      edits: [
        {
          from: '      if (!parsed.success) {\n',
          to: '      if (!parsed.success) return definition.handle(given, call);\n      {\n',
        },
      ],
      suites: ['tests/integration/mcp-bad-input.test.ts'],
    },
    {
      removes: 'the check of the participants',
      file: 'src/council/check-request.ts',
      edits: [{ from: '  checkParticipants(request.participants);\n', to: '' }],
      suites: ['tests/unit/council/bad-input.test.ts'],
    },
  ],
  'planted-secrets': [
    {
      removes: 'the redaction',
      file: 'src/council/redact.ts',
      edits: [{ from: '      return await redactor.redact(text);\n', to: '      return text;\n' }],
      suites: ['tests/integration/planted-secrets-council.test.ts'],
    },
  ],
  'stdout-purity': [
    {
      removes: 'the way of stray output to standard error',
      file: 'src/kernel/own-standard-output.ts',
      edits: [{ from: '  stdout.write = stderr.write.bind(stderr);\n', to: '' }],
    },
  ],
  'hook-events': [
    {
      // Three nets below each other: with any one of them in place nothing falls through.
      removes: 'the three nets below a hook',
      file: 'src/main/bin/hook.ts',
      edits: [
        { from: "process.on('uncaughtException', end);\nprocess.on('unhandledRejection', end);\n", to: '' },
        { from: '  .then(end, end);', to: '  .then(end);' },
        {
          file: 'src/hooks/protocol.ts',
          from: '  } catch {\n    return undefined;\n  }\n  if (!isRecord(raw))',
          to: '  } catch (error) {\n    throw error;\n  }\n  if (!isRecord(raw))',
        },
      ],
    },
  ],
  writers: [
    {
      removes: 'the lock of the journal',
      file: 'src/journal/lock/try-lock.ts',
      edits: [
        {
          from: '    if (!linkUnlessTaken(draft, path)) return { heldBy: readHolder(path)?.mark };\n',
          to: '    linkUnlessTaken(draft, path);\n',
        },
      ],
      suites: ['tests/integration/journal/several-processes.test.ts'],
    },
  ],
  'damaged-stores': [
    {
      removes: 'the look whether the file is still the same',
      file: 'src/storage/database/create-database.ts',
      edits: [{ from: '      identity.expectInPlace();\n', to: '' }],
      suites: ['tests/contracts/storage-database.test.ts'],
    },
  ],
  network: [
    {
      removes: 'the deadline of a call',
      file: 'adapters/http/call/deadline.ts',
      edits: [
        {
          from: '  const timer = setTimeout(abort, Math.min(timeoutMs, LONGEST_TIMER_MS));\n',
          to: '  const timer = setTimeout(() => undefined, LONGEST_TIMER_MS).unref();\n',
        },
      ],
    },
  ],
  ledger: [
    {
      removes: 'the usage of earlier tries',
      file: 'adapters/http/call-http.ts',
      edits: [{ from: 'sumUsage(begun > tries.length ? [...tries, {}] : tries)', to: 'sumUsage(tries.slice(-1))' }],
    },
  ],
  simulation: [
    {
      removes: 'the end of a debate in which all agree',
      file: 'src/council/debate/when-to-stop.ts',
      edits: [{ from: '  return isUnanimous && ', to: '  return isUnanimous && votes.length < 0 && ' }],
      suites: ['tests/unit/council/simulation'],
    },
    {
      removes: 'the rule that the most votes win',
      file: 'src/council/verdict/reach-verdict.ts',
      edits: [{ from: 'Math.max(...Object.values(tally))', to: 'Math.min(...Object.values(tally))' }],
      suites: ['tests/faults/simulation'],
    },
  ],
  soak: [
    {
      // What it leaves behind ends by itself after two minutes.
      removes: 'the end of what a program has left running',
      file: 'src/processes/run-child.ts',
      edits: [{ from: '  await endWhatIsLeft(ending, child, group, request);\n', to: '' }],
    },
    leaking('the care for the heap: 4 KB are kept of each deliberation', 'new Array(512).fill(0.5)'),
    leaking('the care for buffers: 4 KB are kept of each deliberation', 'new Uint8Array(4096)'),
  ],
};
