import { describe, expect, it } from 'vitest';
import { coachSessions } from '../../../support/session-fixture.js';

async function withPhases(...titles: string[]) {
  const fixture = await coachSessions();
  const { sessionId } = await fixture.sessions.start({ goal: 'Cart loses items' });
  for (const title of titles) await fixture.sessions.createPhase({ title });
  return { ...fixture, sessionId };
}

describe('phases that are typed by hand', () => {
  it('are stored in their order, pending at first', async () => {
    const { sessions, told } = await withPhases('Read', 'Test');
    const state = await sessions.expectCurrent();
    expect(state.phases.map(({ number, title, status }) => [number, title, status])).toEqual([
      [1, 'Read', 'pending'],
      [2, 'Test', 'pending'],
    ]);
    expect(told.at(-1)).toMatchObject(['coaching:phase_update', { phase: { number: 2 }, status: 'pending' }]);
  });

  it('can get another title and description', async () => {
    const { sessions } = await withPhases('Read');
    const phase = await sessions.updatePhase(1, { title: 'Read the cart', description: 'Find where items go.' });
    expect(phase).toMatchObject({ title: 'Read the cart', description: 'Find where items go.', status: 'pending' });
  });

  it('need a title', async () => {
    const { sessions } = await withPhases('Read');
    await expect(sessions.createPhase({ title: '  ' })).rejects.toMatchObject({ code: 'INVALID_MESSAGE' });
    await expect(sessions.updatePhase(1, { title: '' })).rejects.toMatchObject({ code: 'INVALID_MESSAGE' });
  });

  it('have a title of one line, of which hooks get the beginning', async () => {
    const { sessions, noted } = await withPhases(`Read\u0001\n the ${'x'.repeat(1_990)}`);
    const { title } = await sessions.updatePhase(1, { status: 'active' });
    expect(title).toMatch(/^Read the x{1990}$/);
    expect(noted.at(-1)?.phase).toMatch(/^Read the x{190}…$/);
  });

  it('need a session', async () => {
    const { sessions } = await coachSessions();
    await expect(sessions.createPhase({ title: 'Read' })).rejects.toMatchObject({ code: 'NO_SESSION' });
    await expect(sessions.updatePhase(1, { status: 'active' })).rejects.toMatchObject({ code: 'NO_SESSION' });
  });
});

