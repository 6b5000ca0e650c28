import { chmodSync, copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listIssues, shortenIssue } from '../../../../src/coaching/dashboard/issues/list-issues.js';
import { fixturePath } from '../../../support/cli-fixture.js';
import { ghMachine, listedIssue } from '../../../support/gh-machine.js';
import { processesWith } from '../../../support/running-processes.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

type Behavior = Parameters<typeof ghMachine>[0];

async function list(given: Behavior = {}, changes: Partial<Parameters<typeof listIssues>[0]> = {}) {
  const gh = ghMachine(given);
  const projectFolder = scratchFolder('project');
  const { signal } = new AbortController();
  const context = { projectFolder, environment: gh.environment, signal, ...changes };
  return { gh, projectFolder, listed: await listIssues(context) };
}

async function errorOf(given: Behavior, changes: Parameters<typeof list>[1] = {}) {
  const { listed } = await list(given, changes);
  return listed.ok ? 'no error' : listed.error;
}

describe('the issues of gh', () => {
  it('FR-171: are asked for in the project with the command of the specification', async () => {
    const { gh, projectFolder } = await list({ issues: [listedIssue(1)] });
    const args = 'issue list --state open --json number,title,body,labels,assignees,comments --limit 50';
    expect(gh.calls()).toMatchObject([{ args, cwd: projectFolder }]);
  });

  it('are read with a login and without the keys of others', async () => {
    const { gh } = await list();
    const env = gh.calls()[0]?.env ?? [];
    for (const set of ['GH_TOKEN=gh-token', 'GH_PROMPT_DISABLED=1', 'LC_ALL=C', 'GIT_CONFIG_COUNT=2'])
      expect(env).toContain(set);
    expect(env.join('\n')).not.toContain('not-for-gh');
  });

  it('FR-182, EC-89: have bodies of at most 2,000 characters and comments within a budget, the newest kept', async () => {
    const comments = [1, 2, 3, 4].map((number) => ({ author: { login: 'bob' }, body: `${number}`.repeat(400) }));
    const { listed } = await list({ issues: [listedIssue(1, { body: 'b'.repeat(65_000), comments })] });
    const [issue] = listed.ok ? listed.value.map(shortenIssue) : [];
    expect(issue?.body).toHaveLength(2_000);
    expect(issue?.comments.join('')).toHaveLength(600);
    expect(issue?.comments.at(-1)).toBe('4'.repeat(400));
  });

  it.each([
    ['assigned', { assignees: [{ login: 'ada' }] }, true],
    ['mentioned', { comments: [{ body: 'What do you think, @Ada?' }] }, true],
    ['mentioned after another', { body: '@ada-bot closed this; @ada please look' }, true],
    ['not meant', { body: 'Ask @adam and ada.', assignees: [{ login: 'bob' }] }, false],
  ])('say whether the person is %s', async (_case, changes, isTagged) => {
    const { listed } = await list({ issues: [listedIssue(1, changes)] });
    expect(listed).toMatchObject({ ok: true, value: [{ isTagged }] });
  });

  it('are listed without knowing who the person is', async () => {
    const { listed } = await list({ issues: [listedIssue(1, { assignees: [{ login: '' }] })], login: '' });
    expect(listed).toMatchObject({ ok: true, value: [{ number: 1, isTagged: false }] });
  });

  it('have no hidden characters, and at most 50 are used', async () => {
    const hostile = listedIssue(1, { title: 'a\u001b[2J\u202eb\nc', body: 'hid\u200bden\u{e0041}' });
    const issues = [hostile, ...Array.from({ length: 99 }, (_, index) => listedIssue(index + 2))];
    const { listed } = await list({ issues });
    if (!listed.ok) throw new Error(listed.error);
    expect(listed.value).toHaveLength(50);
    expect(listed.value[0]).toMatchObject({ title: 'ab c', body: 'hidden' });
  });
});

describe('gh that fails', () => {
  it.each([
    ['EC-83', 'no remote', /^No GitHub remote found: /],
    ['EC-83', 'not a repository', /^No GitHub remote found: /],
    ['EC-83', 'another host', /^No GitHub remote found: /],
    ['12.5', 'logged out', /^GitHub CLI is not logged in: run `gh auth login`/],
    ['12.5', 'bad token', /^GitHub CLI is not logged in: run `gh auth login`/],
    ['12.5', 'no network', /^GitHub CLI failed: error connecting to api.github.com check your connection$/],
    ['12.5', '12 MB', /^GitHub CLI sent more than 10 MB/],
    ['12.5', 'garbage', /^GitHub CLI sent no list of issues: /],
    ['12.5', 'other shape', /^GitHub CLI sent no list of issues: /],
    ['12.5', 'broken', /^GitHub CLI failed: HTTP 502: server error/],
  ])('%s: is one sentence (%s)', async (_scenario, behavior, sentence) => {
    const error = await errorOf({ behavior });
    expect(error).toMatch(sentence);
    expect(error).not.toMatch(/[\n\u001b]/);
  });

  it('12.5: is ended with everything that it started when it hangs', async () => {
    const gh = ghMachine({ behavior: 'hang' });
    const { signal } = new AbortController();
    const context = { projectFolder: scratchFolder('project'), environment: gh.environment, signal, timeoutMs: 500 };
    const listed = await listIssues(context);
    expect(listed).toMatchObject({ ok: false, error: expect.stringMatching(/did not answer within 0.5 s/) });
    expect(processesWith(gh.home)).toEqual([]);
  });

  it('is ended when the coach ends', async () => {
    const ending = new AbortController();
    setImmediate(() => ending.abort());
    expect(await errorOf({ behavior: 'hang' }, { signal: ending.signal })).toMatch(/the coach ended/);
  });

  it('EC-82: is not found', async () => {
    const environment = { PATH: scratchFolder('empty'), HOME: scratchFolder('home') };
    expect(await errorOf({}, { environment })).toMatch(/^GitHub CLI not found: install gh/);
  });

  it.each(['a folder of the project', 'a link to a program of the project'])('is not %s', async (kind) => {
    const gh = ghMachine();
    const projectFolder = scratchFolder('project');
    const own = path.join(projectFolder, 'bin');
    mkdirSync(own);
    copyFileSync(fixturePath('gh.sh'), path.join(own, 'gh'));
    chmodSync(path.join(own, 'gh'), 0o755);
    const linked = scratchFolder('bin');
    symlinkSync(path.join(own, 'gh'), path.join(linked, 'gh'));
    const PATH = kind.startsWith('a folder') ? own : linked;
    const environment = { ...gh.environment, PATH };
    const listed = await listIssues({ projectFolder, environment, signal: new AbortController().signal });
    expect(listed).toMatchObject({ ok: false, error: expect.stringMatching(/not found/) });
    expect(gh.calls()).toEqual([]);
  });
});
