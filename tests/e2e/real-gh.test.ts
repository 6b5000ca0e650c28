import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { listIssues } from '../../src/coaching/dashboard/issues/list-issues.js';
import { findExecutable } from '../../src/processes/index.js';
import { scratchFolder } from '../support/scratch-folder.js';

const hasGh = process.env.WITAN_E2E === '1' && (await findExecutable('gh', process.env)) !== undefined;
const LOGIN = { GH_TOKEN: 'not-a-token' };

/** In a repository with this remote; without one, in a folder that is no repository. The network is a closed port of this machine. */
async function errorOf(remote: string | null | undefined, login: Readonly<Record<string, string>>): Promise<string> {
  const projectFolder = scratchFolder('project');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectFolder });
  if (remote !== undefined) git('init', '--quiet');
  if (typeof remote === 'string') git('remote', 'add', 'origin', remote);
  const environment = {
    ...{ PATH: process.env.PATH, HOME: scratchFolder('home'), LANGUAGE: 'de' },
    ...{ HTTPS_PROXY: 'http://127.0.0.1:9', ...login },
  };
  const listed = await listIssues({ projectFolder, environment, signal: new AbortController().signal });
  return listed.ok ? 'no error' : listed.error;
}

describe.skipIf(!hasGh)('the real gh', () => {
  it.each([
    ['logged out', 'https://github.com/owner/project.git', {}, /^GitHub CLI is not logged in: /],
    ['without a repository', undefined, LOGIN, /^No GitHub remote found: /],
    ['without a remote', null, LOGIN, /^No GitHub remote found: /],
    ['with a remote of another host', 'https://git.example/owner/project.git', LOGIN, /^No GitHub remote found: /],
    ['without a network', 'https://github.com/owner/project.git', LOGIN, /^GitHub CLI failed: [^\n]+$/],
  ])('%s is one sentence that says what to do', async (_case, remote, login, sentence) => {
    expect(await errorOf(remote, login)).toMatch(sentence);
  });
});
