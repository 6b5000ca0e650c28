import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/commands/programs.js';
import { findRunKind, nameRun } from '../../../src/commands/runs.js';

const split = (line: string) => line.split(' ');
const unwrapped = (line: string) => unwrap(split(line)).join(' ');

describe('unwrap', () => {
  it.each([
    'FOO=1 BAR+=2 git push',
    'sudo -n git push',
    'sudo -u deploy -- git push',
    '/usr/bin/env -u HOME A=b git push',
    'timeout -k 5 60 nice -n 5 git push',
    'xargs -n 1 -P 4 git push',
    'poetry --directory api run git push',
    'pnpm --filter web exec git push',
    'npx -p git-tools git push',
    'direnv exec . git push',
    'if ! git push',
  ])('finds the command that %s runs', (line) => {
    expect(unwrapped(line)).toBe('git push');
  });

  it.each(['env', 'npm exec', 'poetry install', 'command -v git', 'git exec push'])('leaves %s as it is', (line) => {
    expect(unwrapped(line)).toBe(line);
  });

  it('leaves a wrapper whose exit code is not that of its command where the exit code matters', () => {
    expect(unwrap(split('sudo xargs npm test'), { exitCode: true })).toEqual(['xargs', 'npm', 'test']);
    expect(findRunKind(split('xargs npm test'))).toBeUndefined();
    expect(findRunKind(split('command -v jest'))).toBeUndefined();
  });
});

describe('nameRun', () => {
  it.each([
    ['npm --prefix /home/me run test:unit -- --token abc', 'npm run test:unit'],
    ['env TOKEN=abc yarn workspace secret-name test', 'yarn workspace test'],
    ['pnpm exec playwright test tests/abc.spec.ts', 'playwright test'],
    ['./node_modules/.bin/cypress run --key abc', 'cypress'],
    ['python3.12 -m pytest -k abc', 'python3.12 pytest'],
    ['npm run test-with-a-name-that-is-much-too-long-for-a-script', 'npm'],
  ])('says of %s only words that cannot be secret: %s', (line, name) => {
    expect(nameRun(split(line))).toBe(name);
  });
});
