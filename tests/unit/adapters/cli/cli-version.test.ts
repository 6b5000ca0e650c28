import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliVersion } from '../../../../adapters/cli/cli-version.js';

describe('cliVersion', () => {
  it('takes the line with the number', async () => {
    expect(await cliVersion(program('echo "Welcome"; echo "tool 2.1.197 (Tool)"'))).toBe('tool 2.1.197 (Tool)');
  });

  it('is unknown for a tool that is missing or fails', async () => {
    expect(await cliVersion('no-such-tool')).toBeUndefined();
    expect(await cliVersion(program('exit 1'))).toBeUndefined();
  });
});

function program(script: string): string {
  const file = join(mkdtempSync(join(homedir(), 'tool-')), 'tool');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}
