import { execFileSync } from 'node:child_process';
import { rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Scratch, scratch } from './scratch.js';

/** A trusted project whose config names programs in several ways, each of them there. */
async function trustedProject(): Promise<Scratch> {
  const fixture = await scratch();
  fixture.environment.TOOLS = join(fixture.project, 'tools');
  await fixture.write(
    fixture.projectFile,
    JSON.stringify({
      adapters: {
        mine: { type: 'cli', command: './tools/mine.sh', args: ['--json', '--script=tools/script.js', 'tools'] },
        other: { type: 'cli', command: 'node', args: ['tools/other.js', `\${TOOLS}/third.js`, '-r./tools/hook.js'] },
      },
    }),
  );
  for (const name of ['mine.sh', 'script.js', 'other.js', 'third.js', 'hook.js', 'unnamed.js']) {
    await fixture.write(join(fixture.project, 'tools', name), `// ${name}`);
  }
  await fixture.trust();
  await expect(fixture.load()).resolves.toBeDefined();
  return fixture;
}

test('lists the programs and scripts of the project that its config names', async () => {
  const { programs } = await (await trustedProject()).examine();
  expect(programs).toEqual(
    ['mine.sh', 'script.js', 'other.js', 'third.js', 'hook.js'].map((name) => `tools/${name}`).sort(),
  );
});

test.each(['mine.sh', 'script.js', 'other.js', 'third.js', 'hook.js'])(
  'a change of tools/%s takes the trust away until it is given again',
  async (name) => {
    const fixture = await trustedProject();
    await writeFile(join(fixture.project, 'tools', name), 'rm -rf ~');
    expect(await fixture.complaint()).toContain('this file or a program that it names changed since it was trusted');
    await fixture.trust();
    await expect(fixture.load()).resolves.toBeDefined();
    await rm(join(fixture.project, 'tools', name));
    expect(await fixture.complaint()).toContain('changed since it was trusted');
  },
);

test('a change of a file that the config does not name takes no trust away', async () => {
  const fixture = await trustedProject();
  await writeFile(join(fixture.project, 'tools/unnamed.js'), 'another');
  await expect(fixture.load()).resolves.toBeDefined();
});

test('a file that appears under the name of an argument takes the trust away', async () => {
  const fixture = await trustedProject();
  await writeFile(join(fixture.project, '--json'), 'appears');
  expect(await fixture.complaint()).toContain('changed since it was trusted');
});

test('a program that is replaced by a link, or whose link leads elsewhere, takes the trust away', async () => {
  const fixture = await trustedProject();
  const program = join(fixture.project, 'tools/mine.sh');
  const evil = await fixture.write(join(fixture.root, 'evil.sh'), '// mine.sh');
  await rm(program);
  await symlink(evil, program);
  expect(await fixture.complaint()).toContain('changed since it was trusted');
  await fixture.trust();
  await rm(program);
  await symlink(await fixture.write(join(fixture.root, 'worse.sh'), '// mine.sh'), program);
  expect(await fixture.complaint()).toContain('changed since it was trusted');
});

test('a program that cannot be read cannot be trusted, and does not block the start', async () => {
  const fixture = await trustedProject();
  const program = join(fixture.project, 'tools/mine.sh');
  await truncate(program, 65 * 1024 * 1024);
  expect(await fixture.complaint()).toContain('changed since it was trusted');
  await expect(fixture.examine()).rejects.toThrow(/^tools\/mine\.sh: .* larger than 67108864 bytes/);
  await rm(program);
  execFileSync('mkfifo', [program]);
  expect(await fixture.complaint()).toContain('changed since it was trusted');
  await expect(fixture.examine()).rejects.toThrow(/not a regular file/);
});

test('a config that names no program of the project keeps the trust that an earlier version gave', async () => {
  const fixture = await scratch();
  const text = 'adapters: { mine: { type: cli, command: some-tool } }';
  await fixture.write(fixture.projectFile, text);
  const { createHash } = await import('node:crypto');
  const folders = { [fixture.project]: createHash('sha256').update(text).digest('hex') };
  await fixture.write(join(fixture.home, '.config/witan/trusted.json'), JSON.stringify({ folders }));
  await expect(fixture.load()).resolves.toBeDefined();
});

test.each([
  { args: ['sh', '-c', 'node tools/run.js'], file: 'tools/run.js' },
  { args: ['bash', '-c', 'cd tools && ./run.sh'], file: 'tools/run.sh' },
  { args: ['bash', '-lc', "cd 'tools'; cd deep; exec ./run.sh"], file: 'tools/deep/run.sh' },
  { args: ['sh', '-c', 'node "my tools/run.js"'], file: 'my tools/run.js' },
  { args: ['node', '-e', "require('./tools/run')"], file: 'tools/run.js' },
  { args: ['node', 'tools/run'], file: 'tools/run.cjs' },
  { args: ['node', 'tools'], file: 'tools/index.js' },
  { args: ['node', 'tools'], file: 'tools/package.json' },
  { args: ['node', '.'], file: 'package.json' },
])('a change of $file, which $args runs, takes the trust away', async ({ args: [command, ...args], file }) => {
  const fixture = await scratch();
  await fixture.write(fixture.projectFile, JSON.stringify({ adapters: { mine: { type: 'cli', command, args } } }));
  await fixture.write(join(fixture.project, file), '// as trusted');
  expect((await fixture.examine()).programs).toEqual([file]);
  await fixture.trust();
  await expect(fixture.load()).resolves.toBeDefined();
  await writeFile(join(fixture.project, file), 'rm -rf ~');
  expect(await fixture.complaint()).toContain('changed since it was trusted');
});

test.each([
  ['sh', '-c', 'node tools/run.js'],
  ['env', 'bash', '-lc', 'anything'],
  ['python3', '-m', 'tools.run'],
  ['node', 'tools'],
  ['/usr/bin/npm', 'run', 'mine'],
  ['npx', 'mine'],
  ['env', 'make', 'mine'],
])('says that what %s %s %s runs is not pinned', async (command, ...args) => {
  const fixture = await scratch();
  const written = args.filter((arg) => arg !== undefined);
  await fixture.write(
    fixture.projectFile,
    JSON.stringify({ adapters: { mine: { type: 'cli', command, args: written } } }),
  );
  await fixture.write(join(fixture.project, 'tools/run.js'), '');
  expect((await fixture.examine()).unpinned).toEqual([[command, ...written].join(' ')]);
});

test('does not say so about a program that is pinned or outside the project', async () => {
  const fixture = await scratch();
  const adapters = {
    mine: { type: 'cli', command: 'node', args: ['tools/run.js', '--json'] },
    other: { type: 'cli', command: 'some-tool', args: ['-c', 'key=value'] },
  };
  await fixture.write(fixture.projectFile, JSON.stringify({ adapters }));
  await fixture.write(join(fixture.project, 'tools/run.js'), '');
  expect((await fixture.examine()).unpinned).toEqual([]);
});
