import { closeSync, existsSync, openSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyMachine, type EmptyMachine } from './cli-program.js';

let machine: EmptyMachine;
beforeEach(() => {
  machine = createEmptyMachine();
});
afterEach(() => machine.remove());

describe('output that does not arrive', () => {
  it.skipIf(!existsSync('/dev/full')).each([
    ['a verdict', ['deliberate', '--json', 'Should our job queue use PostgreSQL or SQLite?']],
    ['help', ['--help']],
  ])('is a failure when %s cannot be written', async (_, args) => {
    const stdout = openSync('/dev/full', 'w');
    const { exitCode, stderr } = await machine.witan(args, { stdout });
    closeSync(stdout);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('witan: the output could not be written (ENOSPC)');
  });

  it('is not a failure when the reader closes it early', async () => {
    expect(await machine.witan(['--help'], { stdout: 'no reader' })).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
