import { describe, expect, it } from 'vitest';
import { plantedSecrets } from '../../support/planted-secrets.js';
import { connectAgent, runCoach } from '../../support/running-coach.js';

describe('several agents', () => {
  it('share the session and the marks, and each call says who made it', async () => {
    const coach = await runCoach({ 'a.ts': 'a\n' });
    const [first, second] = await Promise.all([coach.connectAgent(), coach.connectAgent()]);
    const page = await coach.openPage();
    await first.call('paige_start_session', { goal: 'Together' });
    await expect(second.call('paige_start_session', { goal: 'Alone' })).rejects.toMatchObject({ code: 'CONFLICT' });
    const highlight = { path: 'a.ts', start: 1, end: 1, style: 'hint' };
    await Promise.all([first, second].map((agent) => agent.call('paige_highlight_lines', highlight)));
    for (let count = 0; count < 2; count++) await page.next('editor:highlight_lines');
    await first.end();
    expect(await second.call('paige_get_session_state', { include: ['session'] })).toMatchObject({
      session: { issueTitle: 'Together' },
    });
    const calls = (await coach.actions()).flatMap(({ actionType, data }) =>
      actionType === 'mcp_tool_call' && 'toolName' in data && data.toolName === 'paige_highlight_lines' ? [data] : [],
    );
    expect(new Set(calls.map(({ sessionId }) => sessionId))).toEqual(new Set([first.sessionId, second.sessionId]));
  });

  it('are 32 at a time: all are answered, and one more replaces the one that was idle for longest', async () => {
    const coach = await runCoach({ 'a.ts': 'a\n' });
    const agents = [];
    for (let count = 0; count < 32; count++) agents.push(await connectAgent(coach, { isListening: false }));
    expect(new Set(agents.map(({ sessionId }) => sessionId)).size).toBe(32);
    const [oldest, ...others] = agents;
    await oldest?.call('paige_start_session', { goal: 'Many' });
    const answers = await Promise.all(others.map((agent) => agent.call('paige_get_open_files')));
    expect(answers).toEqual(others.map(() => ({ files: [] })));
    const extra = await connectAgent(coach, { isListening: false });
    expect(await extra.call('paige_open_file', { path: 'a.ts' })).toEqual({ success: true, path: 'a.ts' });
    await expect(oldest?.call('paige_get_open_files')).rejects.toThrow('this session has ended; initialize a new one');
    expect(await others.at(-1)?.call('paige_get_open_files')).toEqual({ files: ['a.ts'] });
  });
});

describe('60 planted secrets', () => {
  it('are in no answer of any tool, and in none of its errors', async () => {
    const secrets = plantedSecrets(60, 60);
    const saved = secrets.map(({ text }, index) => [`saved-${index}.md`, `# old\n${text}\n# end\n`]);
    const secretFiles = secrets.slice(0, 6).map(({ text }, index) => [`.env.${index}`, text]);
    const coach = await runCoach(Object.fromEntries([...saved, ...secretFiles]));
    const [agent, page] = [await coach.connectAgent(), await coach.openPage()];
    const said = secrets[0]?.value ?? '';
    const answers: unknown[] = [await agent.call('paige_start_session', { goal: `Remove ${said}` })];
    page.send('phase:create', { title: secrets[1]?.text ?? '', description: secrets[2]?.text ?? '' });
    for (const [index, { text }] of secrets.entries()) {
      page.send('file:open', { path: `saved-${index}.md` });
      const cursorPosition = { line: 1, column: 0 };
      page.send('buffer:update', { path: `saved-${index}.md`, content: '# gone\n', cursorPosition });
      page.send('buffer:update', { path: `typed-${index}.md`, content: `# new\n${text}\n`, cursorPosition });
    }
    for (const [name, text] of secretFiles) {
      page.send('file:open', { path: name ?? '' });
      page.send('buffer:update', { path: name ?? '', content: `${text}\n`, cursorPosition: { line: 1, column: 0 } });
    }
    await page.settled();
    const call = async (name: string, given = {}) =>
      answers.push(await agent.call(name, given).catch((error: unknown) => error));
    await call('paige_get_session_state');
    await call('paige_get_open_files');
    await call('paige_get_diff');
    await call('paige_update_phase', { phase: 1, status: 'active' });
    await call('paige_start_session', { goal: 'Another' });
    await Promise.all(
      secrets.flatMap((_, index) => [
        call('paige_get_buffer', { path: `typed-${index}.md` }),
        call('paige_get_diff', { path: `saved-${index}.md` }),
      ]),
    );
    for (const [name] of secretFiles)
      for (const tool of ['paige_get_buffer', 'paige_get_diff', 'paige_open_file']) await call(tool, { path: name });
    await call('paige_end_session');
    const shown = JSON.stringify(answers);
    expect(shown.match(/\[redacted: /g)?.length).toBeGreaterThan(4 * secrets.length);
    expect(shown.match(/FORBIDDEN_PATH/g)).toHaveLength(3 * secretFiles.length);
    expect(secrets.filter(({ value }) => shown.includes(value)).map(({ kind }) => kind)).toEqual([]);
  }, 60_000);
});
