import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { writeAtomically } from '../../../src/storage/index.js';
import { scratchFolder } from '../../support/scratch-folder.js';

it('keeps the old file on a disk that took the new one and lost a part of it', async () => {
  const folder = scratchFolder('lost-bytes');
  const file = path.join(folder, 'note.md');
  writeFileSync(file, 'the good old text');
  const drafts = () => readdirSync(folder).filter((name) => name !== 'note.md');
  // Every write has succeeded when the end of the draft is gone, as on a file system that reports a full disk late.
  async function* textThatIsLost() {
    yield 'a new text';
    for (const draft of drafts()) truncateSync(path.join(folder, draft), 5);
  }
  await expect(writeAtomically(file, textThatIsLost())).rejects.toThrow('only 5 of 10 bytes were written');
  expect(readFileSync(file, 'utf8')).toBe('the good old text');
  expect(drafts()).toEqual([]);
});
