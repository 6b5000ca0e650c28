import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRoot, OTHER_USER } from '../support/other-user.js';
import { processesWith, waitUntil } from '../support/running-processes.js';

const IGNORE = `trap '' TERM INT HUP;`;
const SESSION = process.platform === 'linux' ? 'setsid ' : '';

/** What each participant does in its scratch folder while the program gets a signal to end; "$0" is the marker. */
const PARTICIPANTS = {
  'make a folder that may not be changed': `${IGNORE} mkdir d; : > d/f; chmod 500 d; : > ready; while :; do sleep 0.1; done`,
  'never stop writing files': `${IGNORE} : > ready; i=0; while :; do i=$((i+1)); : > f$i; done`,
  'write from a session of their own': `${SESSION}sh -c 'i=0; : > ready; while :; do i=$((i+1)); : > f$i; done' "$0" & while :; do sleep 0.1; done`,
};

let program = '';
/** Root may change every folder, so the program then runs as a user who may not, and who must be able to come here. */
const root = mkdtempSync(isRoot ? '/run/witan-exit-' : join(homedir(), 'exit-'));

beforeAll(async () => {
  program = await bundledProgram();
  chmodSync(root, 0o755);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.concurrent.each(Object.entries(PARTICIPANTS))('participants that %s', (_what, script) => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'are gone, with their folders and without a word, when the program ends by %s',
    async (signal) => {
      const marker = `ending-${randomUUID()}`;
      const temporary = join(root, marker);
      mkdirSync(join(temporary, 'witan/calls'), { recursive: true, mode: 0o700 });
      if (isRoot)
        for (const folder of ['', 'witan', 'witan/calls']) chownSync(join(temporary, folder), OTHER_USER, OTHER_USER);
      const running = start(script, marker, temporary);
      try {
        await waitUntil(
          'all three are at it',
          () => readyFolders(join(temporary, 'witan/calls')) === 3 || running.stderr() !== '',
        );
        running.child.kill(signal);
        await waitUntil('the program has ended', () => running.child.exitCode !== null);
        expect(running.stderr()).toBe('');
        expect(processesWith(marker)).toEqual([]);
        expect(readdirSync(join(temporary, 'witan/calls'))).toEqual([]);
      } finally {
        for (const line of processesWith(marker)) process.kill(Number(line.trim().split(/\s+/)[1]), 'SIGKILL');
      }
    },
  );
});

function start(script: string, marker: string, temporary: string) {
  const child = spawn(process.execPath, [program, script, marker], {
    cwd: temporary,
    env: { PATH: process.env.PATH, HOME: temporary, XDG_RUNTIME_DIR: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot ? { uid: OTHER_USER, gid: OTHER_USER } : {}),
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return { child, stderr: () => text };
}

function readyFolders(calls: string): number {
  return readdirSync(calls).filter((folder) => readdirSync(join(calls, folder)).includes('ready')).length;
}

/** Three participants through the real adapter, in a program that exits when it gets a signal to end, as ours does. */
async function bundledProgram(): Promise<string> {
  const source = fileURLToPath(new URL('../../adapters/cli/custom-cli.ts', import.meta.url));
  const entry = join(root, 'entry.ts');
  const outfile = join(root, 'program.cjs');
  writeFileSync(
    entry,
    `import { createCustomCliAdapter } from ${JSON.stringify(source)};
     for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(1));
     const [script, marker] = process.argv.slice(2);
     const settings = { type: 'cli', command: 'sh', args: ['-c', script, marker], timeoutMs: 60000,
       output: { format: 'text' }, argvPrompt: false, passEnvironment: [], nativeTools: false, modelPaths: [] };
     const request = { model: 'm', prompt: 'hello', workingDirectory: '/', signal: new AbortController().signal };
     for (let seat = 0; seat < 3; seat++) void createCustomCliAdapter(settings, 'hostile').ask(request);`,
  );
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  return outfile;
}
