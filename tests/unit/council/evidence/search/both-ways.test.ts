import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRipgrep } from '../../../../../src/council/evidence/search/ripgrep.js';
import { createSearchCode } from '../../../../../src/council/evidence/tools/search-code.js';
import { type EvidenceProject, evidenceProject } from '../../../../support/evidence-project.js';

const hasRipgrep = (await findRipgrep('/nowhere')) !== undefined;
if (!hasRipgrep) console.log('skipped: comparing both ways of searching needs ripgrep');

const PATTERNS: readonly Readonly<Record<string, unknown>>[] = [
  ...['needle', 'needle$', '^needle', 'needle\\b', 'n..dle', '\\bneedle\\b.*\\d', 'needle \\w+ \\d+', 'NEEDLE'].map(
    asked,
  ),
  ...[
    '(?i)needle',
    '(?i)task',
    'straße',
    'caf.',
    'na\\w+ve',
    '\\d+needle',
    'needle|straße',
    '-needle',
    '--pre=x',
    'a\\sneedle',
  ].map(asked),
  ...['needle\\(', '\\x6eeedle', 'x*', '[^\\x00-\\x7f]+', '^\\s*$'].map(asked),
  { pattern: 'NEEDLE', ignore_case: true, context_lines: 2 },
  { pattern: 'needle', glob: '*.ts' },
  { pattern: 'needle', path: 'ignored' },
  { pattern: 'needle', max_results: 3 },
  { pattern: 'STRASSE', ignore_case: true },
  { pattern: 'kelvin', ignore_case: true },
];

describe.skipIf(!hasRipgrep)('searching with and without ripgrep', () => {
  let made: EvidenceProject;
  let timesUsed = 0;
  const without = createSearchCode(async () => undefined);
  const withRipgrep = createSearchCode(async (root) => {
    const find = await findRipgrep(root);
    return async (folders, required, limits) => {
      const found = await find?.(folders, required, limits);
      if (found !== undefined) timesUsed++;
      return found;
    };
  });

  beforeAll(async () => {
    made = await evidenceProject(tree());
    symlinkSync('/etc', path.join(made.root, 'etc'));
    symlinkSync('plain0.ts', path.join(made.root, 'link.ts'));
  });

  it.each(PATTERNS)('gives the same for %j', async (given) => {
    const [one, other] = [await made.ask(withRipgrep, given), await made.ask(without, given)];
    expect(one).toEqual(other);
  });

  it('does use ripgrep where it can help', () => expect(timesUsed).toBeGreaterThan(10));

  it('finds all the same when ripgrep fails half way', async () => {
    const failing = createSearchCode(async () => async () => undefined);
    const given = { pattern: 'needle', max_results: 200 };
    expect(await made.ask(failing, given)).toEqual(await made.ask(without, given));
  });
});

function asked(pattern: string): { pattern: string } {
  return { pattern };
}

/** Enough plain files that the filter is worth starting, and one of everything that searches differ on. */
function tree(): Record<string, string | Buffer> {
  const files: Record<string, string | Buffer> = {
    '.gitignore': 'ignored/\n*.tmp\n!kept.tmp\n',
    'ignored/a.ts': 'needle in an ignored folder',
    'lost.tmp': 'needle',
    'kept.tmp': 'needle kept',
    'deep/.gitignore': '*.ts\n!/b.ts\n',
    'deep/a.ts': 'needle ignored by the nested file',
    'deep/b.ts': 'needle 7 taken in again',
    '.hidden/file.ts': 'needle hidden',
    '.env': 'needle=secret',
    '.config.ts': 'needle in a hidden file',
    'other-rules/.ignore': '*\n',
    'other-rules/a.ts': 'needle where only another tool would ignore it',
    'odd-mark.ts': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('needle behind the mark of UTF-16')]),
    '-needle.ts': '-needle --pre=x',
    'crlf.ts': 'one\r\na needle\r\nneedle\r\n\r\nend',
    'mark.ts': '\ufeffneedle after a byte order mark',
    'latin1.ts': Buffer.from('caf\xe9 needle na\xefve', 'latin1'),
    'utf16.ts': Buffer.from('\ufeffneedle', 'utf16le'),
    'binary.dat': Buffer.concat([Buffer.from('needle\n'), Buffer.from([0, 1, 2]), Buffer.from('needle\n')]),
    'late-zero.ts': Buffer.concat([Buffer.from('needle\n'.repeat(50_000)), Buffer.from([0])]),
    'big.ts': `needle\n${'x'.repeat(1024 * 1024)}`,
    'long-line.ts': `${'x'.repeat(20_000)}needle`,
    'unicode.ts':
      '१२needle\nétudeneedle\nneedleé 5\nStraße STRASSE straße\n\u212aelvin kelvin\nta\u017fk TASK task\nna\u00efve\n',
    'name with space\u00e9.ts': 'needle(1)',
    'empty.ts': '',
  };
  for (let index = 0; index < 300; index++)
    files[`plain${index}.ts`] = index % 40 === 0 ? `x\nneedle ${index}\n` : 'hay\n';
  return files;
}
