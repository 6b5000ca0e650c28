import { expect, it, vi } from 'vitest';
import { checkPhases } from '../../../../src/coaching/pipeline/check-plan.js';
import { memory, pipelineFixture, REQUEST } from '../../../support/pipeline-fixture.js';

it.each([true, false])('lists the files and redacts the plan once (without a model: %s)', async (hasNoModel) => {
  const { pipeline, sessions, view, memories } = await pipelineFixture({ hasNoModel });
  memories.push(memory('Lost lines in the parser'));
  await sessions.start({ issueNumber: 7 });
  const listed = vi.spyOn(view, 'listFiles');
  const redacted = vi.spyOn(view, 'redact');
  await pipeline.run(REQUEST);
  expect(listed).toHaveBeenCalledTimes(1);
  const ofPlan = redacted.mock.calls.filter(([value]) => JSON.stringify(value).includes('Read src/cart.ts'));
  expect(ofPlan).toHaveLength(1);
});

const LINES = { start: 2, end: 300_000, style: 'focus', hover_text: '' } as const;

function phaseWithLines(number: number, paths: readonly string[]) {
  return {
    ...{ number, title: 'Read', description: '', expected_files: [], hint_level: 'line' as const },
    hints: { file_hints: [], line_hints: paths.map((path) => ({ path, ...LINES })) },
    knowledge_gap_opportunities: [],
  };
}

it('looks at a file once, whatever number of hints are in it', async () => {
  const { view, workspace } = await pipelineFixture();
  const located = vi.spyOn(view, 'expectShown');
  const read = vi.spyOn(workspace, 'readFile');
  const paths = Array.from({ length: 50 }, () => 'src/cart.ts');
  await checkPhases({ phases: [phaseWithLines(1, paths), phaseWithLines(2, paths)] }, { view, workspace });
  expect([located.mock.calls.length, read.mock.calls.length]).toEqual([1, 1]);
});

it('points at a file whose lines cannot be counted, and at lines of one that does not exist yet', async () => {
  const files = { 'src/cart.ts': 'one\ntwo\nthree\n', 'logo.png': 'a\0b' };
  const { view, workspace } = await pipelineFixture({ files });
  const paths = ['src/cart.ts', 'logo.png', 'logo.png', 'src/new.ts'];
  const [phase] = await checkPhases({ phases: [phaseWithLines(1, paths)] }, { view, workspace });
  expect(phase?.hints).toEqual([
    { type: 'line', path: 'src/cart.ts', startLine: 2, endLine: 4, style: 'focus' },
    { type: 'file', path: 'logo.png', style: 'suggested' },
    { type: 'line', path: 'src/new.ts', startLine: 2, endLine: 100_000, style: 'focus' },
  ]);
});
