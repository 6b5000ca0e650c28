import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { withScratchFolder } from '../../../../../adapters/cli/run/scratch-folder.js';

describe('withScratchFolder', () => {
  it('creates a private folder and removes it, also after a throw', async () => {
    let lent = '';
    const use = withScratchFolder(homedir(), async (folder) => {
      lent = folder;
      writeFileSync(join(folder, 'prompt.txt'), 'private');
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      throw new Error('a bug');
    });
    await expect(use).rejects.toThrow('a bug');
    expect(existsSync(lent)).toBe(false);
  });

  it('leaves no folder behind when our process ends in the middle', async () => {
    const source = fileURLToPath(new URL('../../../../../adapters/cli/run/scratch-folder.ts', import.meta.url));
    const entry = join(homedir(), 'ends-early.ts');
    const outfile = join(homedir(), 'ends-early.cjs');
    writeFileSync(
      entry,
      `import { withScratchFolder } from ${JSON.stringify(source)};
       void withScratchFolder(process.cwd(), async (folder) => { process.stdout.write(folder, () => process.exit(0)); return new Promise(() => undefined); });`,
    );
    await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
    const lent = execFileSync(process.execPath, [outfile], { cwd: homedir(), encoding: 'utf8' });
    expect(lent).toContain('witan-');
    expect(existsSync(lent)).toBe(false);
  });

  it('is removed even if a tool made a folder in it that it may not change', async () => {
    let lent = '';
    await withScratchFolder(homedir(), async (folder) => {
      lent = folder;
      mkdirSync(join(folder, 'closed/inner'), { recursive: true });
      writeFileSync(join(folder, 'closed/inner/file'), '');
      chmodSync(join(folder, 'closed/inner'), 0o500);
      chmodSync(join(folder, 'closed'), 0o500);
    });
    expect(existsSync(lent)).toBe(false);
  });
});
