import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeCommand } from '../../../../src/journal/index.js';

const hasBash = spawnSync('bash', ['-c', 'exit 0']).status === 0;
if (!hasBash) console.log('skipped: bash is not installed');

const command = fc.constantFrom(
  ...['npm test', 'npm test', 'tsc', 'git push', 'echo a', 'cd .', 'true', 'false', 'exit 1', '! npm test', 'cat'],
  ...['set -e', 'set -o pipefail', 'set -euo pipefail', 'A=1 npm test', 'npm test &', '(cd . && npm test)', '{ tsc; }'],
);
const operator = fc.constantFrom(' && ', ' || ', '; ', ' | ', '\n');
const line = fc
  .tuple(command, fc.array(fc.tuple(operator, command), { maxLength: 4 }))
  .map(([first, rest]) => [first, ...rest.flat()].join(''));

/** Runs the line in a real shell, in which the three programs are functions with the given exit codes. */
function run(script: string, codes: readonly [npm: number, tsc: number, git: number]) {
  const functions = ['npm', 'tsc', 'git'].map(
    (name, index) => `${name}() { echo "ran ${name}" >&2; return ${codes[index]}; }`,
  );
  const { status, stderr } = spawnSync('bash', ['-c', `${functions.join('\n')}\n${script}`], {
    encoding: 'utf8',
    input: '',
  });
  return { exitCode: status ?? -1, ran: stderr };
}

it.skipIf(!hasBash)('claims nothing that a real shell would deny', () => {
  const code = fc.constantFrom(0, 1);
  fc.assert(
    fc.property(line, fc.tuple(code, code, code), (script, codes) => {
      const { exitCode, ran } = run(script, codes);
      const verdict = judgeCommand(script, exitCode);
      if (verdict === undefined) return;
      const [npm, tsc] = codes;
      if (verdict.passed) {
        const [name, itsCode] = verdict.kind === 'test' ? ['npm', npm] : ['tsc', tsc];
        expect({ ran: ran.includes(`ran ${name}`), itsCode }).toEqual({ ran: true, itsCode: 0 });
      } else {
        expect((npm !== 0 && ran.includes('ran npm')) || (tsc !== 0 && ran.includes('ran tsc'))).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

it('ends with any text, however it is broken', () => {
  const piece = fc.constantFrom(
    ...' \t\r\n\f\u00a0\'"\\$`()<>|&;#!{}=-'.split(''),
    'npm test',
    '<<',
    '$(',
    '2>&1',
    '&>',
    'é',
    '\ud800',
  );
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: -1, max: 255 }), (script, code) => {
      judgeCommand(script, code);
    }),
    { numRuns: 2_000 },
  );
});
