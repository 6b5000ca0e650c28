import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { median, rounded } from '../median.mjs';
import { callOf, configOf, plantProject } from './plant-project.mjs';

const HOOK = path.resolve(import.meta.dirname, '../../../dist/hook.cjs');
const COUNTS = [1, 200, 1000];
const RUNS = 41;
// Claude Code's own command, see src/hooks/registrations.ts.
const CLEAN = ['env', '-u', 'NODE_EXTRA_CA_CERTS', '-u', 'NODE_OPTIONS', process.execPath];

/**
 * The hook before a tool call, as Claude Code starts it, against a Node that does nothing: in turns, in the same
 * environment, in projects with 1, 200 and 1,000 items of process knowledge.
 */
export async function measureHook() {
  const projects = new Map(COUNTS.map((count) => [count, plantProject(count)]));
  const project = projects.get(200);
  const figures = [];
  try {
    for (const [count, folder] of projects) figures.push(...(await compare(`hook, ${count} items`, folder, {})));
    // As many as an ordinary machine trusts: Node's own.
    const certificates = path.join(project, 'certificates.pem');
    writeFileSync(certificates, rootCertificates.join('\n'));
    const extra = { NODE_EXTRA_CA_CERTS: certificates };
    figures.push(...(await compare('hook, NODE_EXTRA_CA_CERTS set', project, extra)));
    // The plugin cannot take the variable away: it pays for it, and so does the Node that does nothing.
    figures.push(...(await compare('hook of the plugin, NODE_EXTRA_CA_CERTS set', project, extra, [process.execPath])));
    return figures;
  } finally {
    for (const folder of [...projects.values()].flatMap((root) => [root, configOf(root)]))
      rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(name, project, extra, command = process.platform === 'win32' ? [process.execPath] : CLEAN) {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...inherited } = process.env;
  const env = {
    ...inherited,
    CLAUDECODE: '1',
    CLAUDE_PROJECT_DIR: project,
    XDG_CONFIG_HOME: configOf(project),
    HOME: configOf(project),
    ...extra,
  };
  const [program, ...args] = command;
  const hook = (call) => time(program, [...args, HOOK, 'pre-tool-use'], call, env);
  const times = { bare: [], silent: [], telling: [], command: [] };
  let told = 0;
  for (let run = -2; run < RUNS; run++) {
    const [bare] = await time(process.execPath, ['-e', '0'], '', env);
    const [silent] = await hook(callOf(project, run, { file: 'README.md' }));
    const [telling, output] = await hook(callOf(project, run, { file: 'src/area0/part.ts' }));
    const [shell] = await hook(callOf(project, run, { command: 'npm run build && git push origin main' }));
    if (run < 0) continue;
    if (output.includes('additionalContext')) told++;
    times.bare.push(bare);
    times.silent.push(silent);
    times.telling.push(telling);
    times.command.push(shell);
  }
  // One in ten is held out.
  if (told < RUNS / 2) throw new Error(`the hook spoke in ${told} of ${RUNS} runs that it has something to say in`);
  const bare = rounded(median(times.bare), 1);
  const ratio = (kind, pick) => rounded(pick(times[kind]) / pick(times.bare));
  return ['silent', 'telling', 'command'].flatMap((kind) => {
    const note = `${rounded(median(times[kind]), 1)} ms, node -e 0 ${bare} ms, medians of ${RUNS} runs in turns`;
    const slow = 'against the p95 of node -e 0';
    return [
      { name: `${name}, ${kind}, median`, value: ratio(kind, median), unit: 'ratio', target: 1.25, note },
      { name: `${name}, ${kind}, p95`, value: ratio(kind, p95), unit: 'ratio', target: 2, note: slow },
    ];
  });
}

function p95(values) {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1];
}

function time(program, args, input, env) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('error', reject);
    child.once('exit', () => {
      const milliseconds = performance.now() - started;
      child.once('close', () => resolve([milliseconds, output]));
    });
  });
}
