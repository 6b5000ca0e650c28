import { describe, expect, it } from 'vitest';
import { coachSessions } from '../../../support/session-fixture.js';

async function active() {
  const fixture = await coachSessions({ 'src/cart.ts': 'one\ntwo\n', 'src/shop.ts': 'shop\n' });
  const { sessionId } = await fixture.sessions.start({ goal: 'Cart loses items' });
  fixture.told.length = 0;
  return { ...fixture, sessionId };
}

const LINES = { path: 'src/cart.ts', start: 1, end: 2, style: 'hint' } as const;

describe('highlights', () => {
  it('6.9: accumulate, are logged and told to pages one by one', async () => {
    const { sessions, told, actions, sessionId } = await active();
    await sessions.highlightLines(LINES);
    await sessions.highlightLines({ ...LINES, start: 2, hoverText: 'Here' });
    expect((await sessions.marks()).highlights).toEqual([LINES, { ...LINES, start: 2, hoverText: 'Here' }]);
    expect(told.map(([type]) => type)).toEqual(['editor:highlight_lines', 'editor:highlight_lines']);
    expect(await actions(sessionId)).toEqual(['session_started', 'decorations_applied', 'decorations_applied']);
  });

  it('6.10: are cleared for one file, or for all', async () => {
    const { sessions, told } = await active();
    await sessions.highlightLines(LINES);
    await sessions.highlightLines({ ...LINES, path: 'src/shop.ts' });
    await sessions.clearHighlights('src/cart.ts');
    expect((await sessions.marks()).highlights).toMatchObject([{ path: 'src/shop.ts' }]);
    expect(told.at(-1)).toEqual(['editor:clear_highlights', { path: 'src/cart.ts' }]);
    await sessions.clearHighlights();
    expect((await sessions.marks()).highlights).toEqual([]);
    expect(told.at(-1)).toEqual(['editor:clear_highlights', {}]);
  });

  it('have the path as the project spells it', async () => {
    const { sessions } = await active();
    expect((await sessions.highlightLines({ ...LINES, path: './src//cart.ts' })).path).toBe('src/cart.ts');
  });

  it('EC-29: are refused outside the project, and pages hear nothing of it', async () => {
    const { sessions, told } = await active();
    const refused = sessions.highlightLines({ ...LINES, path: '../../etc/passwd' });
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN_PATH' });
    expect(told).toEqual([]);
  });

  it('EC-36: are all kept when they come at once', async () => {
    const { sessions } = await active();
    const lines = Array.from({ length: 20 }, (_, index) => index + 1);
    await Promise.all(lines.map((line) => sessions.highlightLines({ ...LINES, start: line, end: line })));
    expect((await sessions.marks()).highlights).toHaveLength(20);
  });

  it('count as a hint that was used in the active phase', async () => {
    const { sessions, store } = await active();
    await sessions.createPhase({ title: 'Read' });
    const { id } = await sessions.updatePhase(1, { status: 'active' });
    await sessions.highlightLines(LINES);
    expect(await store.progressEvents.list(id)).toMatchObject([
      { eventType: 'hint_used', data: { path: 'src/cart.ts', start: 1, end: 2 } },
    ]);
  });
});

describe('hints in the tree', () => {
  const HINTS = [
    { path: 'src/cart.ts', style: 'suggested' },
    { path: 'src/shop.ts', style: 'important' },
  ] as const;

  it('6.11: are logged, told to pages and kept', async () => {
    const { sessions, told, actions, sessionId } = await active();
    await sessions.hintFiles(HINTS);
    expect(told).toEqual([['explorer:hint_files', { hints: HINTS }]]);
    expect((await sessions.marks()).fileHints).toEqual(HINTS);
    expect((await actions(sessionId)).at(-1)).toBe('file_hints_applied');
  });

  it('6.12: are cleared all at once', async () => {
    const { sessions, told } = await active();
    await sessions.hintFiles(HINTS);
    await sessions.clearHints();
    expect((await sessions.marks()).fileHints).toEqual([]);
    expect(told.at(-1)).toEqual(['explorer:clear_hints', {}]);
  });
});

