import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scratchPrefix } from '../../../../../adapters/cli/run/scratch-folder.js';
import { sweepScratchFolders } from '../../../../../adapters/cli/run/sweep-scratch-folders.js';
import { silentLogger } from '../../../../../src/kernel/logger.js';
import { thisProcess } from '../../../../../src/kernel/process-identity.js';
import { openProgram } from '../../../../../src/program/open-program.js';
import { until } from '../../../../support/loopback-model-server.js';
import { scratchFolder } from '../../../../support/scratch-folder.js';

const here = thisProcess();
/** No process has this number: it is above what any system gives out. */
const GONE = { ...here, pid: 4_200_000_000 };

let temporary: string;
beforeEach(() => {
  const runtime = scratchFolder('runtime');
  vi.stubEnv('XDG_RUNTIME_DIR', runtime);
  temporary = join(runtime, 'witan/calls');
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function plant(name: string): string {
  const folder = join(temporary, name);
  mkdirSync(join(folder, 'inner'), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'inner', 'prompt.txt'), 'private');
  return name;
}

async function leftAfterSweep(): Promise<string[]> {
  await sweepScratchFolders();
  return readdirSync(temporary).sort();
}

describe('the sweep of scratch folders', () => {
  it('removes the prompt of a killed process, and not while it lives', async () => {
    const source = fileURLToPath(new URL('../../../../../adapters/cli/run/scratch-folder.ts', import.meta.url));
    const entry = join(homedir(), 'is-killed.ts');
    const outfile = join(homedir(), 'is-killed.cjs');
    writeFileSync(
      entry,
      `import { withScratchFolder } from ${JSON.stringify(source)};
       import { writeFileSync } from 'node:fs';
       void withScratchFolder(process.argv[2], async (folder) => {
         writeFileSync(folder + '/prompt.txt', 'private');
         process.stdout.write(folder);
         setInterval(() => undefined, 1000);
         return new Promise(() => undefined);
       });`,
    );
    await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
    const child = spawn(process.execPath, [outfile, temporary]);
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    const folder = printed.toString();
    await sweepScratchFolders();
    expect(readFileSync(join(folder, 'prompt.txt'), 'utf8')).toBe('private');
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    expect(existsSync(folder)).toBe(true);
    await sweepScratchFolders();
    expect(existsSync(folder)).toBe(false);
  });

  it('distinguishes a process that ended from a later one with the same id', async () => {
    if (here.started === '') return;
    plant(`${scratchPrefix({ ...here, started: '00000000:1' })}abcdef`);
    const own = plant(`${scratchPrefix(here)}abcdef`);
    expect(await leftAfterSweep()).toEqual([own]);
  });

  it('removes a folder that a tool closed', async () => {
    const name = plant(`${scratchPrefix(GONE)}abcdef`);
    chmodSync(join(temporary, name, 'inner'), 0o500);
    expect(await leftAfterSweep()).toEqual([]);
  });

  it('leaves folders of another machine or container', async () => {
    const name = plant(`${scratchPrefix({ ...GONE, host: 'elsewhere' })}abcdef`);
    expect(await leftAfterSweep()).toEqual([name]);
  });

  it.each([
    'witan-abcdef',
    'witan-call-',
    'witan-simulation-abcdef',
    'my-witan-call',
    `${scratchPrefix(GONE)}abcdef.bak`,
    `${scratchPrefix(GONE)}`,
    `x${scratchPrefix(GONE)}abcdef`,
  ])('leaves a folder with another name: %s', async (name) => {
    plant(name);
    expect(await leftAfterSweep()).toEqual([name]);
  });

  it('follows no link, neither the folder nor one inside it', async () => {
    const precious = scratchFolder('precious');
    writeFileSync(join(precious, 'file'), 'kept');
    const link = `${scratchPrefix(GONE)}linked`;
    symlinkSync(precious, join(temporary, link));
    const folder = plant(`${scratchPrefix(GONE)}abcdef`);
    symlinkSync(precious, join(temporary, folder, 'outside'));
    expect(await leftAfterSweep()).toEqual([link]);
    expect(readFileSync(join(precious, 'file'), 'utf8')).toBe('kept');
  });

  it('leaves a file with the name of a folder', async () => {
    const name = `${scratchPrefix(GONE)}abcdef`;
    writeFileSync(join(temporary, name), '');
    expect(await leftAfterSweep()).toEqual([name]);
  });

  it('happens when the program starts', async () => {
    const name = plant(`${scratchPrefix(GONE)}abcdef`);
    const projectFolder = scratchFolder('project');
    const program = await openProgram({ projectFolder, environment: {}, logger: silentLogger, hasMemory: false });
    await until(() => !existsSync(join(temporary, name)), 'the folder is removed');
    await program.close();
  });

  it('does not report a folder that cannot be listed', async () => {
    vi.stubEnv('XDG_RUNTIME_DIR', join(temporary, 'missing'));
    await sweepScratchFolders();
  });
});
