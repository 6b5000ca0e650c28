import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXPLAINED, helpFixture } from '../../../support/help-fixture.js';
import { plantedKinds, plantedSecrets } from '../../../support/planted-secrets.js';

const RANGE = { startLine: 1, startColumn: 0, endLine: 9, endColumn: 0 };
const FAILED = { explanationId: expect.any(String) as string };

describe('explaining', () => {
  it('11.1: logs the request, asks the large model for the person’s stage, answers all pages and logs the end', async () => {
    const { explain, store, server, helpActions, calls, lastMessage } = await helpFixture();
    await store.assessments.save({ skillArea: 'TypeScript', stage: 'competent', confidence: 0.8, evidence: '' });
    expect(await explain()).toEqual([
      'explain:response',
      {
        path: 'src/cart.ts',
        explanation: 'It counts.',
        keyConcepts: ['counting'],
        analogy: 'Like an abacus.',
        relatedFiles: ['src/price.ts'],
        phaseConnection: null,
        explanationId: expect.any(String),
      },
    ]);
    expect(server.calls[0]).toMatchObject({ callType: 'explain_this', model: 'claude-sonnet-5' });
    expect(server.calls[0]?.system).toContain('Dreyfus model is competent');
    expect(lastMessage()).toMatchObject({
      selected_code: 'two',
      surrounding_context: 'one\ntwo\nthree\n',
      file_path: 'src/cart.ts',
      language: 'typescript',
      selected_lines: { start: 2, end: 2 },
    });
    expect(await helpActions()).toEqual([
      ['explain_requested', { path: 'src/cart.ts', range: expect.objectContaining({ startLine: 2 }) }],
      [
        'explain_completed',
        { path: 'src/cart.ts', model: 'claude-sonnet-5', latency_ms: expect.any(Number), success: true },
      ],
    ]);
    expect(await calls()).toMatchObject([{ call_type: 'explain_this', session_id: null }]);
  });

  it('11.2: gives the model number, title and description of the active phase, and passes its connection on', async () => {
    const { explain, sessions, lastMessage, calls } = await helpFixture();
    const { sessionId } = await sessions.start({ goal: 'Repair the cart' });
    await sessions.createPhase({ title: 'Read the cart', description: 'Find the loss.' });
    await sessions.updatePhase(1, { status: 'active' });
    const [, payload] = await explain();
    expect(lastMessage()).toMatchObject({
      current_phase: { number: 1, title: 'Read the cart', description: 'Find the loss.' },
    });
    expect(payload).toMatchObject({ phaseConnection: 'This is what you change now.' });
    expect(await calls()).toMatchObject([{ session_id: sessionId }]);
  });

  it('11.3: works without a session: no phase, no connection to one, and a person without assessments is a novice', async () => {
    const { explain, server, lastMessage } = await helpFixture();
    const [type, payload] = await explain();
    expect(type).toBe('explain:response');
    expect(payload).toMatchObject({ phaseConnection: null });
    expect(lastMessage()).toMatchObject({ current_phase: null });
    expect(server.calls[0]?.system).toContain('Dreyfus model is novice');
  });

  it('11.4: asks once more after a failure that may pass, and both calls are in the ledger', async () => {
    const { explain, server, calls, helpActions } = await helpFixture();
    server.fail('explain_this', '500', 3);
    expect((await explain())[0]).toBe('explain:response');
    expect((await calls()).map(({ latency_ms }) => latency_ms === -1)).toEqual([true, false]);
    expect((await helpActions())[1]).toMatchObject(['explain_completed', { success: true }]);
  });

  it('11.5: says in a sentence why there is no explanation, and logs that', async () => {
    const { explain, server, calls, helpActions } = await helpFixture();
    server.fail('explain_this', '500');
    const [type, payload] = await explain();
    expect([type, payload]).toEqual([
      'explain:error',
      { ...FAILED, path: 'src/cart.ts', error: expect.stringContaining('server error (HTTP 500)') },
    ]);
    expect(await calls()).toHaveLength(2);
    expect((await helpActions())[1]).toEqual([
      'explain_completed',
      expect.objectContaining({ success: false, error: expect.stringContaining('HTTP 500') }),
    ]);
  });

  it('says that today’s limit is reached, and asks no model', async () => {
    const { explain, server, helpActions } = await helpFixture({ dailyCapUsd: 0 });
    expect(await explain()).toMatchObject(['explain:error', { error: expect.stringContaining('daily_cap_usd') }]);
    expect(server.calls).toEqual([]);
    expect((await helpActions())[1]).toMatchObject(['explain_completed', { model: 'none', success: false }]);
  });

  it('keeps the last five for pages that connect later, with those that the model has not answered yet', async () => {
    const { explain, explaining, server } = await helpFixture();
    const given = () => explaining.explanations();
    for (const startLine of [1, 2, 3, 4, 5]) await explain({ range: { ...RANGE, startLine } });
    server.delayMs = 20;
    const asked = new Promise<void>((resolve) => {
      server.onCall = () => resolve();
    });
    const told = explain({ explanationId: 'of the page', range: { ...RANGE, startLine: 6 } });
    await asked;
    expect(given().map(({ startLine }) => startLine)).toEqual([2, 3, 4, 5, 6]);
    expect(given().at(-1)?.answer).toBeNull();
    const [, payload] = await told;
    const last = given().at(-1);
    expect(last).toMatchObject({
      explanationId: 'of the page',
      path: 'src/cart.ts',
      startLine: 6,
      endLine: 9,
      answer: { explanation: 'It counts.' },
    });
    expect(payload).toEqual({ ...last?.answer, explanationId: last?.explanationId });
    await explain({ path: '.env' });
    expect(given()).toHaveLength(4);
  });

  it('EC-74: an empty selection is explained by what is around it', async () => {
    const { explain, lastMessage } = await helpFixture();
    expect((await explain({ selectedText: '' }))[0]).toBe('explain:response');
    expect(lastMessage()).toMatchObject({ selected_code: '', selected_lines: { start: 2, end: 2 } });
  });

  it.each(['logo.png', 'src/data.ts', 'src/selected.ts'])(
    'EC-75: a binary file is refused without a call (%s)',
    async (path) => {
      const { explain, server, at, helpActions } = await helpFixture();
      if (path === 'src/data.ts') writeFileSync(at(path), Buffer.from([1, 0, 2]));
      const selectedText = path === 'src/selected.ts' ? 'a\0b' : 'a';
      expect(await explain({ path, selectedText })).toEqual([
        'explain:error',
        { ...FAILED, path, error: 'Cannot explain binary files' },
      ]);
      expect(server.calls).toEqual([]);
      expect((await helpActions()).map(([type]) => type)).toEqual(['explain_requested']);
    },
  );

  it.each(['.env', 'id_rsa', '../outside.ts', '.git/config'])(
    'refuses a file that no model may see without a call (%s)',
    async (path) => {
      const { explain, server } = await helpFixture();
      const [type, payload] = await explain({ path });
      expect([type, payload]).toEqual([
        'explain:error',
        { ...FAILED, path, error: expect.stringMatching(/^[^\n]{10,200}$/) },
      ]);
      expect(server.calls).toEqual([]);
    },
  );

  it('EC-78: answers requests at the same time, each on its own', async () => {
    const { explain, server, told } = await helpFixture();
    server.delayMs = 20;
    await Promise.all(['src/cart.ts', 'src/price.ts', 'src/new.ts'].map((path) => explain({ path })));
    expect(told.map(([, payload]) => 'path' in payload && payload.path).sort()).toEqual([
      'src/cart.ts',
      'src/new.ts',
      'src/price.ts',
    ]);
  });

  it('EC-81: passes a large context on as it is', async () => {
    const { explain, lastMessage } = await helpFixture();
    const surroundingContext = 'let a = 1;\n'.repeat(2_000);
    await explain({ surroundingContext });
    expect(lastMessage()).toMatchObject({ surrounding_context: surroundingContext });
  });

  it('takes 50 lines before and after the selection where the page sent none', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index + 1}`);
    const { explain, lastMessage } = await helpFixture({ files: { 'long.ts': lines.join('\n') } });
    const range = { startLine: 100, startColumn: 0, endLine: 101, endColumn: 3 };
    await explain({ path: 'long.ts', range, language: undefined, surroundingContext: undefined });
    expect(lastMessage()).toMatchObject({
      language: 'typescript',
      surrounding_context: lines.slice(49, 151).join('\n'),
    });
  });

  it('sends no secret, also if only a part of it is selected', async () => {
    const [key] = plantedSecrets(5, plantedKinds().length).filter(({ kind }) => kind === 'OpenSSH private key');
    if (key === undefined) throw new Error('there is such a key');
    const text = `first\n${key.text}\nlast\n`;
    const { explain, server } = await helpFixture({ files: { 'notes.ts': text } });
    const inside = key.text.split('\n').slice(1, -1);
    const selectedText = inside.join('\n').slice(5, -5);
    await explain({ path: 'notes.ts', selectedText, surroundingContext: `first\n${inside.join('\n')}\nlast` });
    const sent = server.calls[0]?.userMessage ?? '';
    for (const line of inside) expect(sent).not.toContain(line.slice(5, -5));
    expect(sent).toContain('redacted');
    expect(sent).toContain('first');
  });

  it('names no file and keeps texts short and plain, whatever the model answers', async () => {
    const { explain, server } = await helpFixture();
    const long = `${'x'.repeat(30_000)}\u001b[31m`;
    server.answer('explain_this', {
      ...EXPLAINED,
      explanation: long,
      key_concepts: ['', long],
      related_files: ['a/../..'],
    });
    const [, payload] = await explain();
    expect(payload).toMatchObject({ relatedFiles: null, keyConcepts: [expect.stringMatching(/^.{200}$/)] });
    expect(JSON.stringify(payload).length).toBeLessThan(25_000);
  });

  it('ends a call that runs when the coach ends', async () => {
    const { explain, explaining, server } = await helpFixture();
    server.fail('explain_this', 'hang');
    const asked = new Promise<void>((resolve) => {
      server.onCall = () => resolve();
    });
    const told = explain();
    await asked;
    await explaining.close();
    expect(await told).toMatchObject(['explain:error', { error: expect.stringContaining('cancelled') }]);
    expect(server.calls).toHaveLength(1);
  });
});
