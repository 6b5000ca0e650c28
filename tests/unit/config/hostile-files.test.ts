import { expect, test } from 'vitest';
import { scratch } from './scratch.js';

test.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s anywhere', async (name) => {
  const folders = await scratch();
  for (const text of [`${name}: { polluted: 1 }`, `adapters:\n  ${name}: { polluted: 1 }`, `council: { ${name}: 1 }`]) {
    await folders.write(folders.projectFile, text);
    expect(await folders.complaint()).toContain(`the key "${name}" is not allowed`);
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('refuses a file that grows by aliases', async () => {
  const folders = await scratch();
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
  for (let letter = 1; letter < 9; letter++) {
    const [name, before] = ['abcdefghi'[letter], 'abcdefghi'[letter - 1]];
    bomb.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(',')}]`);
  }
  await folders.write(folders.projectFile, bomb.join('\n'));
  expect(await folders.complaint()).toContain('aliases');
});

test('refuses a file of more than a megabyte', async () => {
  const folders = await scratch();
  await folders.write(folders.projectFile, `# ${'x'.repeat(1_100_000)}`);
  expect(await folders.complaint()).toContain('larger than');
});

test('survives ten thousand open brackets', async () => {
  const folders = await scratch();
  await folders.write(folders.projectFile, `council: ${'['.repeat(10_000)}${']'.repeat(10_000)}`);
  expect(await folders.complaint()).toContain(folders.projectFile);
});

test('a key cannot write to the terminal or forge a second line', async () => {
  const folders = await scratch();
  for (const text of [
    '"a\\nerror: all is well\\e[2J": 1',
    'council: { summarizers: ["x\\ny \\e[0m z"] }',
    'cli_tools: {}\n"b\\nforged\\e[2J": 1\ncouncil: { quorum: 9 }',
    '!<tag:\u001b[2J> x: 1',
  ]) {
    await folders.write(folders.projectFile, text);
    expect(await folders.complaint()).not.toMatch(/\p{Cc}/u);
  }
  await folders.write(folders.projectFile, 'cli_tools: {}\n"b\\nforged\\e[2J": 1');
  expect((await folders.load()).notices.join('')).not.toMatch(/\p{Cc}/u);
});