describe('the order of phases', () => {
  const titles = (phases: readonly { readonly number: number; readonly title: string }[]) =>
    phases.map(({ number, title }) => `${number} ${title}`);

  it('closes the gap that a deleted phase leaves, and every page gets all phases', async () => {
    const { sessions, told } = await withPhases('Read', 'Test', 'Write');
    const [, test] = (await sessions.expectCurrent()).phases;
    const left = await sessions.deletePhase(test?.id ?? '');
    expect(titles(left)).toEqual(['1 Read', '2 Write']);
    expect((await sessions.expectCurrent()).phases).toEqual(left);
    expect(told.at(-1)).toEqual(['coaching:phases', { phases: left }]);
  });

  it.each([
    [1, 3, ['1 Test', '2 Write', '3 Read', '4 Check']],
    [4, 2, ['1 Read', '2 Check', '3 Test', '4 Write']],
    [2, 2, ['1 Read', '2 Test', '3 Write', '4 Check']],
  ])('moves phase %i to number %i', async (from, to, expected) => {
    const { sessions, told } = await withPhases('Read', 'Test', 'Write', 'Check');
    const moved = (await sessions.expectCurrent()).phases[from - 1];
    const phases = await sessions.movePhase(moved?.id ?? '', to);
    expect(titles(phases)).toEqual(expected);
    expect((await sessions.expectCurrent()).phases).toEqual(phases);
    expect(told.at(-1)).toEqual(['coaching:phases', { phases }]);
  });

  it('keeps phases that have begun where they are', async () => {
    const { sessions } = await withPhases('Read', 'Test', 'Write');
    const { id } = await sessions.updatePhase(1, { status: 'active' });
    const before = (await sessions.expectCurrent()).phases;
    await expect(sessions.deletePhase(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(sessions.movePhase(id, 3)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(sessions.movePhase(before[2]?.id ?? '', 1)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await sessions.expectCurrent()).phases).toEqual(before);
  });

  it('deletes the texts of files that a deleted phase began with, and those of no other', async () => {
    const { sessions, workspace, workbench } = await withPhases('Read', 'Test');
    const { id } = await sessions.updatePhase(2, { status: 'active' });
    await workspace.openFile('src/cart.ts');
    await workspace.writeFile({ path: 'src/cart.ts', content: 'first\n' });
    const first = await sessions.updatePhase(1, { status: 'active' });
    await workspace.writeFile({ path: 'src/cart.ts', content: 'second\n' });
    const kept = () => workbench.queries.selectFrom('phase_baselines').select('phase_id').execute();
    await expect.poll(async () => (await kept()).map(({ phase_id }) => phase_id).sort()).toEqual([first.id, id].sort());
    await sessions.deletePhase(id);
    expect(await kept()).toEqual([{ phase_id: first.id }]);
  });

  it('reports a phase or a number that the session does not have', async () => {
    const { sessions } = await withPhases('Read');
    const [read] = (await sessions.expectCurrent()).phases;
    await expect(sessions.deletePhase('of another session')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(sessions.movePhase(read?.id ?? '', 2)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the status of a phase', () => {
  it('6.13: begins a phase, logs it and tells pages and hooks', async () => {
    const { sessions, store, told, noted, actions, sessionId } = await withPhases('Read');
    const phase = await sessions.updatePhase(1, { status: 'active' });
    expect(phase).toMatchObject({ number: 1, title: 'Read', status: 'active' });
    expect(await store.phases.get(phase.id)).toMatchObject({ status: 'active', startedAt: expect.any(String) });
    expect(told.at(-1)).toMatchObject(['coaching:phase_update', { phase, status: 'active' }]);
    expect(noted.at(-1)).toEqual({ id: sessionId, isPaused: false, phase: 'Read' });
    expect(await actions(sessionId)).toEqual(['session_started', 'phase_started']);
  });

  it('6.14: completes a phase and logs it', async () => {
    const { sessions, store, noted, actions, sessionId } = await withPhases('Read');
    await sessions.updatePhase(1, { status: 'active' });
    const { id } = await sessions.updatePhase(1, { status: 'complete' });
    expect(await store.phases.get(id)).toMatchObject({ status: 'complete', completedAt: expect.any(String) });
    expect((await actions(sessionId)).at(-1)).toBe('phase_completed');
    expect(noted.at(-1)).toMatchObject({ phase: null });
  });

  it('completes the active phase when a later one begins', async () => {
    const { sessions, actions, told, sessionId } = await withPhases('Read', 'Test');
    await sessions.updatePhase(1, { status: 'active' });
    told.length = 0;
    await sessions.updatePhase(2, { status: 'active' });
    const { phases } = await sessions.expectCurrent();
    expect(phases.map(({ status }) => status)).toEqual(['complete', 'active']);
    expect((await actions(sessionId)).slice(-2)).toEqual(['phase_completed', 'phase_started']);
    expect(told).toMatchObject([
      ['coaching:phase_update', { phase: { number: 2 }, status: 'active' }],
      ['coaching:phase_update', { phase: { number: 1 }, status: 'complete' }],
    ]);
  });

  it('makes the active phase pending when an earlier one begins again', async () => {
    const { sessions } = await withPhases('Read', 'Test');
    await sessions.updatePhase(2, { status: 'active' });
    await sessions.updatePhase(1, { status: 'active' });
    const { phases } = await sessions.expectCurrent();
    expect(phases.map(({ status }) => status)).toEqual(['active', 'pending']);
  });

  it('EC-31: reports a number that the session does not have', async () => {
    const { sessions } = await withPhases('Read');
    const update = sessions.updatePhase(9, { status: 'active' });
    await expect(update).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(update).rejects.toThrow('no phase 9');
  });

  it('EC-32: changes and logs nothing for a phase that has the status already', async () => {
    const { sessions, actions, sessionId } = await withPhases('Read');
    const first = await sessions.updatePhase(1, { status: 'active' });
    expect(await sessions.updatePhase(1, { status: 'active' })).toEqual(first);
    expect((await actions(sessionId)).filter((type) => type === 'phase_started')).toHaveLength(1);
  });
});

describe('changes during a phase', () => {
  const save = (workspace: Awaited<ReturnType<typeof withPhases>>['workspace'], content: string) =>
    workspace.openFile('src/cart.ts').then(() => workspace.writeFile({ path: 'src/cart.ts', content }));

  it('count from the beginning of the session until a phase begins', async () => {
    const { sessions, workspace } = await withPhases('Read');
    await save(workspace, 'one\nTWO\n');
    expect((await sessions.phaseDiffs())[0]?.diff).toContain('+TWO');
  });

  it('count from the beginning again when the next phase begins', async () => {
    const { sessions, workspace } = await withPhases('Read', 'Test');
    await sessions.updatePhase(1, { status: 'active' });
    await save(workspace, 'one\nTWO\n');
    await sessions.updatePhase(2, { status: 'active' });
    expect(await sessions.phaseDiffs()).toEqual([]);
    await save(workspace, 'ONE\nTWO\n');
    const [changed] = await sessions.phaseDiffs();
    expect(changed?.diff).toContain('+ONE');
    expect(changed?.diff).not.toContain('+TWO');
  });

  it('belong to the phase again after a restart of the coach', async () => {
    const { sessions, workspace, anotherRun, sessionId } = await withPhases('Read');
    await sessions.updatePhase(1, { status: 'active' });
    await save(workspace, 'one\nTWO\n');
    const next = await anotherRun();
    await next.sessions.resume(sessionId);
    expect((await next.sessions.phaseDiffs())[0]?.diff).toContain('+TWO');
  });

  it('leave no text behind once the session has ended and the next one has begun', async () => {
    const { sessions, workspace, workbench } = await withPhases('Read');
    const texts = () => workbench.queries.selectFrom('phase_baselines').select('path').execute();
    await save(workspace, 'one\nTWO\n');
    await sessions.updatePhase(1, { status: 'active' });
    await save(workspace, 'ONE\nTWO\n');
    await expect.poll(texts).toHaveLength(2);
    await sessions.end();
    await sessions.start({ goal: 'Another goal' });
    expect(await texts()).toEqual([]);
    await save(workspace, 'ONE\ntwo\n');
    expect((await sessions.phaseDiffs())[0]?.diff).toContain('-TWO');
  });
});

describe('the hint level', () => {
  it('is stored with the session and its active phase, and a higher one is progress', async () => {
    const { sessions, store, told } = await withPhases('Read');
    const { id } = await sessions.updatePhase(1, { status: 'active' });
    await sessions.setHintLevel('file');
    await sessions.setHintLevel('line');
    expect((await sessions.expectCurrent()).hintLevel).toBe('line');
    expect(await store.phases.get(id)).toMatchObject({ hintLevel: 'line' });
    expect(await store.progressEvents.list(id)).toMatchObject([
      { eventType: 'hint_escalated', data: { level: 'line', previousLevel: 'file' } },
    ]);
    expect(told.at(-1)).toEqual(['hints:level', { level: 'line', hintsUsed: 0 }]);
  });

  it('is known to other pages without a session, and a session does not begin with it', async () => {
    const { sessions, told } = await coachSessions();
    await sessions.setHintLevel('file');
    expect(told).toEqual([['hints:level', { level: 'file' }]]);
    expect((await sessions.start({ goal: 'one' })).hintLevel).toBe('line');
  });
});
