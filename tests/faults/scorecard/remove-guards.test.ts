import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT } from '../../support/source-files.js';

interface Outcome {
  readonly row: string;
  readonly guard: string;
  readonly result: string;
  readonly isGood: boolean;
  readonly missedBy: string;
  readonly failures: readonly string[];
}

const SOURCE = `export function half(number) {
  if (number < 0) return 0;
  return number / 2;
}
export function later(stream) {
  stream.on('error', () => undefined);
  stream.destroy(new Error('it broke later'));
}
`;
const TEST = `import { expect, it } from 'vitest';
import { Readable } from 'node:stream';
import { half, later } from '../src/half.mjs';
it('does something without waiting for its end', () => later(new Readable()));
it('halves what is above nothing', () => expect(half(4)).toBe(2));
it('makes nothing of what is below it', () => expect(half(-4)).toBe(0));
`;
const removing = (from: string, to: string) => ({ removes: from, file: 'src/half.mjs', edits: [{ from, to }] });
const ROW = {
  id: 'halves',
  guard: 'halves are never below nothing',
  suites: ['tests/half.test.mjs'],
  mutations: [
    removing('  if (number < 0) return 0;\n', ''),
    removing('if (number < 0)', 'if (number < -2)'),
    removing('if (number <= 0)', ''),
    removing('number', 'digit'),
    removing('  return number / 2;\n', '  return number / / 2;\n'),
    { removes: 'nothing', file: 'src/half.mjs', edits: [] },
    removing("  stream.on('error', () => undefined);\n", ''),
  ],
};

let tree: string;
let outcomes: readonly Outcome[];

beforeAll(() => {
  tree = scratchFolder('tiny-tree');
  for (const folder of ['src', 'tests', 'node_modules']) mkdirSync(path.join(tree, folder));
  symlinkSync(path.join(ROOT, 'node_modules', 'vitest'), path.join(tree, 'node_modules', 'vitest'));
  writeFileSync(path.join(tree, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(tree, 'vitest.config.mjs'), "export default { test: { include: ['tests/*.test.mjs'] } };\n");
  writeFileSync(path.join(tree, 'src', 'half.mjs'), SOURCE);
  writeFileSync(path.join(tree, 'tests', 'half.test.mjs'), TEST);
  outcomes = removeGuards([ROW, { ...ROW, id: 'bare', mutations: [] }]);
}, 120_000);

describe('a guard that is removed', () => {
  it('makes its row red, by the name of the test that misses it', () => {
    expect(outcomes[0]).toMatchObject({
      row: 'halves',
      result: 'red',
      isGood: true,
      missedBy: 'makes nothing of what is below it',
    });
  });

  it('makes its row red also by an error that no test catches', () => {
    expect(outcomes[6]).toMatchObject({ result: 'red', isGood: true, missedBy: 'outside of the tests' });
  });

  it('is a fault of the row if no test misses it', () => {
    expect(outcomes[1]).toMatchObject({ result: 'green WITHOUT ITS GUARD', isGood: false });
  });

  it('is reported if it is not found, or found twice, and the others are still tried', () => {
    expect(outcomes[2]).toMatchObject({ result: 'NOT WHERE THE LIST SAYS', isGood: false });
    expect(outcomes[2]?.failures).toEqual(['"if (number <= 0)" occurs 0 times in src/half.mjs, instead of once']);
    expect(outcomes[3]).toMatchObject({ result: 'NOT WHERE THE LIST SAYS', isGood: false });
    expect(outcomes[5]).toMatchObject({ result: 'NOT WHERE THE LIST SAYS', isGood: false });
    expect(outcomes).toHaveLength(8);
  });

  it('proves nothing where the code that is left cannot be loaded', () => {
    expect(outcomes[4]).toMatchObject({ result: 'NOT LOADED', isGood: false });
  });

  it('is named by every row', () => {
    expect(outcomes[7]).toMatchObject({ row: 'bare', result: 'no guard is named', isGood: false });
  });

  it('is still in the tree, of which only a copy was changed', () => {
    expect(readFileSync(path.join(tree, 'src', 'half.mjs'), 'utf8')).toBe(SOURCE);
    expect(readdirSync(tree).sort()).toEqual(['node_modules', 'package.json', 'src', 'tests', 'vitest.config.mjs']);
  });
});

/** In a process of its own, without what this test's runner has left in the environment. */
function removeGuards(rows: readonly object[]): readonly Outcome[] {
  const script = pathToFileURL(path.join(ROOT, 'scripts/scorecard/remove-guards.mjs')).href;
  const program = `import { removeGuards } from ${JSON.stringify(script)};
    const options = { seed: 1, onResult: () => undefined };
    console.log(JSON.stringify(await removeGuards(${JSON.stringify(tree)}, ${JSON.stringify(rows)}, options)));`;
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: Object.fromEntries(environment),
    timeout: 110_000,
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as readonly Outcome[];
}
