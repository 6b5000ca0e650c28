import path from 'node:path';
import { expect, it } from 'vitest';
import { findWriter, lockHolder } from '../../../src/storage/database/lock-holder.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const LOCKS = `1: POSIX  ADVISORY  READ  701 fe:00:500 120 120
2: POSIX  ADVISORY  WRITE 702 fe:00:501 120 120
3: FLOCK  ADVISORY  WRITE 703 fe:00:500 0 EOF
4: POSIX  ADVISORY  WRITE 704 fe:00:500 124 124
5: -> POSIX  ADVISORY  WRITE 705 fe:00:500 120 120
6: POSIX  ADVISORY  WRITE 706 fe:00:500 120 120
7: POSIX  ADVISORY  WRITE 707 fe:00:502 0 EOF
`;

it('finds the one process that holds the write lock of this file', () => {
  expect(findWriter(LOCKS, 500)).toBe(706);
  expect(findWriter(LOCKS, 502)).toBe(707);
  expect(findWriter(LOCKS, 999)).toBeUndefined();
  expect(findWriter('', 500)).toBeUndefined();
});

it('names no process if the system does not know it', async () => {
  expect(await lockHolder(path.join(scratchFolder('locks'), 'missing.db'))).toBe('another process');
});
