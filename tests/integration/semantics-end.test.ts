import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { type InstalledCopy, installCopy } from '../support/installed-copy.js';
import { processesWith, waitUntil } from '../support/running-processes.js';
import { childEnvironment, DEMO, FIXTURES, LAUNCHER, makeProject } from '../support/serve-session.js';
import { installTransformersStub } from '../support/transformers-stub.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';
const NO_EARLY_STOP = 'council: { early_stopping: { enabled: false } }\n';
const WITH_TRANSFORMERS = `${NO_EARLY_STOP}semantics: { embedding: transformers }\n`;

let installed: InstalledCopy;
beforeAll(() => {
  installed = installCopy();
  installTransformersStub(installed.folder);
});

describe('a server that has compared answers', () => {
  it('exits immediately when its input ends, with all its threads', async () => {
    const voice = (name: string, option: string) =>
      `  ${name}: { type: cli, command: ${FIXTURES}/long-answer.sh, args: [${option}], output: text }\n`;
    const adapters = `adapters:\n${voice('first', 'PostgreSQL')}${voice('second', 'SQLite')}`;
    const participants = ['first', 'second'].map((cli) => ({ cli, model: 'any' }));
    const server = startServer(LAUNCHER, `${NO_EARLY_STOP}semantics: { embedding: builtin }\n${adapters}`);
    const result = await server.deliberate(participants);
    expect(result.convergence_info).toMatchObject({ backend: 'builtin' });
    server.child.stdin.end();
    expect(await server.exited).toEqual([0, null]);
  });

  it('takes the process of its embedding model with it', async () => {
    const server = startServer(installed.launcher, WITH_TRANSFORMERS);
    const result = await server.deliberate(DEMO);
    expect(result.convergence_info).toMatchObject({ backend: 'transformers' });
    expect(modelProcesses()).toHaveLength(1);
    server.child.stdin.end();
    expect(await server.exited).toEqual([0, null]);
    expect(modelProcesses()).toEqual([]);
  });

  it('leaves no process of an embedding model behind even when it is killed', async () => {
    const server = startServer(installed.launcher, WITH_TRANSFORMERS);
    await server.deliberate(DEMO);
    expect(modelProcesses()).toHaveLength(1);
    server.child.kill('SIGKILL');
    await server.exited;
    await waitUntil('the process of the model ends', () => modelProcesses().length === 0);
  });
});

describe('a command that has compared answers', () => {
  it('takes the process of its embedding model with it', async () => {
    const { project, configFile } = makeProject(WITH_TRANSFORMERS);
    const panel = DEMO.flatMap(({ cli, model }) => ['-p', `${cli}:${model}`]);
    const args = [installed.launcher, 'deliberate', '--json', '--config', configFile, ...panel, QUESTION];
    const child = spawn(process.execPath, args, { cwd: project, env: childEnvironment() });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(JSON.parse(output).convergence_info).toMatchObject({ backend: 'transformers' });
    expect(modelProcesses()).toEqual([]);
  });
});

function modelProcesses(): string[] {
  return processesWith(installed.folder).filter((line) => line.includes('transformers-worker.js'));
}

function startServer(launcher: string, config: string) {
  const { project, configFile } = makeProject(config);
  const args = [launcher, 'serve', '--config', configFile];
  const child = spawn(process.execPath, args, { cwd: project, env: childEnvironment() });
  child.stderr.resume();
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'raw', version: '1' };
  send({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  });
  const answerTo = (id: number) =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => parsed(line))
      .find((message) => message.id === id);
  return {
    child,
    exited: once(child, 'exit'),
    async deliberate(participants: readonly object[]): Promise<Record<string, unknown>> {
      send({
        id: 1,
        method: 'tools/call',
        params: { name: 'deliberate', arguments: { question: QUESTION, participants } },
      });
      await waitUntil('the deliberation ends', () => answerTo(1) !== undefined, 20_000);
      return answerTo(1)?.result?.structuredContent ?? {};
    },
  };
}

interface Message {
  readonly id?: number;
  readonly result?: { readonly structuredContent?: Record<string, unknown> };
}

/** The last line may still be on its way. */
function parsed(line: string): Message {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return {};
  }
}
