import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BELIEF, expectValue, journalIn } from '../../support/journal-fixture.js';

it('asks for a check-in after ten tool calls, and only while an entry is active', async () => {
  const { journal, folder } = journalIn();
  for (let call = 1; call <= 10; call++) {
    expect(expectValue(await journal.incrementToolCount())).toBe(call);
  }
  expect(readFileSync(join(folder, '.tool_count'), 'utf8').trim()).toBe('10');
  expect(await journal.shouldCheckIn()).toBe(false);
  await journal.create(BELIEF);
  expect(await journal.shouldCheckIn()).toBe(true);
  expect(await journal.shouldCheckIn(11)).toBe(false);
  await journal.resetToolCount();
  expect(await journal.shouldCheckIn()).toBe(false);
  expect(expectValue(await journal.incrementToolCount())).toBe(1);
});

it('begins again at nothing with every session, and after a count that cannot be read', async () => {
  const { journal, folder } = journalIn();
  await journal.incrementToolCount();
  await journal.incrementToolCount();
  await journal.endSession();
  expect(expectValue(await journal.incrementToolCount())).toBe(1);
  await journal.startSession();
  expect(expectValue(await journal.incrementToolCount())).toBe(1);
  writeFileSync(join(folder, '.tool_count'), 'many');
  expect(expectValue(await journal.incrementToolCount())).toBe(1);
});

it('counts a call that has an id once, in whatever order it is reported twice, and again in a new session', async () => {
  const { journal, folder } = journalIn();
  for (const id of ['a', 'b', 'a', 'c', 'b']) await journal.incrementToolCount(id);
  expect(readFileSync(join(folder, '.tool_count'), 'utf8')).toBe('3');
  await journal.resetToolCount();
  expect(expectValue(await journal.incrementToolCount('a'))).toBe(0);
  for (let call = 0; call < 300; call++) await journal.incrementToolCount(`many_${call}`);
  expect(readFileSync(join(folder, '.counted_calls'), 'utf8').split('\n')).toHaveLength(101);
  await journal.endSession();
  expect(existsSync(join(folder, '.counted_calls'))).toBe(false);
  expect(expectValue(await journal.incrementToolCount('a'))).toBe(1);
});

it('counts every one of several simultaneous calls', async () => {
  const { journal, folder } = journalIn();
  const { journal: another } = journalIn({ folder });
  await journal.startSession();
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? journal : another).incrementToolCount()));
  expect(expectValue(await journal.incrementToolCount())).toBe(21);
});
