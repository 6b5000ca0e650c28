import { describe, expect, it, onTestFinished } from 'vitest';
import { createDecisions } from '../../../src/decisions/index.js';
import type { RouteInput } from '../../../src/http/routes/index.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { runScenario, SCENARIOS } from '../../support/followed-scenarios.js';
import { interruptedRun, QUESTION } from '../../support/interrupted-run.js';
import { askRoute as ask, emptyProgram } from '../../support/pages-fixture.js';
import { type RecordedProject, recordedProject } from '../../support/recorded-council.js';
import { openTestGraph } from '../../support/test-graph.js';

/** One interrupted and one finished deliberation. */
async function twoRuns(project: RecordedProject = recordedProject()) {
  const interrupted = await interruptedRun(project);
  const [scenario = { title: '', models: {} }] = SCENARIOS;
  const { runs, result, close } = await runScenario(project, scenario);
  onTestFinished(close);
  return { project, interrupted, runs, result, program: emptyProgram({ pageRuns: async () => runs }) };
}

describe('the list of deliberations', () => {
  it('is empty without a database, and says so', async () => {
    expect(await ask('deliberations', {}, emptyProgram())).toEqual({
      entries: [],
      hasMore: false,
      isFirstUse: true,
      elsewhere: [],
    });
  });

  it('has the latest first, by status and by words of the question', async () => {
    const { program, interrupted, result } = await twoRuns();
    const ids = async (input: RouteInput<'deliberations'>) =>
      (await ask('deliberations', input, program)).entries.map(({ id }) => id);
    expect(await ids({})).toEqual([result.deliberation_id, interrupted]);
    expect(await ids({ status: 'interrupted' })).toEqual([interrupted]);
    expect(await ids({ search: 'ONE writer' })).toEqual([result.deliberation_id]);
    expect(await ids({ search: 'postgresql', status: 'finished' })).toEqual([]);
    expect(await ids({ search: '%' })).toEqual([]);
  });

  it('comes in pages that neither repeat nor leave out one', async () => {
    const project = recordedProject();
    const { program } = await twoRuns(project);
    project.sql(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 118)
      INSERT INTO runs (id, question, request, seats, settings, version, status, started_at, updated_at, active_ms)
      SELECT 'copy-' || printf('%03d', i), question, request, seats, settings, version, 'finished', started_at, updated_at, 1
      FROM runs, n WHERE runs.status = 'interrupted'`);
    const pages = await Promise.all([0, 1, 2, 3].map((page) => ask('deliberations', { page }, program)));
    expect(pages.map(({ entries, hasMore }) => [entries.length, hasMore])).toEqual([
      [50, true],
      [50, true],
      [20, false],
      [0, false],
    ]);
    expect(new Set(pages.flatMap(({ entries }) => entries.map(({ id }) => id))).size).toBe(120);
  });

  it('loses one that is deleted, and old ones that are pruned', async () => {
    const { program, interrupted, result } = await twoRuns();
    expect(await ask('delete_deliberation', { id: interrupted }, program)).toEqual({ deleted: interrupted });
    expect(await ask('prune_deliberations', { before: '2020-01-01' }, program)).toEqual({ deleted: 0 });
    expect((await ask('deliberations', {}, program)).entries.map(({ id }) => id)).toEqual([result.deliberation_id]);
    expect(await ask('prune_deliberations', { before: '2999-01-01' }, program)).toEqual({ deleted: 1 });
    await expect(ask('delete_deliberation', { id: interrupted }, program)).rejects.toMatchObject({ type: 'not_found' });
  });
});

describe('one deliberation', () => {
  it('is found by the beginning of its id, with its texts apart', async () => {
    const { program, result } = await twoRuns();
    const id = result.deliberation_id;
    const { run, outcome } = await ask('deliberation', { id: id.slice(0, -2) }, program);
    expect(run).toMatchObject({ id, status: 'finished', question: result.question });
    expect(outcome).toBeNull();
    expect(JSON.stringify(run)).not.toContain('export const writers');
    const [entry] = result.full_debate;
    expect(await ask('answer', { id, round: 1, participant: entry?.participant ?? '' }, program)).toMatchObject({
      text: entry?.response,
    });
    const [call] = run.calls;
    if (call === undefined) throw new Error('there is a call');
    const { phase, round, participant, call: number, attempt } = call;
    const { text } = await ask('prompt', { id, phase, round, participant, call: number, attempt }, program);
    expect(text).toContain(result.question);
    const [lookUp] = run.lookUps;
    expect(await ask('look_up', { id, round: lookUp?.round ?? 0, key: lookUp?.key ?? '' }, program)).toMatchObject({
      text: expect.stringContaining('export const writers'),
    });
    expect((await ask('cited_lines', { id }, program)).citations).toHaveLength(result.citations.length);
  });

  it('says what is not there', async () => {
    const { program, interrupted } = await twoRuns();
    const missing = { type: 'not_found' };
    await expect(ask('deliberation', { id: 'nothing' }, program)).rejects.toMatchObject(missing);
    await expect(ask('deliberation', { id: 'last' }, emptyProgram())).rejects.toMatchObject(missing);
    await expect(ask('answer', { id: interrupted, round: 9, participant: 'm@one' }, program)).rejects.toMatchObject(
      missing,
    );
    await expect(ask('look_up', { id: interrupted, round: 1, key: 'none' }, program)).rejects.toMatchObject(missing);
    expect((await ask('deliberation', { id: interrupted }, program)).run).toMatchObject({
      status: 'interrupted',
      question: QUESTION,
    });
  });

  it('hides escape sequences and marks of direction in every text', async () => {
    const { program, project, result } = await twoRuns();
    project.sql(`UPDATE calls SET answer = replace(answer, 'says so', 'a\\u001b[31mb\\u202ec')`);
    const id = result.deliberation_id;
    const { text } = await ask('answer', { id, round: 1, participant: 'm@reader' }, program);
    expect(text).toContain('abc');
  });
});

describe('the outcome of a deliberation', () => {
  it('is recorded by the same operation as record_outcome, and shown', async () => {
    const graph = await openTestGraph();
    onTestFinished(() => graph.close());
    const project = recordedProject();
    const { runs, result } = await twoRuns(project);
    const id = result.deliberation_id;
    await graph.remember(deliberationRecord({ id, question: result.question }));
    project.sql(`UPDATE runs SET result = json_set(result, '$.decision_id', '${id}') WHERE id = '${id}'`);
    const cluster = async () => ({ labels: new Int32Array() });
    const decisions = createDecisions({ graph, cluster, clock: systemClock });
    const program = emptyProgram({ pageRuns: async () => runs, existingDecisions: async () => decisions });
    await ask('record_outcome', { decision_id: id, outcome: 'wrong', note: 'two workers took one job' }, program);
    const { outcome } = await ask('deliberation', { id }, program);
    expect(outcome).toMatchObject({ outcome: 'wrong', note: 'two workers took one job' });
    await expect(
      ask('record_outcome', { decision_id: id, outcome: 'superseded', superseded_by: 'unknown' }, program),
    ).rejects.toMatchObject({ type: 'not_found' });
  });
});
