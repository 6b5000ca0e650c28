import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

async function runProgram(body: string): Promise<{ stdout: string; stderr: string }> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { ownStandardOutput } from './src/kernel/own-standard-output.js';\n${body}`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
  });
  return promisify(execFile)(process.execPath, ['-e', outputFiles[0]?.text ?? '']);
}

describe('ownStandardOutput', () => {
  it('sends all other output to standard error', async () => {
    const { stdout, stderr } = await runProgram(`
      const output = ownStandardOutput();
      console.log('from console');
      process.stdout.write('from a library\\n');
      output.write('protocol\\n');
    `);
    expect(stdout).toBe('protocol\n');
    expect(stderr).toBe('from console\nfrom a library\n');
  });
});
