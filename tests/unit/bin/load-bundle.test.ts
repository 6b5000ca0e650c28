import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT } from '../../support/source-files.js';

const HASH = '0123456789abcdef';
/** V8 takes no cache that was made with other options. */
const MORE_MEMORY = '--max-old-space-size=300';
const loader = path.join(scratchFolder('load-bundle'), 'load-bundle.cjs');

beforeAll(async () => {
  const entryPoints = [path.join(ROOT, 'src', 'bin', 'load-bundle.ts')];
  await build({ entryPoints, bundle: true, platform: 'node', format: 'cjs', outfile: loader, logLevel: 'silent' });
});

/** A new bundle, and a folder for the caches of the process that starts it. */
function installed() {
  const folder = scratchFolder('bundle');
  const home = scratchFolder('bundle-state');
  const caches = path.join(home, 'witan/code');
  const bundle = path.join(folder, 'part.cjs');
  const functions = Array.from({ length: 200 }, (_, index) => `function add${index}(to) { return to + ${index}; }`);
  writeFileSync(bundle, `${functions.join('\n')}\nprocess.stdout.write('ran ' + add7(1) + '\\n');\n`);
  const launcher = path.join(folder, 'launcher.cjs');
  writeFileSync(
    launcher,
    `process.once('exit', require(${JSON.stringify(loader)}).loadBundle(${JSON.stringify(bundle)}, '${HASH}').storeCode);\n`,
  );
  mkdirSync(caches, { recursive: true, mode: 0o700 });
  return {
    /** The sizes of all that V8 took from caches, its own code among it. */
    start(nodeOptions = ''): number[] {
      const { stdout, stderr } = spawnSync(process.execPath, ['--profile-deserialization', launcher], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, XDG_STATE_HOME: home, NODE_OPTIONS: nodeOptions },
      });
      expect([stdout.includes('ran 8\n'), stderr]).toEqual([true, '']);
      return [...stdout.matchAll(/^\[Deserializing from (\d+) bytes/gm)].map(([, bytes]) => Number(bytes));
    },
    /** The code in each cache, which has it twice; a cache that is written again is another file. */
    caches: () =>
      readdirSync(caches).map((name) => {
        const { ino, size } = statSync(path.join(caches, name));
        return { name, ino, bytes: size / 2 };
      }),
    /** As the build does it. */
    ship() {
      const [name = ''] = readdirSync(caches);
      renameSync(path.join(caches, name), path.join(folder, name));
    },
  };
}

describe('the code cache of a bundle', () => {
  it('is made by the first start that finds none, and used by the next', () => {
    const program = installed();
    program.start();
    const [made, ...more] = program.caches();
    expect(more).toEqual([]);
    expect(program.start()).toContain(made?.bytes);
    expect(program.caches()).toEqual([made]);
  });

  it('is the shipped one if that fits, and then no other is created', () => {
    const program = installed();
    program.start();
    const [made] = program.caches();
    program.ship();
    expect(program.start()).toContain(made?.bytes);
    expect(program.caches()).toEqual([]);
  });

  it('is created once and then used if the shipped one is refused', () => {
    const program = installed();
    program.start();
    program.ship();
    program.start(MORE_MEMORY);
    const [own, ...more] = program.caches();
    expect(more).toEqual([]);
    expect(program.start(MORE_MEMORY)).toContain(own?.bytes);
    expect(program.caches()).toEqual([own]);
  });

  it('is not replaced if it is refused: a process that it does not fit creates another one', () => {
    const program = installed();
    program.start();
    const [first] = program.caches();
    program.start(MORE_MEMORY);
    const both = program.caches();
    expect(both).toHaveLength(2);
    const second = both.find(({ name }) => name !== first?.name);
    expect(program.start()).toContain(first?.bytes);
    expect(program.start(MORE_MEMORY)).toContain(second?.bytes);
    expect(program.caches()).toEqual(both);
  });
});
