import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { median, rounded } from '../median.mjs';
import { callOf, configOf, plantProject } from './plant-project.mjs';

const HOOK = path.resolve(import.meta.dirname, '../../../dist/hook.cjs');
const RUNS = 60;
// Claude Code's own command, see src/hooks/registrations.ts.
const CLEAN = ['env', '-u', 'NODE_EXTRA_CA_CERTS', '-u', 'NODE_OPTIONS', process.execPath];

/**
 * The hook before a tool call, as Claude Code starts it, against a Node that does nothing: in turns, in the same
 * environment, with 500 nodes of which 100 are process knowledge.
 */
export async function measureHook() {
  const project = plantProject();
  try {
    // As many as an ordinary machine trusts: Node's own.
    const certificates = path.join(project, 'certificates.pem');
    writeFileSync(certificates, rootCertificates.join('\n'));
    return [
      ...(await compare('hook', project, {})),
      ...(await compare('hook, NODE_EXTRA_CA_CERTS set', project, { NODE_EXTRA_CA_CERTS: certificates })),
      // The plugin cannot take the variable away: it pays for it, and so does the Node that does nothing.
      ...(await compare('hook of the plugin, NODE_EXTRA_CA_CERTS set', project, { NODE_EXTRA_CA_CERTS: certificates }, [
        process.execPath,
      ])),
    ];
  } finally {
    for (const folder of [project, configOf(project)]) rmSync(folder, { recursive: true, force: true });
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
  const times = { bare: [], silent: [], telling: [] };
  let told = 0;
  for (let run = -2; run < RUNS; run++) {
    const [bare] = await time(process.execPath, ['-e', '0'], '', env);
    const [silent] = await time(program, [...args, HOOK, 'pre-tool-use'], callOf(project, 'README.md', run), env);
    const [telling, output] = await time(
      program,
      [...args, HOOK, 'pre-tool-use'],
      callOf(project, 'src/area7/part.ts', run),
      env,
    );
    if (run < 0) continue;
    if (output.includes('additionalContext')) told++;
    times.bare.push(bare);
    times.silent.push(silent);
    times.telling.push(telling);
  }
  // One in ten is held out.
  if (told < RUNS / 2) throw new Error(`the hook spoke in ${told} of ${RUNS} runs that it has something to say in`);
  return ['silent', 'telling'].flatMap((kind) => {
    const note = `${kind}: ${rounded(median(times[kind]), 1)} ms, node -e 0 ${rounded(median(times.bare), 1)} ms, ${RUNS} runs in turns`;
    const ratio = (pick) => rounded(pick(times[kind]) / pick(times.bare));
    return [
      { name: `${name}, ${kind}, median`, value: ratio(median), unit: 'ratio', target: 1.35, note },
      {
        name: `${name}, ${kind}, p95`,
        value: ratio(p95),
        unit: 'ratio',
        target: 2,
        note: 'against the p95 of node -e 0',
      },
    ];
  });
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

function p95(values) {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1];
}
