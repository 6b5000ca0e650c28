import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Unavailable } from '../unavailable.mjs';

const LAUNCHER = path.resolve(import.meta.dirname, '../../../dist/witan.cjs');

/** A home and a project with one recorded deliberation of two programs that vote at once. */
export function plantMachine() {
  const root = mkdtempSync(path.join(tmpdir(), 'witan-bench-view-'));
  const [home, project] = ['home', 'project'].map((name) => path.join(root, name));
  const config = path.join(home, '.config', 'witan');
  for (const folder of [config, project]) mkdirSync(folder, { recursive: true });
  const vote = { option: 'yes', confidence: 0.9, rationale: 'it fits', continue_debate: false };
  const print = `console.log(${JSON.stringify(`Yes.\n\nVOTE: ${JSON.stringify(vote)}`)})`;
  const args = ['-e', `process.stdin.resume().on('end', () => ${print})`];
  const adapter = { type: 'cli', command: process.execPath, args };
  writeFileSync(
    path.join(config, 'config.yaml'),
    JSON.stringify({
      adapters: { first: adapter, second: adapter },
      model_registry: { first: [{ id: 'plain', family: 'one' }], second: [{ id: 'plain', family: 'two' }] },
      council: { summary: 'extractive' },
    }),
  );
  const machine = { root, project, home, env: { PATH: path.dirname(process.execPath), HOME: home } };
  execFileSync(process.execPath, [LAUNCHER, 'deliberate', 'Is it fast?', '-p', 'first:plain', '-p', 'second:plain'], {
    cwd: project,
    env: machine.env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return machine;
}

/** `witan view`, or `witan coach`, which serves its pages in the same way. */
export async function startView({ project, env }, command = 'view') {
  const started = performance.now();
  const child = spawn(process.execPath, [LAUNCHER, command, '--no-open'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
      const [found] = /http:\S+#k=\S+/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`witan ${command} ended before it served anything`)));
  });
  const { origin, hash } = new URL(address);
  return {
    milliseconds: performance.now() - started,
    url: origin,
    address,
    code: hash.slice('#k='.length),
    processId: child.pid,
    end: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGINT');
      }),
  };
}

/** Exchanges the code for the key, as a page does. */
export async function signIn({ url, code }) {
  const headers = { 'Content-Type': 'application/json' };
  const exchanged = await fetch(`${url}/key`, { method: 'POST', headers, body: JSON.stringify({ code }) });
  const { key } = await exchanged.json();
  return { Authorization: `Bearer ${key}` };
}

export function openRuns({ home }) {
  const memories = path.join(home, '.local', 'share', 'witan', 'projects');
  const file = path.join(memories, readdirSync(memories)[0] ?? '', 'runs.db');
  const require = createRequire(import.meta.url);
  try {
    return new (require('better-sqlite3'))(file);
  } catch {
    try {
      return new (require('node:sqlite').DatabaseSync)(file);
    } catch {
      throw new Unavailable('there is no SQLite to commit with');
    }
  }
}