describe('what the coach says', () => {
  it('6.15: is logged, told to pages and kept for a page that connects later', async () => {
    const { sessions, told, actions, sessionId } = await active();
    await sessions.sendMessage({ message: 'Nice work!', type: 'success' });
    expect(told).toMatchObject([['coaching:message', { message: 'Nice work!', type: 'success' }]]);
    expect((await sessions.marks()).messages).toMatchObject([{ message: 'Nice work!' }]);
    expect((await actions(sessionId)).at(-1)).toBe('coaching_message');
  });

  it('is anchored at lines of the project only', async () => {
    const { sessions } = await active();
    const anchored = (path: string) =>
      sessions.sendMessage({ message: 'Here', type: 'hint', anchor: { path, startLine: 1 } });
    await anchored('./src/cart.ts');
    expect((await sessions.marks()).messages[0]?.anchor).toEqual({ path: 'src/cart.ts', startLine: 1 });
    await expect(anchored('/etc/passwd')).rejects.toMatchObject({ code: 'FORBIDDEN_PATH' });
  });

  it('6.16: shows an issue, which the session keeps', async () => {
    const { sessions, told, anotherRun, sessionId } = await active();
    const context = { number: 42, title: 'Fix the race', summary: 'Two tabs.', labels: ['bug'], url: null };
    await sessions.showIssueContext(context);
    expect(told).toEqual([['coaching:issue_context', context]]);
    expect((await sessions.expectCurrent()).issueContext).toEqual(context);
    const next = await anotherRun();
    expect(await next.sessions.unfinished()).toMatchObject([{ id: sessionId, issueTitle: 'Fix the race' }]);
  });
});

describe('opening a file on the page', () => {
  it('6.8: sends its text to pages and counts it as open', async () => {
    const { sessions, told, workspace } = await active();
    expect(await sessions.openFile('src/cart.ts')).toEqual({ path: 'src/cart.ts' });
    expect(told).toMatchObject([
      ['editor:open_file', { path: 'src/cart.ts', content: 'one\ntwo\n', language: 'typescript' }],
    ]);
    expect(workspace.openFiles()).toEqual(['src/cart.ts']);
  });

  it('6.18: tells pages nothing of a file that does not exist', async () => {
    const { sessions, told } = await active();
    await expect(sessions.openFile('src/none.ts')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(told).toEqual([]);
  });
});

it('6.17: needs an active session for everything that is shown', async () => {
  const { sessions } = await coachSessions();
  const refused = [
    sessions.highlightLines(LINES),
    sessions.hintFiles([]),
    sessions.sendMessage({ message: 'Hi', type: 'info' }),
    sessions.showIssueContext({ number: null, title: 'x', summary: '', labels: [], url: null }),
    sessions.phaseDiffs(),
    sessions.expectCurrent(),
  ];
  for (const result of await Promise.allSettled(refused)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'NO_SESSION' } });
  }
});

it('forgets what was pointed at when the session ends', async () => {
  const { sessions, toldTypes } = await active();
  await sessions.highlightLines(LINES);
  await sessions.hintFiles([{ path: 'src/cart.ts', style: 'suggested' }]);
  await sessions.end();
  expect(await sessions.marks()).toEqual({ highlights: [], fileHints: [], messages: [] });
  expect(toldTypes()).toEqual(expect.arrayContaining(['editor:clear_highlights', 'explorer:clear_hints']));
});

it('keeps marks and comments at their lines while the person types', async () => {
  const { sessions } = await active();
  const style = 'hint' as const;
  await sessions.highlightLines({ path: 'src/cart.ts', start: 2, end: 2, style });
  await sessions.sendMessage({
    message: 'Why?',
    type: 'hint',
    anchor: { path: 'src/cart.ts', startLine: 1, endLine: 2 },
  });
  await sessions.followText({ path: 'src/cart.ts', before: 'one\ntwo\n', after: 'zero\none\ntwo\n' });
  await sessions.followText({ path: 'src/cart.ts', before: 'zero\none\ntwo\n', after: 'zero\none\n\ntwo\n' });
  await sessions.followText({ path: 'src/other.ts', before: 'a', after: '\n\na' });
  expect(await sessions.marks()).toMatchObject({
    highlights: [{ start: 4, end: 4 }],
    messages: [{ anchor: { startLine: 2, endLine: 4 } }],
  });
});
