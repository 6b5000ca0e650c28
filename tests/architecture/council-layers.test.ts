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

it('confinement, walking and globs know nothing of the council', () => {
  const folders = ['confinement', 'walk', 'glob'].map((name) => `src/council/evidence/${name}`);
  const upward = sourceFiles(...folders).filter((file) =>
    /from '(?:\.\.\/(?!confinement|walk|glob|\.\.\/)|\.\.\/\.\.\/(?!\.\.\/))/.test(codeOf(file)),
  );
  expect(upward).toEqual([]);
});
