import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClaudeAdapter } from '../../../../adapters/cli/claude.js';
import { createCodexAdapter } from '../../../../adapters/cli/codex.js';
import { createGeminiAdapter } from '../../../../adapters/cli/gemini.js';
import { cliSettings } from '../../../support/cli-fixture.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

/** A home, and a tool in it that answers its status command with this script and hangs at any other. */
function machine(statusCommand: string, script: string) {
  const home = scratchFolder('login');
  const command = join(home, 'tool');
  writeFileSync(command, `#!/bin/sh\nif [ "$*" = "${statusCommand}" ]; then ${script}; else sleep 60; fi\n`);
  chmodSync(command, 0o755);
  return { home, settings: cliSettings(command), environment: { PATH: process.env.PATH, HOME: home } };
}

describe('the login of a command-line tool', () => {
  it.each([
    ['echo \'{"loggedIn": true}\'', 'logged_in'],
    ['echo \'{"loggedIn": false}\'; exit 1', 'logged_out'],
    ['echo "error: unknown command"; exit 1', 'unknown'],
  ])('is read from `claude auth status`: %s', async (script, kind) => {
    const { settings, environment } = machine('auth status', script);
    expect(await createClaudeAdapter(settings, 'claude', environment).login?.()).toMatchObject({ kind });
  });

  it.each([
    ['echo "Logged in using ChatGPT" >&2', 'logged_in'],
    ['echo "Not logged in" >&2; exit 1', 'logged_out'],
    ['exit 2', 'unknown'],
  ])('is read from `codex login status`: %s', async (script, kind) => {
    const { settings, environment } = machine('login status', script);
    expect(await createCodexAdapter(settings, 'codex', environment).login?.()).toMatchObject({ kind });
  });

  it('is not needed for codex with a key in the environment', async () => {
    const { settings, environment } = machine('login status', 'echo "Not logged in"; exit 1');
    const adapter = createCodexAdapter(settings, 'codex', { ...environment, CODEX_API_KEY: 'key' });
    expect(await adapter.login?.()).toEqual({ kind: 'logged_in' });
  });

  it('is found for gemini in its stored credentials or in a key', async () => {
    const { home, settings, environment } = machine('none', 'exit 1');
    const login = (more = {}) => createGeminiAdapter(settings, 'gemini', { ...environment, ...more }).login?.();
    expect(await login()).toMatchObject({ kind: 'logged_out', remedy: expect.stringContaining('GEMINI_API_KEY') });
    expect(await login({ GEMINI_API_KEY: 'key' })).toEqual({ kind: 'logged_in' });
    mkdirSync(join(home, '.gemini'));
    writeFileSync(join(home, '.gemini', 'oauth_creds.json'), '{}');
    expect(await login()).toEqual({ kind: 'logged_in' });
  });

  it('is asked for again only as long as the tool is logged out', async () => {
    const { home, settings, environment } = machine(
      'auth status',
      'echo x >>"$HOME/asked"; test -e "$HOME/in" && echo \'{"loggedIn": true}\' || echo \'{"loggedIn": false}\'',
    );
    const adapter = createClaudeAdapter(settings, 'claude', environment);
    expect(await Promise.all([adapter.login?.(), adapter.login?.()])).toMatchObject([
      { kind: 'logged_out' },
      { kind: 'logged_out' },
    ]);
    writeFileSync(join(home, 'in'), '');
    expect(await adapter.login?.()).toEqual({ kind: 'logged_in' });
    expect(await adapter.login?.()).toEqual({ kind: 'logged_in' });
    expect(readFileSync(join(home, 'asked'), 'utf8')).toBe('x\nx\n');
  });

  it('stays unknown when the status command is ended by the time limit', async () => {
    const { settings, environment } = machine('auth status', 'sleep 60');
    const signal = AbortSignal.timeout(200);
    expect(await createClaudeAdapter(settings, 'claude', environment).login?.(signal)).toEqual({ kind: 'unknown' });
  });
});
