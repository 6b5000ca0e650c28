import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BELIEF, journalIn, livingProcess } from '../../support/journal-fixture.js';

describe('a journal that is locked', () => {
  it('is waited for, but not forever: the failure names the process', async () => {
    const other = livingProcess();
    const { journal, folder } = journalIn({ lockWaitMs: 30 });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '.lock'), JSON.stringify({ ...other.mark, token: '0123456789abcdef' }));
    const message = expect.stringContaining(`process ${other.mark.pid}`);
    expect(await journal.create(BELIEF)).toMatchObject({ ok: false, error: { kind: 'busy', message } });
    expect(await journal.getCurrent()).toBeNull();
    await other.end();
    expect((await journal.create(BELIEF)).ok).toBe(true);
  });
});
