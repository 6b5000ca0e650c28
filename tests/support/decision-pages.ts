import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createDecisions, type Decisions } from '../../src/decisions/index.js';
import { createPointLayouts } from '../../src/http/map/point-layouts.js';
import { systemClock } from '../../src/kernel/clock.js';
import { cluster } from '../../src/semantics/clustering/cluster.js';
import { layOutPoints } from '../../src/semantics/layout/lay-out-points.js';
import { deliberationRecord } from './deliberation-record.js';
import { emptyProgram } from './pages-fixture.js';
import { scratchFolder } from './scratch-folder.js';
import { openTestGraph } from './test-graph.js';

/** Real decisions behind the pages; threads are left out, as what they compute is the same. */
export async function openDecisionPages(): Promise<{
  readonly decisions: Decisions;
  readonly program: ReturnType<typeof emptyProgram>;
}> {
  const graph = await openTestGraph();
  onTestFinished(() => graph.close());
  const decisions = createDecisions({
    graph,
    cluster: async (points, options) => cluster(points, options),
    clock: systemClock,
  });
  const projectFolder = scratchFolder('project');
  const layouts = createPointLayouts({
    folder: path.join(scratchFolder('cache'), 'witan'),
    projectFolder,
    clock: systemClock,
    layOut: async (points, options) => layOutPoints(points, options),
    report(error) {
      throw error;
    },
  });
  return { decisions, program: emptyProgram({ projectFolder, layouts, existingDecisions: async () => decisions }) };
}

const SUBJECTS = [
  ['Which database should the job queue use?', 'PostgreSQL', 'SQLite'],
  ['Should the public API use REST or GraphQL?', 'REST', 'GraphQL'],
  ['How long do we keep log files?', 'Thirty days', 'One year'],
  ['Which test runner should the web client use?', 'Vitest', 'Jest'],
  ['Where do we store image uploads?', 'S3', 'The local disk'],
  ['Do we sign sessions with cookies or bearer tokens?', 'Cookies', 'Bearer tokens'],
] as const;

const REASONS = [
  '',
  ' Traffic has doubled.',
  ' The team has four people.',
  ' Costs must go down.',
  ' We write from two regions.',
];

/** Decided one a day from the first of June on, the subjects in turn; ids are `d-000` and so on. Some have outcomes. */
export async function fillDecisions({ graph }: Decisions, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const [question, winner, other] = SUBJECTS[number % SUBJECTS.length] ?? SUBJECTS[0];
    const round = Math.floor(number / SUBJECTS.length);
    const isOther = round % 4 === 3;
    const record = deliberationRecord({
      id: idAt(number),
      question: `${question}${REASONS[round % REASONS.length]}`,
      winner: isOther ? other : winner,
      at: new Date(Date.UTC(2026, 5, 1 + number, 9)).toISOString(),
    });
    const { voting_result: voting } = record;
    const options = [winner, other].map((text, index) => ({ id: 'AB'[index] ?? '', text, aliases: [] }));
    await graph.remember(
      voting === null || voting === undefined ? record : { ...record, voting_result: { ...voting, options } },
    );
    if (number % 2 === 0)
      await graph.setOutcome(idAt(number), { outcome: isOther || number % 14 === 0 ? 'wrong' : 'right' });
  }
  await graph.drain();
}

export function idAt(number: number): string {
  return `d-${String(number).padStart(3, '0')}`;
}
