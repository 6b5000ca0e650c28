import { expect, it } from 'vitest';
import { pipelineFixture, REQUEST } from '../../../support/pipeline-fixture.js';

async function coached() {
  const made = await pipelineFixture();
  const { sessionId } = await made.sessions.start({ issueNumber: 7 });
  await made.pipeline.run(REQUEST);
  made.told.length = 0;
  return { ...made, sessionId };
}

it('shows the hints of a later phase when it begins, in place of those before', async () => {
  const { sessions, told } = await coached();
  await sessions.updatePhase(2, { status: 'active' });
  expect(told.filter(([type]) => type !== 'coaching:phase_update')).toEqual([
    ['editor:clear_highlights', {}],
    ['explorer:clear_hints', {}],
    ['hints:level', { level: 'none', hintsUsed: 0 }],
    ['explorer:hint_files', { hints: [{ path: 'src/new.ts', style: 'suggested' }] }],
  ]);
  expect(await sessions.marks()).toMatchObject({ highlights: [], fileHints: [{ path: 'src/new.ts' }] });
});

it('shows the hints of the active phase again after a restart', async () => {
  const { restarted, sessionId } = await coached();
  const { sessions, told } = await restarted();
  await sessions.resume(sessionId);
  expect(told.map(([type]) => type)).toEqual([
    'session:resumed',
    'hints:level',
    'explorer:hint_files',
    'editor:highlight_lines',
  ]);
});

it('raises the hint level by one step for each further hint, counts it, and says when all are shown', async () => {
  const { sessions, told, store } = await coached();
  await sessions.showMoreHints();
  await sessions.showMoreHints();
  expect(told).toEqual([
    ['hints:level', { level: 'region', hintsUsed: 1 }],
    ['hints:level', { level: 'line', hintsUsed: 2 }],
  ]);
  await expect(sessions.showMoreHints()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'There is no further hint for this phase; ask Claude Code about what is still unclear.',
  });
  const { phases, hintLevel, hintsUsed } = await sessions.expectCurrent();
  expect([hintLevel, phases[0]?.hintLevel, hintsUsed]).toEqual(['line', 'line', 2]);
  const events = await store.progressEvents.list(phases[0]?.id ?? '');
  expect(events.map(({ eventType, data }) => [eventType, data])).toEqual([
    ['hint_used', { level: 'file', isBeginning: true }],
    ['hint_used', { level: 'region', previousLevel: 'file' }],
    ['hint_used', { level: 'line', previousLevel: 'region' }],
  ]);
});

it('counts the hints that a phase begins with once, and not as asked for', async () => {
  const { restarted, sessionId, store } = await coached();
  const { sessions } = await restarted();
  const { phases, hintsUsed } = await sessions.resume(sessionId);
  const events = await Promise.all(phases.map(({ id }) => store.progressEvents.list(id)));
  expect(events.flat().map(({ eventType }) => eventType)).toEqual(['hint_used']);
  expect(hintsUsed).toBe(0);
});

it('counts a higher level of the slider if it shows more', async () => {
  const { sessions, store, told } = await coached();
  await sessions.setHintLevel('none');
  await sessions.setHintLevel('line');
  expect(told.at(-1)).toEqual(['hints:level', { level: 'line', hintsUsed: 1 }]);
  await sessions.updatePhase(2, { status: 'active' });
  await sessions.setHintLevel('file');
  await sessions.setHintLevel('line');
  const { phases } = await sessions.expectCurrent();
  const events = await store.progressEvents.list(phases[1]?.id ?? '');
  expect(events.map(({ eventType, data }) => [eventType, data?.level])).toEqual([
    ['hint_escalated', 'file'],
    ['hint_used', 'file'],
    ['hint_escalated', 'line'],
  ]);
});

it('counts no further hint where a phase has none', async () => {
  const { sessions, store, told } = await coached();
  await sessions.updatePhase(2, { status: 'active' });
  await sessions.showMoreHints();
  expect(told.at(-1)).toEqual(['hints:level', { level: 'file', hintsUsed: 1 }]);
  await expect(sessions.showMoreHints()).rejects.toMatchObject({ code: 'CONFLICT' });
  const { phases, hintLevel } = await sessions.expectCurrent();
  expect(hintLevel).toBe('file');
  expect(await store.progressEvents.list(phases[1]?.id ?? '')).toHaveLength(1);
});

it('has no further hint without an active phase', async () => {
  const { sessions } = await pipelineFixture();
  await sessions.start({ issueNumber: 7 });
  await expect(sessions.showMoreHints()).rejects.toThrow('No phase is active');
});

it('leaves the hint level and marks alone when a phase that was typed by hand begins', async () => {
  const { sessions, toldTypes } = await pipelineFixture();
  await sessions.start({ issueNumber: 7 });
  await sessions.createPhase({ title: 'By hand' });
  await sessions.updatePhase(1, { status: 'active' });
  expect(toldTypes()).toEqual(['session:started', 'coaching:phase_update', 'coaching:phase_update']);
});
