import { describe, expect, it } from 'vitest';
import { helpFixture, PHASE_REVIEWED } from '../../../support/help-fixture.js';

const CURSOR = { line: 1, column: 0 };

async function inPhase(changes: Parameters<typeof helpFixture>[0] = {}) {
  const made = await helpFixture(changes);
  const { sessionId } = await made.sessions.start({ goal: 'Repair the cart' });
  await made.sessions.createPhase({ title: 'Change the cart', description: 'Keep all items.' });
  const phase = await made.sessions.updatePhase(1, { status: 'active' });
  const type = (path: string, content: string) =>
    made.workspace.updateBuffer({ path, content, cursorPosition: CURSOR });
  const progress = async () => (await made.store.progressEvents.list(phase.id)).map(({ eventType }) => eventType);
  return { ...made, sessionId, phase, type, progress };
}

describe('the review of a phase', () => {
  it('gives the model the phase and its diff, and pages the remarks at lines that exist', async () => {
    const { reviewPhase, type, workspace, lastMessage, helpActions, progress, calls, phase, sessionId } =
      await inPhase();
    await workspace.openFile('src/price.ts');
    await workspace.writeFile({ path: 'src/price.ts', content: 'b\n' });
    await type('src/cart.ts', 'one\n2\nthree\n');
    expect(await reviewPhase()).toEqual([
      'review:phase',
      {
        phaseId: phase.id,
        phaseNumber: 1,
        summary: 'You are close.',
        strengths: ['Small steps.'],
        remarks: [
          { path: 'src/cart.ts', line: 2, text: 'What if it is empty?' },
          { path: 'src/cart.ts', line: 4, text: 'The end is missing.' },
          { path: 'src/price.ts', line: null, text: 'Look here, too.' },
        ],
        isReady: true,
      },
    ]);
    expect(lastMessage()).toMatchObject({
      phase: { number: 1, title: 'Change the cart', description: 'Keep all items.', expected_files: [] },
      diffs: [
        { path: 'src/cart.ts', diff: expect.stringContaining('-two\n+2') },
        { path: 'src/price.ts', diff: expect.stringContaining('-a\n+b') },
      ],
      is_cut: false,
    });
    expect(await helpActions()).toEqual([
      ['review_requested', {}],
      ['review_completed', expect.objectContaining({ kataId: null, passed: true, success: true })],
    ]);
    expect(await progress()).toEqual(['review_requested', 'review_passed']);
    expect(await calls()).toMatchObject([{ call_type: 'phase_review', session_id: sessionId }]);
  });

  it('is not passed while the goal is not reached', async () => {
    const { reviewPhase, type, server, progress } = await inPhase();
    await type('src/cart.ts', 'one\n');
    server.answer('phase_review', { ...PHASE_REVIEWED, is_ready: false });
    expect(await reviewPhase()).toMatchObject(['review:phase', { isReady: false }]);
    expect(await progress()).toEqual(['review_requested']);
  });

  it('is kept for pages that connect later, the last one of each phase, also after a restart', async () => {
    const { reviewPhase, type, server, sessions, sessionId, phase, restarted, anotherRun } = await inPhase();
    await type('src/cart.ts', 'one\n');
    await reviewPhase();
    server.answer('phase_review', { ...PHASE_REVIEWED, summary: 'Better.' });
    await reviewPhase();
    const reviews = await restarted().reviews();
    expect(reviews).toMatchObject([{ phaseId: phase.id, phaseNumber: 1, summary: 'Better.', isReady: true }]);
    const next = await anotherRun();
    await next.sessions.resume(sessionId);
    expect(next.told).toContainEqual(['session:resumed', expect.objectContaining({ reviews })]);
    await sessions.end();
    expect(await restarted().reviews()).toEqual([]);
  });

  it('arrives although it cannot be kept', async () => {
    const { reviewPhase, type, workbench, logged } = await inPhase();
    await type('src/cart.ts', 'one\n');
    await workbench.queries.schema.dropTable('phase_reviews').execute();
    expect((await reviewPhase())[0]).toBe('review:phase');
    expect(logged).toEqual(['coaching.review_not_kept']);
  });

  it('is not paid twice by a page that was loaded again', async () => {
    const { reviewPhase, explaining, type, server, calls } = await inPhase();
    await type('src/cart.ts', 'one\n');
    server.delayMs = 20;
    const told = reviewPhase();
    expect(() => explaining.reviewPhase(() => undefined)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
    expect((await told)[0]).toBe('review:phase');
    expect(await calls()).toHaveLength(1);
    await reviewPhase();
    expect(await calls()).toHaveLength(2);
  });

  it('is refused in a sentence and without a call if there is no session, no phase or no change', async () => {
    const { reviewPhase, sessions, server } = await helpFixture();
    const noPhase = ['review:phase_error', { error: expect.stringContaining('No phase is active') }];
    expect(await reviewPhase()).toEqual(noPhase);
    await sessions.start({ goal: 'Repair the cart' });
    expect(await reviewPhase()).toEqual(noPhase);
    await sessions.createPhase({ title: 'Change the cart' });
    const phase = await sessions.updatePhase(1, { status: 'active' });
    expect(await reviewPhase()).toEqual([
      'review:phase_error',
      { phaseId: phase.id, error: expect.stringContaining('since phase 1 began') },
    ]);
    expect(server.calls).toEqual([]);
  });

  it('shows no file that may hold secrets, and no secret of another file', async () => {
    const { reviewPhase, type, server, lastMessage } = await inPhase();
    await type('.env', 'TOKEN=hunter2hunter2\n');
    expect((await reviewPhase())[0]).toBe('review:phase_error');
    expect(server.calls).toEqual([]);
    await type('src/cart.ts', 'const password = "hunter2hunter2";\n');
    expect((await reviewPhase())[0]).toBe('review:phase');
    expect(lastMessage()).toMatchObject({ diffs: [{ path: 'src/cart.ts' }] });
    expect(server.calls[0]?.userMessage).not.toContain('hunter2');
    expect(server.calls[0]?.userMessage).toContain('redacted');
  });

  it('cuts the largest diff where there is too much, and says so', async () => {
    const { reviewPhase, type, lastMessage } = await inPhase();
    await type('src/large.ts', 'let a = 1;\n'.repeat(20_000));
    await type('src/cart.ts', 'one\n');
    await reviewPhase();
    const { diffs, is_cut } = lastMessage() as { diffs: { path: string; diff: string }[]; is_cut: boolean };
    expect(is_cut).toBe(true);
    expect(diffs.map(({ path }) => path)).toEqual(['src/cart.ts', 'src/large.ts']);
    expect(diffs[0]?.diff).toContain('-two');
    expect(diffs.reduce((sum, { diff }) => sum + diff.length, 0)).toBeLessThanOrEqual(120_000);
  });

  it('fits the stage of the phase’s topic, else of the language of a changed file', async () => {
    const { reviewPhase, type, store, server } = await inPhase();
    await type('src/cart.ts', 'one\n');
    await store.assessments.save({ skillArea: 'typescript', stage: 'expert', confidence: 1, evidence: '' });
    await reviewPhase();
    await store.assessments.save({ skillArea: 'Cart design', stage: 'proficient', confidence: 1, evidence: '' });
    await reviewPhase();
    const stages = server.calls.map(({ system }) => /Dreyfus model is (\w+)/.exec(system)?.[1]);
    expect(stages).toEqual(['expert', 'proficient']);
  });
});
