import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProgramOutside } from '../../../../../src/council/evidence/search/find-program-outside.js';
import { findRipgrep } from '../../../../../src/council/evidence/search/ripgrep.js';
import { searchCode } from '../../../../../src/council/evidence/tools/search-code.js';
import { evidenceProject } from '../../../../support/evidence-project.js';
import { scratchFolder } from '../../../../support/scratch-folder.js';

function program(file: string, script = '#!/bin/sh\n'): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  return path.dirname(file);
}

describe('a program that searches', () => {
  it('is never taken from the project, its repository or installed packages, nor through a link into them', async () => {
    const repository = scratchFolder('repository');
    const root = path.join(repository, 'packages', 'one');
    mkdirSync(path.join(repository, '.git'));
    const inside = [
      program(path.join(root, 'bin', 'searcher')),
      program(path.join(repository, 'tools', 'searcher')),
      program(path.join(scratchFolder('elsewhere'), 'node_modules', '.bin', 'searcher')),
    ];
    const links = scratchFolder('links');
    symlinkSync(path.join(root, 'bin', 'searcher'), path.join(links, 'searcher'));
    symlinkSync(path.join(root, 'bin'), path.join(links, 'folder'));
    for (const folder of [...inside, links, path.join(links, 'folder'), 'bin', ''])
      expect(await findProgramOutside(root, 'searcher', folder), folder).toBeUndefined();
    const outside = program(path.join(scratchFolder('outside'), 'searcher'));
    const search = [...inside, links, outside].join(path.delimiter);
    expect(await findProgramOutside(root, 'searcher', search)).toBe(path.join(outside, 'searcher'));
  });

  it('is taken from the system before any other place', async () => {
    const folder = program(path.join(scratchFolder('first'), 'sh'));
    expect(await findProgramOutside(scratchFolder('root'), 'sh', folder)).not.toContain(folder);
  });
});

const hasRipgrep = (await findRipgrep('/nowhere')) !== undefined;
if (!hasRipgrep) console.log('skipped: what ripgrep is told needs ripgrep');

it.skipIf(!hasRipgrep)('a pattern like a flag of ripgrep is a pattern', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`${index % 2 === 0 ? 'a' : 'b'}/f${index}.ts`, 'plain\n']),
  );
  const { ask, root } = await evidenceProject(files);
  const evil = path.join(root, 'evil');
  program(evil, `#!/bin/sh\ntouch ${root}/ran\n`);
  const pattern = `--pre=${evil}`.replaceAll('.', '\\.');
  expect(await ask(searchCode, { pattern })).toMatchObject({ ok: true, value: expect.stringContaining('No line') });
  expect(existsSync(path.join(root, 'ran'))).toBe(false);
});
