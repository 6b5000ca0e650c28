import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { redactingJournal } from '../../../src/journal/redacting-journal.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { createCatchUp } from '../../../src/learning/catch-up.js';
import { createEntryCatalog, type Learning } from '../../../src/learning/index.js';
import { createClientSession, type SessionProgram } from '../../../src/mcp/client-session.js';
import { withoutPaths } from '../../../src/mcp/tools/journal/resolve-ghap.js';
import { createRedactor } from '../../../src/redaction/index.js';
import { BELIEF, expectValue, journalIn, recordingLogger } from '../../support/journal-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';

function programWith(learning: Partial<Learning>, logger = silentLogger) {
  const { journal, folder } = journalIn();
  const source = { exists: async () => true, open: async () => ({ storeId: 'store', ...learning }) as Learning };
  const program: SessionProgram = {
    journal,
    entries: createEntryCatalog({ journal, learning: async () => ({ listExperiences: async () => [] }) }),
    catchUp: createCatchUp({ journal, learning: source, logger }),
    shareSettings: async () => undefined,
    redactor: createRedactor({ secretValues: [] }),
  };
  return { journal, folder, open: async () => program };
}

describe('the journal of a server', () => {
  it('begins no session before the client has connected, and ends none that was not begun', async () => {
    const { folder, open } = programWith({});
    const access = createClientSession(open, silentLogger);
    await access.end();
    expect(existsSync(folder)).toBe(false);
  });

  it('is open without the advice of learning that fails', async () => {
    const logger = recordingLogger();
    const failing = {
      findSimilarHypotheses: async () => Promise.reject(new Error('no model')),
      hitRate: async () => undefined,
    };
    const { open } = programWith(failing, logger);
    const { catchUp } = await createClientSession(open, logger).open();
    expect(await catchUp.findAdvice({ ...BELIEF, domain: 'debugging', strategy: 'research-first' })).toEqual({
      similar: { falsified: undefined, confirmed: undefined },
      hitRate: undefined,
    });
    expect(logger.events.join(' ')).toContain('no_advice');
  });

  it('takes over what is pending when a client has connected', async () => {
    let calls = 0;
    const { journal, open } = programWith({
      savePending: async () => {
        calls += 1;
        return { saved: 1, remaining: 0, problem: undefined };
      },
      findSimilarHypotheses: async () => ({ falsified: undefined, confirmed: undefined }),
    });
    expectValue(await journal.create(BELIEF));
    expectValue(await journal.resolve({ status: 'confirmed', result: 'It did' }));
    const access = createClientSession(open, silentLogger);
    access.begin();
    await expect.poll(() => calls, { timeout: 5_000 }).toBe(1);
    await access.end();
    expect(await journal.getSessionId()).toBeNull();
  });
});

describe('a journal that cannot be written', () => {
  it('is reported without the path of a folder outside the project, if a file has the name of that folder', async () => {
    const folder = path.join(scratchFolder('outside'), 'file', 'journal');
    writeFileSync(path.dirname(folder), '');
    const { journal } = journalIn({ folder });
    const redact = async (text: string) => text;
    const [outside, inside] = [
      redactingJournal(journal, { folder, projectFolder: '/project', redact }),
      redactingJournal(journal, { folder, projectFolder: path.dirname(path.dirname(folder)), redact }),
    ];
    const told = [await outside.create(BELIEF), await inside.ensureSession(), await inside.adoptOrphan()];
    for (const refused of told) expect(JSON.stringify(refused)).not.toContain(path.dirname(folder));
    expect(JSON.stringify(told[0])).toContain('its folder');
    expect(JSON.stringify(told[1])).toContain('file/journal');
  });
});

it.each([
  ["ENOENT: no such file, open '/home/someone/.config/key.pem'", "ENOENT: no such file, open '…/key.pem'"],
  ['at C:\\Users\\someone\\data.db', 'at …/data.db'],
  ['the server at http://127.0.0.1:11434/api/embed is down', 'the server at http://127.0.0.1:11434/api/embed is down'],
  ['either/or is no path', 'either/or is no path'],
])('shortens %j to %j for the client', (message, shown) => {
  expect(withoutPaths(message)).toBe(shown);
});
