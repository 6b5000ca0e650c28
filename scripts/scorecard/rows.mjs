// What the scorecard proves, row by row: a description of the guard, the suites that attack it, and how many cases a
// full run tries. mutations.mjs says how each guard is switched off.
import { COACH_SUITES } from './coach-rows.mjs';
import { KILL_SUITES } from './kill-rows.mjs';
import { MUTATIONS } from './mutations.mjs';

const SUITES = [
  ...KILL_SUITES,
  {
    id: 'full-disk',
    guard: 'a change that does not fit on the disk changes nothing, and says so',
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
  },
  {
    id: 'hostile-children',
    guard: 'a program that hangs, floods, forks or dies blocks no deliberation and leaves nothing running',
    suites: [
      'tests/integration/hostile-children.test.ts',
      'tests/integration/hostile-children-council.test.ts',
      'tests/integration/hostile-children-exit.test.ts',
    ],
  },
  {
    id: 'other-user-files',
    guard: 'settings and code that another user of the machine plants are read and run by no program that Witan starts',
    suites: [
      'tests/integration/other-user.test.ts',
      'tests/unit/kernel/private-folder.test.ts',
      'tests/integration/hooks/code-cache.test.ts',
    ],
    isBuilt: true,
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
    full: { WITAN_CASES: '100000' },
  },
  {
    id: 'hostile-requests',
    guard: 'a participant reaches nothing outside the project and nothing hidden in it',
    suites: ['tests/integration/evidence-hostile', 'tests/unit/council/evidence/commands'],
    full: { WITAN_HOSTILE: 'full' },
  },
  {
    id: 'malformed-requests',
    guard: 'a mistake in a request gets one line that names it, and the next request is answered',
    suites: ['tests/integration/mcp-bad-input.test.ts', 'tests/unit/council/bad-input.test.ts'],
    isBuilt: true,
  },
  {
    id: 'hostile-init',
    guard: "a stranger's project is trusted only by a yes, its programs as they were then, and says what it changes",
    suites: [
      'tests/unit/cli/init',
      'tests/unit/config/hostile-project-file.test.ts',
      'tests/unit/config/pinned-programs.test.ts',
      'tests/unit/config/project-changes.test.ts',
      'tests/unit/council/open-council.test.ts',
      'tests/unit/guidance/render.test.ts',
      'tests/integration/cli-init.test.ts',
    ],
    isBuilt: true,
  },
  {
    id: 'pulled-knowledge',
    guard: 'an item that arrives by a pull is a draft until it is reviewed: it pauses no call and shows only its title',
    suites: [
      'tests/unit/guidance/operations/trust.test.ts',
      'tests/unit/guidance/injection/decide-injection.test.ts',
      'tests/unit/hooks/pre-tool-use.test.ts',
      'tests/unit/mcp/tools/guidance-tools.test.ts',
      'tests/unit/program/coach-notes.test.ts',
    ],
  },
  {
    id: 'terminal-text',
    guard:
      'stored text neither acts on a terminal nor hides anything, and links in a transcript lead to web pages only',
    suites: [
      'tests/unit/kernel/plain-text.test.ts',
      'tests/unit/cli/text/guard-output.test.ts',
      'tests/unit/council/active-links.test.ts',
      'tests/integration/terminal/stored-text.test.ts',
    ],
    isBuilt: true,
  },
  {
    id: 'pty-commands',
    guard: 'every command that asks a question asks it on a terminal, and only yes is yes',
    suites: ['tests/integration/terminal/questions.test.ts'],
    isBuilt: true,
  },
  {
    id: 'new-secrets',
    guard: 'of 100 new secrets at most 3 of 50 are shown in files, diffs, logs, JSON and search results',
    suites: ['tests/integration/redaction/new-secrets.test.ts', 'tests/unit/redaction/views.test.ts'],
    isBuilt: true,
  },
  {
    id: 'planted-secrets',
    guard: 'a secret that a model repeats is stored, sent and logged nowhere',
    suites: [
      'tests/integration/planted-secrets-council.test.ts',
      'tests/unit/redaction/planted-secrets.test.ts',
      'tests/integration/redaction/hostile-texts.test.ts',
      'tests/faults/secrets',
    ],
    full: { WITAN_HOSTILE: 'full' },
  },
  {
    id: 'stdout-purity',
    guard: 'standard output of the server holds nothing but the protocol',
    suites: ['tests/integration/mcp-stdout.test.ts', 'tests/architecture/stdout-is-silent.test.ts'],
    isBuilt: true,
  },
  {
    id: 'hook-events',
    guard: 'a hook meets any event with silence and exit 0',
    suites: ['tests/integration/hooks/malformed.test.ts'],
    full: { WITAN_HOSTILE_EVENTS: '2000' },
    isBuilt: true,
  },
  {
    id: 'hook-texts',
    guard: 'recorded text reaches an agent through a hook only quoted: no tag, control character or forged line',
    suites: ['tests/integration/hooks/hostile-text.test.ts', 'tests/integration/decisions-council-injection.test.ts'],
    isBuilt: true,
  },
  {
    id: 'writers',
    guard: 'processes that write at the same time lose nothing of each other',
    suites: [
      'tests/integration/decisions/several-processes.test.ts',
      'tests/integration/journal/several-processes.test.ts',
      'tests/integration/storage/several-processes.test.ts',
      'tests/unit/storage/jsonl.test.ts',
    ],
    // By its whole word: a single writer that is killed has a row of its own.
    named: 'processes|four sessions',
    full: { WITAN_KILLS: '60' },
  },
  {
    id: 'damaged-stores',
    guard: 'a store that is damaged, foreign, newer or replaced is refused with the reason and left alone',
    suites: ['tests/integration/decisions/unusable-database.test.ts', 'tests/contracts/storage-database.test.ts'],
  },
  {
    id: 'hostile-files',
    guard: "a project that ships links, pipes or other traps in place of Witan's files changes nothing outside itself",
    suites: ['tests/integration/hostile-files', 'tests/unit/storage/own-files'],
    full: { WITAN_HOSTILE: 'full' },
    isBuilt: true,
  },
  {
    id: 'hostile-databases',
    guard: 'a database that came with a project is not believed, runs nothing and deletes nothing',
    suites: ['tests/integration/hostile-databases.test.ts', 'tests/integration/project-memory.test.ts'],
    isBuilt: true,
  },
  {
    id: 'killed-creators',
    guard: 'a process killed while it makes a database leaves a whole one or none, and nothing else',
    suites: ['tests/integration/storage/killed-creator.test.ts'],
    full: { WITAN_KILLS: '100' },
    quick: { WITAN_KILLS: '15' },
  },
  {
    id: 'network',
    guard: 'a deliberation ends within its deadline and names the fault of the network',
    suites: ['tests/faults/network'],
    full: { WITAN_FAULTS: 'full' },
  },
  {
    id: 'embedding-network',
    guard: 'an embedding server that redirects, floods, stalls or lies is left, and the builtin embedding is used',
    suites: ['tests/faults/embedding-network'],
  },
  {
    id: 'ledger',
    guard: 'the ledger says what the back end says it has used, retries and refusals included',
    suites: ['tests/integration/ledger-truth'],
  },
  {
    id: 'simulation',
    guard:
      'against scripted models the engine counts as a plain majority does, stops when all agree and gains by arguments',
    suites: ['tests/unit/scripts/simulate', 'tests/integration/simulate'],
  },
  {
    id: 'judgment',
    guard: 'searches, themes, values and links between decisions are right as often as before on labeled texts',
    suites: [
      'tests/integration/learning/labeled-searches.test.ts',
      'tests/integration/learning/planted-themes.test.ts',
      'tests/integration/learning/value-statements.test.ts',
      'tests/unit/decisions/labeled.test.ts',
    ],
  },
  {
    id: 'votes',
    guard: 'a vote counts for the option that its author means, and different options are never counted as one',
    suites: [
      'tests/unit/council/ballot-in-debate.test.ts',
      'tests/unit/council/join-options.test.ts',
      'tests/unit/council/parse-vote.test.ts',
      'tests/unit/council/read-ballot.test.ts',
      'tests/unit/council/resolve-option.test.ts',
      'tests/unit/semantics/option-pairs.test.ts',
      'tests/unit/semantics/same-option.test.ts',
    ],
  },
  {
    id: 'pages-browser',
    guard: 'in a real browser, a page of another site reads and changes nothing, and the key stays with its server',
    suites: ['tests/browser/attacks.test.ts', 'tests/browser/access.test.ts'],
    isBuilt: true,
  },
  {
    id: 'soak',
    guard: 'a thousand deliberations leave no memory, descriptors or processes behind',
    suites: ['tests/faults/soak'],
    full: { WITAN_SOAK: '1000' },
    quick: { WITAN_SOAK: '120' },
    isBuilt: true,
  },
];

export const ROWS = [...SUITES, ...COACH_SUITES].map((row) => ({ ...row, mutations: MUTATIONS[row.id] ?? [] }));
