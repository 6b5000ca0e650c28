import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeliberationRequest } from '../../../src/council/index.js';
import { UserError } from '../../../src/kernel/user-error.js';
import { scriptedCouncil, vote } from '../../support/scripted-council.js';

const good = {
  question: 'Should our job queue use PostgreSQL or SQLite?',
  participants: [{ cli: 'alpha' }, { cli: 'beta' }],
};
const bad: [string, Partial<DeliberationRequest>, RegExp][] = [
  ['an empty question', { question: '  ' }, /^question: .*5 or more/],
  ['a short question', { question: 'Why?' }, /"Why\?" has 4 characters/],
  [
    'a book for a question',
    { question: 'Why? '.repeat(5_000) },
    /^question: 25000 characters are more than the 10000 allowed/,
  ],
  ['a library for a context', { context: 'Why? '.repeat(300_000) }, /^context: 1500000 characters/],
  ['one participant', { participants: [{ cli: 'alpha' }] }, /^participants: 1 given; name 2 to/],
  [
    'an unknown adapter',
    { participants: [{ cli: 'alpah' }, { cli: 'beta' }] },
    /unknown adapter "alpah" \(did you mean "alpha"\?\); use one of alpha, beta/,
  ],
  [
    'a disabled model',
    { participants: [{ cli: 'alpha', model: 'old' }, { cli: 'beta' }] },
    /model "old" of alpha is disabled in the configuration/,
  ],
  [
    'a model id that is an option',
    { participants: [{ cli: 'beta', model: '--yolo' }, { cli: 'beta' }] },
    /"--yolo" of beta is not a model id/,
  ],
  ['nine rounds', { rounds: 9 }, /^rounds: 9 .* from 1 to 5/],
  ['half a round', { rounds: 1.5 }, /^rounds: 1.5/],
  ['an unknown mode', { mode: 'chat' as 'quick' }, /^mode: "chat" .*conference.*quick/],
  ['a missing working directory', { working_directory: '/does/not/exist' }, /^working_directory: .*not a folder/],
  ['a file as working directory', { working_directory: process.execPath }, /not a folder/],
  ['the root as working directory', { working_directory: '/' }, /root of the disk/],
  ['the home folder as working directory', { working_directory: homedir() }, /home folder/],
  ['a cap of a month', { max_seconds: 3_000_000 }, /^max_seconds: 3000000 .*up to 86400/],
  ['a cap of nothing', { max_seconds: 0 }, /^max_seconds: 0/],
];

it('a participant cannot start its own council', async () => {
  const { council, folder, prompts } = await scriptedCouncil(
    { alpha: () => vote('X'), beta: () => vote('X') },
    {},
    true,
  );
  await expect(council.deliberate({ ...good, working_directory: folder })).rejects.toThrow(/cannot start another/);
  expect(Object.values(prompts).flat()).toEqual([]);
});

describe('bad input', () => {
  it.each(bad)('gets one clear error: %s', async (_, wrong, message) => {
    const { council, folder, prompts, transcripts } = await scriptedCouncil({
      alpha: { script: () => vote('X'), models: [{ id: 'small' }, { id: 'large' }, { id: 'old', enabled: false }] },
      beta: () => vote('X'),
    });
    const attempt = council.deliberate({ ...good, working_directory: folder, ...wrong });
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toBeInstanceOf(UserError);
    await expect(attempt).rejects.toMatchObject({ message: expect.not.stringContaining('\n') });
    expect(Object.values(prompts).flat()).toEqual([]);
    await expect(readdir(path.dirname(transcripts))).resolves.toEqual([]);
  });
});
