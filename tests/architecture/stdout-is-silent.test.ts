import { describe, expect, it } from 'vitest';
import { codeOf, sourceFiles } from '../support/source-files.js';

/** Who may touch standard output: the owner of the protocol stream, the one answer of a hook, the commands' writer. */
const ALLOWED = ['src/bin/hook-main.ts', 'src/cli/process-shell.ts', 'src/kernel/own-standard-output.ts'];

describe('standard output', () => {
  it('is used only by its owners, because one stray line breaks the protocol', () => {
    const writers = sourceFiles('src', 'adapters').filter((file) =>
      /\bconsole\s*\.|process\s*\.\s*stdout|\bstdout\b[^;\n]*=\s*process\b|writeSync\(\s*1\b|stdio:\s*'inherit'/.test(
        codeOf(file),
      ),
    );
    expect(writers.sort()).toEqual(ALLOWED);
  });
});
