import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyMachine, type EmptyMachine } from './cli-program.js';

let machine: EmptyMachine;
beforeEach(() => {
  machine = createEmptyMachine();
});
afterEach(() => machine.remove());

it.each([
  [0, 'decisions'],
  [0, 'decisions similar queue'],
  [0, 'decisions contradictions'],
  [0, 'decisions analyze'],
  [0, 'decisions export'],
  [2, 'decisions outcome abc right'],
  [2, 'decisions delete abc --yes'],
  [0, 'deliberations'],
  [2, 'replay abc'],
  [0, 'journal list'],
  [0, 'knowledge list'],
  [1, 'learn values'],
  [0, 'models'],
  [0, 'doctor'],
  [0, 'config get'],
  [0, 'init --dry-run'],
  [0, 'init --remove'],
])(
  'exits with %i and creates no file in a project that has none: witan %s',
  { timeout: 60_000 },
  async (code, command) => {
    const temporary = join(machine.home, 'tmp');
    mkdirSync(temporary);
    const before = readdirSync(machine.home, { recursive: true });
    const { exitCode, stderr } = await machine.witan(command.split(' '), { environment: { TMPDIR: temporary } });
    expect(exitCode, stderr).toBe(code);
    expect(readdirSync(machine.project)).toEqual([]);
    expect(readdirSync(machine.home, { recursive: true })).toEqual(before);
  },
);
