import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKnowledge, type Knowledge, type ProjectFolders } from '../../../src/guidance/index.js';
import { learnLessons } from '../../../src/guidance/lessons/learn-lessons.js';
import { guidanceProject } from '../../support/guidance-project.js';
import { numbersFrom, seedOr } from '../../support/seed.js';

// The scorecard plays 200 rounds.
const ROUNDS = Number(process.env.WITAN_ROUNDS ?? 60);
const STEPS = 9;
const SEED = seedOr(19);

const SHARED = {
  id: 'shared',
  type: 'Concept',
  label: 'Version bump',
  status: 'draft',
  evidence: '',
  process_type: 'requirement',
  priority: 'LOW',
  requirement: { constraint: 'Change every file that has the number.' },
};

describe('two editors and the hook on one graph file', () => {
  it(`lose no change and show every conflict in ${ROUNDS} interleavings`, { timeout: 300_000 }, async () => {
    const totals = { accepted: 0, conflicts: 0, undone: 0, learned: 0 };
    for (let round = 0; round < ROUNDS; round++) await runRound(SEED + round, totals);
    console.log(`interleavings: ${ROUNDS}, ${JSON.stringify(totals)}`);
    for (const total of Object.values(totals)) expect(total).toBeGreaterThan(ROUNDS / 4);
  });
});

interface Totals {
  accepted: number;
  conflicts: number;
  undone: number;
  learned: number;
}

/** Up to three of the actors make their next step at the same moment. */
async function runRound(seed: number, totals: Totals): Promise<void> {
  const next = numbersFrom(seed);
  const { folder, dataFolder } = guidanceProject({ default: [SHARED] });
  const folders = { projectFolder: folder, dataFolder };
  await hear(folders, 'first');
  const learned = nodesOf(folders).find(({ id }) => id !== 'shared')?.id ?? '';
  const marks = new Map([
    ['shared', new Set<string>()],
    [learned, new Set<string>()],
  ]);
  const editors = ['A', 'B'].map((name) => createEditor({ name, folders, next, marks, totals }));
  let heard = 1;
  for (let step = 0; step < STEPS; step++) {
    const actors: (() => Promise<void>)[] = editors.filter(() => next() < 0.7).map((editor) => editor);
    if (next() < 0.3) actors.push(() => hear(folders, `again ${++heard}`));
    await Promise.all(actors.map((act) => act()));
  }
  const stored = new Map(nodesOf(folders).map((node) => [node.id, node]));
  expect(stored.size, `seed ${seed}`).toBe(2);
  for (const [id, kept] of marks) {
    const found = (stored.get(id)?.evidence.match(/\b[AB]\d+\b/g) ?? []).sort();
    expect(found, `seed ${seed}, ${id}`).toEqual([...kept].sort());
  }
  expect(stored.get(learned)?.seen_count, `seed ${seed}`).toBe(heard);
  totals.learned += heard;
}

interface EditorOptions {
  readonly name: string;
  readonly folders: ProjectFolders;
  readonly next: () => number;
  /** What accepted changes left in each node. */
  readonly marks: ReadonlyMap<string, Set<string>>;
  readonly totals: Totals;
}

/** A page: it looks at a node, and at another moment changes it, or undoes its last change. Each call is one step. */
function createEditor({ name, folders, next, marks, totals }: EditorOptions): () => Promise<void> {
  const knowledge = createKnowledge({ folders, redact: (text) => text });
  let seen: Seen | undefined;
  let undo: Undo | undefined;
  let count = 0;
  const undoLast = async ({ id, graph, text, expected, mark }: Undo) => {
    const restored = await knowledge.restore({ id, graph, text }, { expected });
    if (restored.ok) {
      marks.get(id)?.delete(mark);
      totals.undone++;
    } else expectConflict(restored.error, totals);
    undo = undefined;
  };
  const change = async ({ id, hash, evidence }: Seen) => {
    const mark = `${name}${++count}`;
    const made = await knowledge.edit(
      id,
      { evidence: `${evidence} ${mark}` },
      {
        expected: hash,
        onChanged({ before, after }) {
          marks.get(id)?.add(mark);
          undo = { id, graph: before.graph, text: before.text, expected: after.hash, mark };
        },
      },
    );
    if (made.ok) totals.accepted++;
    else expectConflict(made.error, totals, mark);
    seen = undefined;
  };
  return async () => {
    const ids = [...marks.keys()];
    if (undo !== undefined && next() < 0.3) await undoLast(undo);
    else if (seen !== undefined) await change(seen);
    else seen = look(knowledge, ids[Math.floor(next() * ids.length)] ?? '');
  };
}

interface Seen {
  readonly id: string;
  readonly hash: string;
  readonly evidence: string;
}

interface Undo {
  readonly id: string;
  readonly graph: string;
  readonly text: string;
  readonly expected: string;
  readonly mark: string;
}

function look(knowledge: Knowledge, id: string): Seen {
  const node = knowledge.node(id);
  if (!node.ok) throw new Error(node.error.message);
  const { evidence } = JSON.parse(node.value.text) as { evidence: string };
  return { id, hash: node.value.hash, evidence };
}

/** Both texts are there for the person, and what was refused is in the one that is theirs. */
function expectConflict(error: { readonly kind: string; readonly message: string }, totals: Totals, mark = ''): void {
  expect(error).toMatchObject({
    kind: 'conflict',
    details: { yours: expect.stringContaining(mark), stored: expect.stringContaining('"id"') },
  });
  totals.conflicts++;
}

/** The hook hears the same correction in another session. */
async function hear(folders: ProjectFolders, sessionId: string): Promise<void> {
  const text = 'I told you: no console.log calls in the worker sources.';
  const turns = [{ role: 'user', text, uuid: sessionId }] as const;
  const { lessons, faults } = await learnLessons({
    folders,
    turns,
    sessionId,
    now: new Date(),
    redact: (words) => words,
  });
  expect(faults).toEqual([]);
  expect(lessons).toHaveLength(1);
}

interface StoredNode {
  readonly id: string;
  readonly evidence: string;
  readonly seen_count?: number;
}

function nodesOf({ projectFolder }: ProjectFolders): StoredNode[] {
  const text = readFileSync(path.join(projectFolder, '.claude', 'graphs', 'default_graph.json'), 'utf8');
  return (JSON.parse(text) as { nodes: StoredNode[] }).nodes;
}
