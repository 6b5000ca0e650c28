import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LoopbackModelServer, startLoopbackModelServer } from '../support/loopback-model-server.js';
import { createEmptyMachine, type EmptyMachine } from './cli-program.js';

let machine: EmptyMachine;
let models: LoopbackModelServer;
beforeEach(async () => {
  machine = createEmptyMachine();
  models = await startLoopbackModelServer();
});
afterEach(async () => {
  machine.remove();
  await models.close();
});

const vote = (option: string) =>
  `VOTE: ${JSON.stringify({ option, confidence: 0.6, rationale: 'it fits', continue_debate: true })}`;

it('asks twenty participants without a complaint of the runtime', async () => {
  models.script({ body: { choices: [{ message: { content: vote('coffee') }, finish_reason: 'stop' }] } });
  const adapters = {
    program: { type: 'cli', command: '/bin/sh', args: ['-c', `echo '${vote('tea')}'`], output: 'text' },
    server: { type: 'http', api: 'openai', base_url: models.url },
  };
  writeFileSync(join(machine.home, 'own.yaml'), JSON.stringify({ version: '1.0', adapters }));
  const seats = ['program', 'server'].flatMap((name) => Array.from({ length: 10 }, () => ['-p', `${name}:any`]));
  const { exitCode, stdout, stderr } = await machine.witan([
    ...['deliberate', ...seats.flat(), '--config', '../home/own.yaml', '--json', 'Should we drink tea or coffee?'],
  ]);
  expect(exitCode, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'complete',
    rounds_completed: 2,
    voting_result: { final_tally: { tea: 10, coffee: 10 } },
  });
  expect(stderr).not.toContain('Warning');
});
