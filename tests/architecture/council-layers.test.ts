import { expect, it } from 'vitest';
import { codeOf, sourceFiles } from '../support/source-files.js';

it('evidence knows nothing of the debate, its prompts and its transcript, which build on it', () => {
  const upward = sourceFiles('src/council/evidence').filter((file) =>
    /from '(?:\.\.\/)+(?:debate|prompt|transcript|verdict|summary)\//.test(codeOf(file)),
  );
  expect(upward).toEqual([]);
});

it('evidence runs no program', () => {
  const running = sourceFiles('src/council/evidence').filter((file) =>
    /from '(?:node:child_process|(?:\.\.\/)+processes\/)/.test(codeOf(file)),
  );
  expect(running).toEqual([]);
});
