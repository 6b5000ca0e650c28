import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/kernel/logger.js';
import type { ModelAdapter, ModelAnswer } from '../../../src/models/index.js';
import { openProgram } from '../../../src/program/open-program.js';
import { chooseDriver } from '../../../src/storage/drivers/choose-driver.js';
import { plantedSecrets } from '../../support/planted-secrets.js';
import { memoryOf } from '../../support/project-memory.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { answered, failed, vote } from '../../support/scripted-council.js';
import { seedOr } from '../../support/seed.js';

const secrets = plantedSecrets(seedOr(20_261_117), 120);
const [inQuestion, inContext, inAnswers, inFailures] = [
  secrets.slice(0, 5),
  secrets.slice(5, 35),
  secrets.slice(35, 95),
  secrets.slice(95),
];
const texts = (held: typeof secrets) => held.map(({ text }) => text);

describe('a recorded deliberation', { timeout: 60_000 }, () => {
  it('contains none of the secrets that its question, its context, its models and their failures repeat', async () => {
    const folder = scratchFolder('recorded-secrets');
    const { council, close } = await openProgram({
      projectFolder: folder,
      environment: {},
      logger: silentLogger,
      providedAdapters: participants(),
      councilSettings: { transcriptsFolder: path.join(folder, 'transcripts'), summary: 'extractive' },
    });
    const result = await council.deliberate({
      question: `Which of these is safe? ${texts(inQuestion).join(' ')}`,
      // Longer than what is stored as it is: the rest is kept in packed pieces.
      context: `${'All of this was said before.\n'.repeat(800)}${texts(inContext).join('\n')}`,
      participants: ['teller', 'other', 'failing'].map((cli) => ({ cli })),
      rounds: 2,
      working_directory: folder,
    });
    await close();
    expect(result.rounds_completed).toBe(2);

    const recorded = recordedTexts(path.join(memoryOf(folder), 'runs.db'));
    for (const table of ['runs', 'calls', 'facts', 'pieces']) expect(recorded[table], table).not.toBe('');
    expect(recorded.calls).toContain('[redacted: ');
    expect(recorded.pieces).toContain('[redacted: ');
    const whole = Object.values(recorded).join('\n');
    const found = secrets.filter(
      ({ value }) => whole.includes(value) || whole.includes(JSON.stringify(value).slice(1, -1)),
    );
    reportCases(secrets.length, found.length);
    expect(found.map(({ kind }) => kind)).toEqual([]);
  });
});

/** The whole content of the database, table by table, unpacked. */
function recordedTexts(file: string): Record<string, string> {
  const connection = chooseDriver().open(file, { readOnly: true });
  try {
    const rows = (table: string) => connection.prepare(`SELECT * FROM ${table}`).all([]);
    return Object.fromEntries(
      ['runs', 'calls', 'facts', 'pieces'].map((table) => [
        table,
        rows(table)
          .flatMap((row) => Object.values(row))
          .map((value) => (value instanceof Uint8Array ? inflateRawSync(value).toString('utf8') : String(value)))
          .join('\n'),
      ]),
    );
  } finally {
    connection.close();
  }
}

function participants(): Record<string, ModelAdapter> {
  const adapter = (name: string, ask: () => ModelAnswer): [string, ModelAdapter] => [
    name,
    {
      name,
      kind: 'http',
      availability: async () => ({ available: true, detail: 'scripted', models: ['m'] }),
      ask: async () => ask(),
    },
  ];
  const rationale = texts(inAnswers.slice(0, 10)).join(' ');
  return Object.fromEntries([
    adapter('teller', () => answered(`${texts(inAnswers).join('\n')}\n${vote('one way', { rationale })}`)),
    adapter('other', () => answered(`I would do it otherwise.\n${vote('another way')}`)),
    adapter('failing', () => failed({ kind: 'server_error', status: 500, detail: texts(inFailures).join(' ') })),
  ]);
}
