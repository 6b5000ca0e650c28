import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { childEnvironment, FIXTURES, LAUNCHER, makeProject } from '../support/serve-session.js';

const ADAPTER = (option: string) =>
  `{ type: cli, command: ${FIXTURES}/chatter.sh, args: [${option}], output: text, timeout: 60 }`;

describe('standard output of the server', () => {
  it('has nothing but the protocol, whatever its participants and libraries print', async () => {
    const { project, configFile } = makeProject(
      `adapters:\n  tea: ${ADAPTER('tea')}\n  coffee: ${ADAPTER('coffee')}\n`,
    );
    const server = spawn(process.execPath, [LAUNCHER, 'serve', '--config', configFile], {
      cwd: project,
      env: { ...childEnvironment(), NODE_OPTIONS: `--require ${path.join(FIXTURES, 'noisy-library.cjs')}` },
    });
    let complaints = '';
    server.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString();
    });
    const messages: Record<string, unknown>[] = [];
    const answered = new Promise<void>((resolve) => {
      createInterface({ input: server.stdout }).on('line', (line) => {
        // Throws for anything that is not JSON, and the test fails with that line.
        const message = JSON.parse(line) as Record<string, unknown>;
        messages.push(message);
        if (message.id === 2) resolve();
      });
    });
    for (const message of SESSION) server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    await answered;
    server.stdin.end();
    await once(server, 'exit');

    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    const methods = new Set(messages.map(({ method }) => method));
    expect([...methods].sort()).toEqual(['notifications/progress', undefined]);
    expect(messages.find(({ id }) => id === 2)).toMatchObject({
      result: { structuredContent: { status: 'complete', participants: ['any@tea', 'any@coffee'] } },
    });
    expect(complaints).toContain('a library says hello');
  });
});

const SESSION = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  },
  { method: 'notifications/initialized' },
  {
    id: 2,
    method: 'tools/call',
    params: {
      name: 'deliberate',
      arguments: {
        question: 'Should the kitchen serve tea or coffee?',
        participants: [
          { cli: 'tea', model: 'any' },
          { cli: 'coffee', model: 'any' },
        ],
        rounds: 1,
      },
      _meta: { progressToken: 'p' },
    },
  },
];
