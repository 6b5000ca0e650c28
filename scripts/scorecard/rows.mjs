// What the scorecard proves, row by row: the guard in words, the suites that attack it, how many cases they try when
// nobody is in a hurry, and how to switch the guard off, so that `--mutate` can show that the suites would miss it.

/** Two edits that make a database acknowledge what it has not stored yet. */
const LATE_COMMIT = {
  file: 'src/storage/database/session.ts',
  edits: [
    { from: '  connection.exec(begin);\n', to: '  try { connection.exec(begin); } catch {}\n' },
    { from: "    connection.exec('COMMIT');\n", to: "    if (Math.random() < 0.2) connection.exec('COMMIT');\n" },
  ],
};

export const ROWS = [
  {
    id: 'kill-decisions',
    guard: 'a decision that was acknowledged survives kill -9',
    suites: ['tests/integration/decisions/killed-writer.test.ts'],
    full: { WITAN_KILLS: '200' },
    quick: { WITAN_KILLS: '10' },
    mutation: LATE_COMMIT,
  },
  {
    id: 'kill-storage',
    guard: 'a row that was acknowledged survives kill -9',
    suites: ['tests/unit/storage/killed-writer.test.ts'],
    full: { WITAN_KILLS: '200' },
    quick: { WITAN_KILLS: '12' },
    mutation: LATE_COMMIT,
  },
  {
    id: 'kill-journal',
    guard: 'a journal entry that was acknowledged survives kill -9',
    suites: ['tests/integration/journal/killed.test.ts'],
    full: { WITAN_KILLS: '200' },
    quick: { WITAN_KILLS: '20' },
    mutation: {
      file: 'src/journal/files/current-entry.ts',
      edits: [{ from: '  await writeAtomically(seat.current,', to: '  void writeAtomically(seat.current,' }],
    },
  },
  {
    id: 'kill-runs',
    guard: 'a deliberation cut off by kill -9 goes on, and asks nobody twice',
    suites: ['tests/integration/runs-kill'],
    isBuilt: true,
    full: { WITAN_KILLS: '100' },
    quick: { WITAN_KILLS: '6' },
    mutation: LATE_COMMIT,
  },
  {
    id: 'kill-knowledge',
    guard: 'an experience or an item of knowledge that was acknowledged survives kill -9',
    suites: ['tests/faults/killed'],
    full: { WITAN_KILLS: '100' },
    quick: { WITAN_KILLS: '12' },
    mutation: {
      file: 'src/guidance/graph/change-graph.ts',
      edits: [{ from: '        await writeAtomically(', to: '        void writeAtomically(' }],
    },
  },
  {
    id: 'full-disk',
    guard: 'a change that the disk has no room for leaves all as it was, and says so',
    suites: [
      'tests/integration/journal/full-disk.test.ts',
      'tests/integration/hooks/malformed.test.ts',
      'tests/integration/cli-output.test.ts',
      'tests/contracts/storage-database.test.ts',
      'tests/faults/disk',
    ],
    named: 'disk|no room|cannot be written',
    full: { WITAN_FAULTS: 'full' },
    isBuilt: true,
    mutation: {
      file: 'src/journal/failure.ts',
      edits: [{ from: "  ENOSPC: 'the disk is full; free some space and try again',\n", to: '' }],
      suites: ['tests/integration/journal/full-disk.test.ts'],
    },
  },
  {
    id: 'hostile-children',
    guard: 'a program that hangs, floods, forks or dies holds up nobody and leaves nothing running',
    suites: [
      'tests/integration/hostile-children.test.ts',
      'tests/integration/hostile-children-council.test.ts',
      'tests/integration/hostile-children-exit.test.ts',
    ],
    // Not the guard that ends processes: without it they would stay on the machine that runs this.
    mutation: {
      file: 'src/processes/run-child.ts',
      edits: [{ from: "      flooded.then((): Ending => ({ kind: 'output_too_large' })),\n", to: '' }],
      suites: ['tests/integration/hostile-children.test.ts'],
    },
  },
  {
    id: 'malformed-replies',
    guard: 'a reply that is broken, empty or of another kind is a failure with a reason, never a vote',
    suites: [
      'tests/contracts/model-adapter-http.test.ts',
      'tests/contracts/model-adapter-cli.test.ts',
      'tests/unit/council/parse-vote.test.ts',
      'tests/unit/council/parse-tool-requests.test.ts',
    ],
    mutation: {
      file: 'adapters/http/apis/read-answer.ts',
      edits: [
        { from: "  if (text !== '') return success({ text, usage });\n", to: '  return success({ text, usage });\n' },
      ],
      suites: ['tests/contracts/model-adapter-http.test.ts'],
    },
  },
  {
    id: 'hostile-requests',
    guard: 'a participant reaches nothing outside the project and nothing hidden in it',
    suites: ['tests/integration/evidence-hostile', 'tests/unit/council/evidence/commands/same-output.test.ts'],
    full: { WITAN_HOSTILE: 'full' },
    mutation: {
      file: 'src/council/evidence/confinement/walls.ts',
      edits: [
        {
          from: "if (!realPath.startsWith(walls.root + sep)) return { kind: 'outside' };",
          to: "if (!realPath.startsWith(walls.root + sep)) return { kind: 'inside', path: realPath };",
        },
      ],
      suites: ['tests/integration/evidence-hostile/hostile.test.ts'],
    },
  },
  {
    id: 'malformed-requests',
    guard: 'a mistake in a request gets one line that names it, and the next request is answered',
    suites: ['tests/integration/mcp-bad-input.test.ts', 'tests/unit/council/bad-input.test.ts'],
    isBuilt: true,
    mutation: {
      file: 'src/mcp/describe-input-problem.ts',
      edits: [{ from: '  return `unknown field ', to: '  return `' }],
    },
  },
  {
    id: 'planted-secrets',
    guard: 'a secret that a model repeats is stored, sent and logged nowhere',
    suites: ['tests/integration/planted-secrets-council.test.ts', 'tests/unit/redaction/planted-secrets.test.ts'],
    mutation: {
      file: 'src/council/redact.ts',
      edits: [{ from: '      return await redactor.redact(text);\n', to: '      return text;\n' }],
      suites: ['tests/integration/planted-secrets-council.test.ts'],
    },
  },
  {
    id: 'stdout-purity',
    guard: 'standard output of the server holds nothing but the protocol',
    suites: ['tests/integration/mcp-stdout.test.ts', 'tests/architecture/stdout-is-silent.test.ts'],
    isBuilt: true,
    mutation: {
      file: 'src/kernel/own-standard-output.ts',
      edits: [{ from: '  stdout.write = stderr.write.bind(stderr);\n', to: '' }],
    },
  },
  {
    id: 'hook-events',
    guard: 'a hook meets any event with silence and exit 0',
    suites: ['tests/integration/hooks/malformed.test.ts'],
    full: { WITAN_HOSTILE_EVENTS: '2000' },
    isBuilt: true,
    // Three nets below each other: with any one of them in place nothing falls through.
    mutation: {
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
  },
  {
    id: 'writers',
    guard: 'processes that write at the same time lose nothing of each other',
    suites: [
      'tests/integration/decisions/several-processes.test.ts',
      'tests/integration/journal/several-processes.test.ts',
      'tests/unit/storage',
    ],
    named: 'process|writer',
    full: { WITAN_KILLS: '60' },
    mutation: {
      file: 'src/journal/lock/try-lock.ts',
      edits: [
        {
          from: '    if (!linkUnlessTaken(draft, path)) return { heldBy: readHolder(path)?.mark };\n',
          to: '    linkUnlessTaken(draft, path);\n',
        },
      ],
      suites: ['tests/integration/journal/several-processes.test.ts'],
    },
  },
  {
    id: 'damaged-stores',
    guard: 'a store that is damaged, foreign, newer or replaced is refused with the reason and left alone',
    suites: [
      'tests/integration/decisions/unusable-database.test.ts',
      'tests/integration/learning/replaced-file.test.ts',
      'tests/contracts/storage-database.test.ts',
    ],
    mutation: {
      file: 'src/storage/database/create-database.ts',
      edits: [{ from: '      identity.expectInPlace();\n', to: '' }],
      suites: ['tests/contracts/storage-database.test.ts'],
    },
  },
  {
    id: 'network',
    guard: 'a deliberation ends within its deadline and names the fault of the network',
    suites: ['tests/faults/network'],
    full: { WITAN_FAULTS: 'full' },
    mutation: {
      file: 'adapters/http/call/deadline.ts',
      edits: [
        {
          from: '  const timer = setTimeout(abort, Math.min(timeoutMs, LONGEST_TIMER_MS));\n',
          to: '  const timer = setTimeout(() => undefined, LONGEST_TIMER_MS).unref();\n',
        },
      ],
    },
  },
  {
    id: 'ledger',
    guard: 'the ledger says what the back end says it has used, retries and refusals included',
    suites: ['tests/integration/ledger-truth'],
    mutation: {
      file: 'adapters/http/call-http.ts',
      edits: [{ from: 'sumUsage(begun > tries.length ? [...tries, {}] : tries)', to: 'sumUsage(tries.slice(-1))' }],
    },
  },
  {
    id: 'simulation',
    guard: 'the engine is no worse than a plain majority of the same models, and stops when they agree',
    suites: ['tests/faults/simulation', 'tests/unit/council/simulation', 'tests/integration/simulate'],
    full: { WITAN_FAULTS: 'full' },
    mutation: {
      file: 'src/council/debate/when-to-stop.ts',
      edits: [{ from: '  return isUnanimous && ', to: '  return isUnanimous && votes.length < 0 && ' }],
      suites: ['tests/unit/council/simulation'],
    },
  },
  {
    id: 'soak',
    guard: 'a thousand deliberations leave no memory, descriptors or processes behind',
    suites: ['tests/faults/soak'],
    full: { WITAN_SOAK: '1000' },
    quick: { WITAN_SOAK: '120' },
    isBuilt: true,
    // What it leaves behind ends by itself after two minutes.
    mutation: {
      file: 'src/processes/run-child.ts',
      edits: [{ from: '  await endWhatIsLeft(ending, child, group, request);\n', to: '' }],
    },
  },
];
