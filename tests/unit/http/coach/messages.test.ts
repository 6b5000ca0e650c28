import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { HANDLERS } from '../../../../src/http/websocket/handlers/index.js';
import { TO_PAGE, TO_SERVER } from '../../../../src/http/websocket/protocol.js';
import { openPage, recordedPage, serveCoach } from '../../../support/coach-fixture.js';

const HELLO = { version: '1', platform: 'linux', windowSize: { width: 800, height: 600 } };

describe('a page of the coach', () => {
  it('1.3: is connected, tracked, and exchanges JSON', async () => {
    const { coach, page } = await connect();
    expect(coach.logged).toContain('page connected (1 open)');
    page.send('terminal:input', { input: 'ls' }, 'a');
    expect(await page.next('connection:error')).toMatchObject({ id: 'a', timestamp: expect.any(Number) });
  });

  it('5.1: says hello and gets the state of the session and the tree', async () => {
    const { page } = await connect();
    page.send('connection:hello', HELLO, 'hello');
    const { id, payload } = await page.next('connection:init');
    expect(id).toBe('hello');
    expect(payload).toMatchObject({ sessionId: null, capabilities: expect.any(Array), featureFlags: {} });
    expect(payload.state).toMatchObject({ projectName: 'coached', session: null, unsaved: [] });
    expect((await page.next('fs:tree')).payload.root.name).toBe('coached');
  });

  it('gets a state that has every change which came before it', async () => {
    const recorded = recordedPage();
    let explanations: ReturnType<typeof recorded.page.explaining.explanations> = [];
    const explained = { explanationId: 'e-1', path: 'a.ts', startLine: 1, endLine: 1, answer: null };
    const unsaved = { path: 'a.ts', content: 'typed', version: null };
    let typed: (typeof unsaved)[] = [];
    const { page: used } = recorded;
    const reviews = async () => {
      await new Promise(setImmediate);
      explanations = [explained];
      typed = [unsaved];
      return [];
    };
    const coach = await serveCoach(
      {},
      {
        ...recorded,
        page: {
          ...used,
          explaining: { ...used.explaining, explanations: () => explanations, reviews },
          buffers: { ...used.buffers, unsaved: () => typed },
        },
      },
    );
    const page = await openPage(coach);
    page.send('connection:hello', HELLO);
    const { state } = (await page.next('connection:init')).payload;
    expect(state).toMatchObject({ explanations: [explained], unsaved: [unsaved] });
  });

  it('10.11: mutes the observer, and answers a nudge', async () => {
    const { coach, page } = await connect();
    page.send('observer:mute', { muted: true });
    page.send('nudge:dismiss', { nudgeId: 'nudge-1', answer: 'not_now' });
    await page.settled();
    const asked = coach.recorded.called.map(([name, ...given]) => [name, ...given.slice(0, -1)]);
    expect(asked).toEqual([
      ['observer.mute', true],
      ['observer.dismiss', 'nudge-1', 'not_now'],
    ]);
  });

  it('5.2: opens a file, and all pages get its content', async () => {
    const { coach, page } = await connect();
    const other = await openPage(coach);
    writeFileSync(path.join(coach.recorded.folder, 'a.ts'), 'one\ntwo');
    page.send('file:open', { path: 'a.ts' }, 'open');
    const answer = await page.next('fs:content');
    expect(answer.payload).toMatchObject({ path: 'a.ts', content: 'one\ntwo', language: 'typescript', lineCount: 2 });
    expect(answer.id).toBe('open');
    expect((await other.next('fs:content')).id).toBeUndefined();
    expect(coach.recorded.called).toContainEqual(['actions.log', 'file_open', { path: 'a.ts' }]);
  });

  it('looks again what a file has, which is no action and nothing for other pages', async () => {
    const { coach, page } = await connect();
    const other = await openPage(coach);
    writeFileSync(path.join(coach.recorded.folder, 'a.ts'), 'one');
    page.send('file:open', { path: 'a.ts', isReload: true }, 'again');
    expect(await page.next('fs:content')).toMatchObject({ id: 'again', payload: { content: 'one' } });
    expect(await other.settled()).toEqual([]);
    expect(coach.recorded.called).not.toContainEqual(['actions.log', 'file_open', { path: 'a.ts' }]);
  });

  it('5.3: saves a file, and all pages get the new version', async () => {
    const { coach, page } = await connect();
    const other = await openPage(coach);
    page.send('file:save', { path: 'a.ts', content: 'new', version: null }, 'save');
    const { payload } = await page.next('fs:save_ack');
    expect(payload).toMatchObject({ path: 'a.ts', success: true, timestamp: expect.stringMatching(/Z$/) });
    expect((await other.next('fs:save_ack')).payload.version).toBe(payload.version);
    expect(readFileSync(path.join(coach.recorded.folder, 'a.ts'), 'utf8')).toBe('new');
    expect(coach.recorded.called).toContainEqual(['actions.log', 'file_save', { path: 'a.ts', charCount: 3 }]);
  });

  it('5.3: gets both texts if the file was changed on disk, and the file stays as it is', async () => {
    const { coach, page } = await connect();
    writeFileSync(path.join(coach.recorded.folder, 'a.ts'), 'of another program');
    page.send('file:save', { path: 'a.ts', content: 'mine', version: 'an-older-one' }, 'save');
    const { id, payload } = await page.next('fs:save_error');
    expect(id).toBe('save');
    expect(payload).toMatchObject({ path: 'a.ts', code: 'CONFLICT', stored: { content: 'of another program' } });
    expect(readFileSync(path.join(coach.recorded.folder, 'a.ts'), 'utf8')).toBe('of another program');
    expect(coach.recorded.called.filter(([name]) => name === 'actions.log')).toEqual([]);
  });

  it('5.4: updates a buffer without an answer', async () => {
    const { coach, page } = await connect();
    const buffer = { path: 'a.ts', content: 'typed', cursorPosition: { line: 1, column: 5 }, selections: [] };
    page.send('buffer:update', buffer);
    expect(await page.settled()).toEqual([]);
    expect(coach.recorded.called).toEqual([['buffers.update', buffer, expect.any(String)]]);
  });

  it.each([
    ['editor:tab_switch', { fromPath: 'a.ts', toPath: 'b.ts' }, 'tab_switch'],
    ['editor:selection', { path: 'a.ts', range: range(), textLength: 4 }, 'selection'],
    ['user:idle_start', { lastActionTimestamp: 5 }, 'idle_start'],
    ['user:idle_end', {}, 'idle_end'],
    ['file:close', { path: 'a.ts' }, 'file_close'],
  ] as const)('5.5: logs %s as an action', async (type, payload, action) => {
    const { coach, page } = await connect();
    page.send(type, payload as never);
    expect(await page.settled()).toEqual([]);
    expect(coach.recorded.called.at(-1)).toEqual(['actions.log', action, payload]);
  });

  it('5.5: logs hints:level_change as an action, and every page learns the level', async () => {
    const { coach, page } = await connect();
    const other = await openPage(coach);
    page.send('hints:level_change', { level: 'file', previousLevel: 'none' });
    for (const each of [page, other]) expect((await each.next('hints:level')).payload).toEqual({ level: 'file' });
    expect(coach.recorded.called).toEqual([
      ['sessions.setHintLevel', 'file'],
      ['actions.log', 'hint_level_change', { level: 'file', previousLevel: 'none' }],
    ]);
  });

  it.each(['editor:scroll', 'explorer:expand_dir', 'explorer:collapse_dir'] as const)(
    '5.5: does nothing for %s',
    async (type) => {
      const { coach, page } = await connect();
      page.send(type, { path: 'src' });
      expect(await page.settled()).toEqual([]);
      expect(coach.recorded.called).toEqual([]);
    },
  );

  it('5.6: learns of a change on disk', async () => {
    const { coach, page } = await connect();
    coach.recorded.changeOnDisk({ action: 'add', path: 'src/new.ts' });
    expect((await page.next('fs:tree_update')).payload).toEqual({ action: 'add', path: 'src/new.ts' });
  });

  it('12.1, 12.8: asks for the dashboard, for issues and to close a gap', async () => {
    const { coach, page } = await connect();
    page.send('dashboard:request', {});
    page.send('dashboard:request', { statsPeriod: '7d' });
    page.send('dashboard:refresh_issues', {});
    page.send('gap:update', { gapId: 'gap-1', addressed: true });
    await page.settled();
    expect(coach.recorded.called.map((call) => call.filter((part) => typeof part !== 'function'))).toEqual([
      ['dashboard.load', 'all'],
      ['dashboard.load', '7d'],
      ['dashboard.refreshIssues'],
      ['dashboard.setGapAddressed', 'gap-1', true],
    ]);
  });

  it('asks for one more hint, and the council', async () => {
    const { coach, page } = await connect();
    page.send('hint:more', {}, 'more');
    expect(await page.next('hints:level')).toMatchObject({ id: 'more', payload: { level: 'file', hintsUsed: 1 } });
    page.send('council:ask', { question: 'Why?' });
    await page.settled();
    expect(coach.recorded.called).toEqual([['sessions.showMoreHints'], ['council.ask', 'Why?', expect.any(Function)]]);
  });

  it('5.7: gets NOT_IMPLEMENTED for terminal:input, which is never run', async () => {
    const { coach, page } = await connect();
    const type = 'terminal:input';
    page.send(type, { input: 'ls' }, 'later');
    const answer = await page.next('connection:error');
    expect(answer).toMatchObject({ id: 'later', payload: { code: 'NOT_IMPLEMENTED', context: type } });
    expect(answer.payload.message).toContain('not yet implemented');
    expect(coach.recorded.warnings).toEqual([['not_implemented', { type }]]);
  });

  it.each(['nothing:known', '__proto__', 'constructor', 'toString'])(
    '5.8: is not answered for the unknown type %s, which is logged',
    async (type) => {
      const { coach, page } = await connect();
      page.sendText(JSON.stringify({ type, payload: {} }));
      expect(await page.settled()).toEqual([]);
      expect(coach.recorded.warnings[0]).toEqual(['unknown_message', { type }]);
    },
  );

  it('5.9 and EC-25: gets what the program broadcasts, as every other page does', async () => {
    const { coach, page } = await connect();
    const other = await openPage(coach);
    coach.own?.broadcast('coaching:message', { message: 'Look at line 3.', type: 'hint' });
    for (const each of [page, other])
      expect((await each.next('coaching:message')).payload).toEqual({ message: 'Look at line 3.', type: 'hint' });
  });

  it('5.10 and EC-03: is forgotten when its connection breaks, and the server continues', async () => {
    const { coach, page } = await connect();
    page.socket.terminate();
    await expect.poll(() => coach.logged).toContain('page disconnected (0 open)');
    expect((await fetch(`${coach.url}/health`)).status).toBe(200);
  });

  it('EC-22: gets one INVALID_JSON for text or bytes that are no JSON', async () => {
    const { page } = await connect();
    for (const text of ['{', '', 'undefined', Buffer.from([0, 255])]) {
      page.sendText(text);
      const { payload } = await page.next('connection:error');
      expect(payload.code).toBe('INVALID_JSON');
      expect(payload.message).toContain('not JSON');
    }
    expect(await page.settled()).toEqual([]);
  });

  it.each([
    ['null', 'message'],
    ['[]', 'message'],
    ['"file:open"', 'message'],
    ['{"payload":{}}', 'type'],
    ['{"type":"file:open"}', 'payload'],
    ['{"type":"file:open","payload":[]}', 'payload'],
    ['{"type":"file:open","payload":{}}', 'path'],
    ['{"type":"file:open","payload":{"path":5}}', 'path'],
    ['{"type":"hints:level_change","payload":{"level":"all","previousLevel":"none"}}', 'level'],
    ['{"type":"session:end","payload":{},"id":5}', 'id'],
  ])('EC-23: gets one INVALID_MESSAGE with the cause for %s', async (text, cause) => {
    const { coach, page } = await connect();
    page.sendText(text);
    const { payload } = await page.next('connection:error');
    expect(payload.code).toBe('INVALID_MESSAGE');
    expect(payload.message).toMatch(new RegExp(`^${cause}: `));
    expect(await page.settled()).toEqual([]);
    expect(coach.recorded.called).toEqual([]);
  });

  it('EC-24: may be missing when something is broadcast', async () => {
    const coach = await serveCoach();
    coach.own?.broadcast('coaching:message', { message: 'Hello?', type: 'info' });
    expect((await fetch(`${coach.url}/health`)).status).toBe(200);
  });

  it('EC-26: gets NOT_FOUND for a file that does not exist', async () => {
    const { page } = await connect();
    page.send('file:open', { path: 'missing.ts' }, 'open');
    const { id, payload } = await page.next('connection:error');
    expect([id, payload.code, payload.context]).toEqual(['open', 'NOT_FOUND', 'file:open']);
  });

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EACCES', 'permission denied'],
  ])('EC-27: learns why a save failed with %s', async (code, reason) => {
    const recorded = recordedPage();
    const write = async () => {
      throw Object.assign(new Error(code), { code });
    };
    const coach = await serveCoach(
      {},
      { ...recorded, page: { ...recorded.page, files: { ...recorded.page.files, write } } },
    );
    const page = await openPage(coach);
    page.send('file:save', { path: 'a.ts', content: 'x' }, 'save');
    const { id, payload } = await page.next('fs:save_error');
    expect([id, payload.path, payload.code]).toEqual(['save', 'a.ts', 'INTERNAL_ERROR']);
    expect(payload.error).toContain(reason);
  });

  it('gets its answers in the order of its questions', async () => {
    const { coach, page } = await connect();
    writeFileSync(path.join(coach.recorded.folder, 'a.ts'), 'old');
    for (let turn = 0; turn < 20; turn++) {
      page.send('file:save', { path: 'a.ts', content: `text ${turn}` });
      page.send('file:open', { path: 'a.ts' });
    }
    for (let turn = 0; turn < 20; turn++) {
      await page.next('fs:save_ack');
      expect((await page.next('fs:content')).payload.content).toBe(`text ${turn}`);
    }
  });

  it('starts, resumes and ends a session, and every page learns of it', async () => {
    const { coach, page } = await connect();
    const other = await openPage(coach);
    page.send('session:start', { issueNumber: 7 });
    expect((await other.next('session:started')).payload.sessionId).toBe('session-1');
    page.send('session:resume', { sessionId: 'session-1' });
    expect((await other.next('session:resumed')).payload.restoredState.hintLevel).toBe('none');
    page.send('phase:update', { phase: 1, status: 'active' });
    expect((await other.next('coaching:phase_update')).payload).toMatchObject({
      status: 'active',
      phase: { number: 1 },
    });
    page.send('phase:create', { title: 'Write a test' });
    await other.next('coaching:phase_update');
    page.send('phase:edit', { phase: 1, title: 'Write two tests', description: '' });
    await other.next('coaching:phase_update');
    page.send('phase:move', { phaseId: 'phase-1', to: 2 }, 'move');
    expect((await page.next('coaching:phases')).id).toBe('move');
    expect((await other.next('coaching:phases')).payload.phases).toMatchObject([{ id: 'phase-1' }]);
    page.send('phase:delete', { phaseId: 'phase-1' });
    await other.next('coaching:phases');
    page.send('session:pause', { isPaused: true });
    page.send('session:end', {});
    expect((await other.next('session:ended')).payload.summary.sessionId).toBe('session-1');
    await other.next('coach:status');
    expect(coach.recorded.called.map(([name]) => name)).toEqual([
      'sessions.start',
      'sessions.resume',
      'sessions.updatePhase',
      'sessions.createPhase',
      'sessions.updatePhase',
      'sessions.movePhase',
      'sessions.deletePhase',
      'sessions.setPaused',
      'sessions.end',
    ]);
  });

  it('creates, renames, deletes, lists and restores files', async () => {
    const { coach, page } = await connect();
    page.send('file:create', { path: 'b.ts', kind: 'file' });
    expect((await page.next('fs:tree_update')).payload).toEqual({ action: 'add', path: 'b.ts' });
    page.send('file:rename', { path: 'b.ts', newPath: 'c.ts' });
    expect((await page.next('fs:tree_update')).payload).toMatchObject({ path: 'b.ts', newPath: 'c.ts' });
    page.send('file:delete', { path: 'c.ts' });
    expect((await page.next('file:deleted')).payload).toEqual({ path: 'c.ts', trashId: 'trash-1' });
    page.send('files:removed', {}, 'removed');
    const removed = await page.next('files:removed_list');
    expect(removed.id).toBe('removed');
    expect(removed.payload.files).toMatchObject([{ trashId: 'trash-1', path: 'old.ts' }]);
    page.send('file:restore', { trashId: 'trash-1' });
    expect((await page.next('fs:tree_update')).payload).toEqual({ action: 'add', path: 'old.ts' });
    expect(coach.recorded.called).toContainEqual(['files.rename', 'b.ts', 'c.ts']);
  });

  it('asks for an explanation in the present and in the older form', async () => {
    const { coach, page } = await connect();
    const selection = { startLine: 2, startCol: 1, endLine: 3, endCol: 4 };
    const text = { selectedText: 'x', surroundingContext: 'xyz' };
    page.send('user:explain', { path: 'a.ts', language: 'typescript', selection, ...text });
    page.send('user:explain', { path: 'a.ts', range: range(), selectedText: 'x' });
    await page.settled();
    expect(coach.recorded.called).toEqual([
      [
        'explaining.explain',
        {
          ...{ path: 'a.ts', language: 'typescript', ...text },
          range: { startLine: 2, startColumn: 1, endLine: 3, endColumn: 4 },
        },
      ],
      ['explaining.explain', { path: 'a.ts', range: range(), selectedText: 'x' }],
    ]);
  });

  it('asks for a review of the phase, of a solution, and of one in the older form', async () => {
    const { coach, page } = await connect();
    page.send('user:review', {});
    page.send('user:review', { kataId: 'kata-1', userCode: 'x', activeConstraintTitles: ['No loops'] }, 'review');
    expect(await page.next('review:response')).toMatchObject({ id: 'review', payload: { kataId: 'kata-1' } });
    page.send('practice:submit_solution', { kataId: 'kata-1', code: 'y', activeConstraints: [] }, 'submit');
    expect(await page.next('review:response')).toMatchObject({ id: 'submit', payload: { kataId: 'kata-1' } });
    const older = { review: 'Well done.', level: 5, passed: true, constraintsUnlocked: [] };
    expect((await page.next('practice:solution_review')).payload).toEqual(older);
    page.send('practice:load', { kataId: 'kata-1' }, 'load');
    expect(await page.next('practice:kata_load')).toMatchObject({ id: 'load', payload: { kata: { id: 'kata-1' } } });
    expect(coach.recorded.called).toEqual([
      ['explaining.reviewPhase'],
      ['practice.review', { kataId: 'kata-1', userCode: 'x', activeConstraintTitles: ['No loops'] }],
      ['practice.review', { kataId: 'kata-1', userCode: 'y', activeConstraintTitles: [] }],
      ['practice.load', 'kata-1'],
    ]);
  });

  it('never executes what it types into a terminal, and its sizes are accepted', async () => {
    const { coach, page } = await connect();
    page.send('terminal:ready', { cols: 80, rows: 24 });
    page.send('terminal:resize', { cols: 100, rows: 30 });
    page.send('terminal:input', { input: 'rm -rf .\n' }, 'run');
    expect(await page.next('connection:error')).toMatchObject({ id: 'run', payload: { code: 'NOT_IMPLEMENTED' } });
    expect(coach.recorded.called).toEqual([]);
  });

  it('gets no details of an unexpected failure, which is logged', async () => {
    const recorded = recordedPage();
    const failure = new Error('a private detail');
    const tree = async () => {
      throw failure;
    };
    const coach = await serveCoach(
      {},
      { ...recorded, page: { ...recorded.page, files: { ...recorded.page.files, tree } } },
    );
    const page = await openPage(coach);
    page.send('connection:hello', HELLO);
    const { payload } = await page.next('connection:error');
    expect(payload.code).toBe('INTERNAL_ERROR');
    expect(payload.message).not.toContain('private');
    expect(recorded.warnings).toContainEqual(['handler_failed', { type: 'connection:hello', cause: failure }]);
  });
});

describe('the table of messages', () => {
  it('has the messages of the specification, and a handler for each that a page sends', () => {
    expect(Object.keys(HANDLERS).sort()).toEqual(Object.keys(TO_SERVER).sort());
    expect(Object.keys(TO_SERVER).length).toBeGreaterThanOrEqual(25);
    expect(Object.keys(TO_PAGE).length).toBeGreaterThanOrEqual(37);
  });
});

async function connect() {
  const coach = await serveCoach();
  return { coach, page: await openPage(coach) };
}

function range() {
  return { startLine: 1, startColumn: 0, endLine: 1, endColumn: 4 };
}
