import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CoachError } from '../../../src/coaching/coach-error.js';
import { coachWorkspace } from '../../support/coach-workspace.js';
import { hostilePaths } from '../../support/hostile-paths.js';
import { memoryFolder } from '../../support/memory-folder.js';
import { OUTSIDE } from '../../support/person-project.js';
import { reportCases } from '../../support/report-cases.js';
import { sampled } from '../../support/sampled.js';

const dataIn = memoryFolder('coach');
const cursorPosition = { line: 1, column: 1 };
const outsideVersion = createHash('sha256').update(OUTSIDE).digest('hex').slice(0, 32);

async function hostileWorkspace() {
  const made = await coachWorkspace({ 'src/a.ts': 'inside', '..data': 'inside', 'src/..data/x.ts': 'inside' }, dataIn);
  const { at, outside, root } = made;
  for (const folder of ['', 'src/']) {
    symlinkSync(outside, at(`${folder}way-out`));
    symlinkSync(path.join(outside, 'secret.txt'), at(`${folder}file-link.txt`));
  }
  symlinkSync(path.join(outside, 'not-there'), at('dangling.txt'));
  symlinkSync('loop', at('loop'));
  symlinkSync('way-out', at('chain'));
  symlinkSync('/proc/self', at('process'));
  symlinkSync('..', at('up'));
  symlinkSync('.git', at('repository'));
  symlinkSync('.witan', at('memory'));
  mkdirSync(path.join(outside, 'inner'));
  writeFileSync(path.join(root, '..', 'secret.txt'), OUTSIDE);
  return made;
}

/** Everything that is next to the project or belongs to Witan, as one text. */
function surroundings(root: string, outside: string): string {
  const own = ['.git', '.witan'].map((name) => path.join(root, name));
  const found = [outside, ...own].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return `${file} ${entry.isFile() ? readFileSync(file, 'utf8') : ''}`;
    }),
  );
  return [...found, ...readdirSync(path.dirname(root))].sort().join('\n');
}

it('3.9: refuses every path that leads out of the project, for every operation, in one sentence', {
  timeout: 240_000,
}, async () => {
  const { workspace, root, outside } = await hostileWorkspace();
  const before = surroundings(root, outside);
  const all = hostilePaths(outside);
  expect(all.length).toBeGreaterThanOrEqual(2_500);
  const paths = sampled(all);
  const escapes: string[] = [];
  let refused = 0;
  for (const name of paths) {
    const attempts: Readonly<Record<string, () => unknown>> = {
      read: () => workspace.readFile(name),
      open: () => workspace.openFile(name),
      write: () => workspace.writeFile({ path: name, content: 'escaped', expectedVersion: null }),
      replace: () => workspace.writeFile({ path: name, content: 'escaped', expectedVersion: outsideVersion }),
      buffer: () => workspace.updateBuffer({ path: name, content: 'typed', cursorPosition }),
      diff: () => workspace.getDiff(name),
      rename: () => workspace.rename(name, 'stolen.txt'),
      remove: () => workspace.remove(name),
    };
    for (const [operation, attempt] of Object.entries(attempts)) {
      try {
        if (JSON.stringify(await attempt())?.includes(OUTSIDE)) escapes.push(`${operation} ${JSON.stringify(name)}`);
      } catch (error) {
        refused++;
        // A conflict shows the text on the disk.
        if (error instanceof CoachError && JSON.stringify(error.details ?? {}).includes(OUTSIDE))
          escapes.push(`${operation} ${JSON.stringify(name)}`);
        if (!(error instanceof CoachError) || error.message.includes('\n'))
          throw new Error(`${operation} ${JSON.stringify(name)}`, { cause: error });
      }
    }
  }
  expect(escapes).toEqual([]);
  expect(surroundings(root, outside)).toBe(before);
  expect(refused).toBeGreaterThan(paths.length * 4);
  reportCases(paths.length * 8, escapes.length);
});

it('EC-10: says that a path is outside the project', async () => {
  const { workspace } = await hostileWorkspace();
  await expect(workspace.readFile('../../etc/passwd')).rejects.toMatchObject({
    code: 'FORBIDDEN_PATH',
    message: '"../../etc/passwd" is outside the project; give a path relative to the project\'s folder.',
  });
});

it('uses names that only look like a way out', async () => {
  const { workspace } = await hostileWorkspace();
  for (const name of ['..data', 'src/..data/x.ts']) expect((await workspace.readFile(name)).content).toBe('inside');
  expect((await workspace.createFile('...')).path).toBe('...');
});
