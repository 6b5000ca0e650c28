import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJournal } from '../../../src/journal/index.js';
import { BELIEF } from '../../support/journal-fixture.js';
import { memoryOf } from '../../support/project-memory.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { createMachineWithModels, type EmptyMachine } from '../cli-program.js';

// What a project could bring along in its databases and files: clears the screen, sets the title and the clipboard,
// forges a line, turns letters around and hides some.
const HOSTILE = [
  '\u001b[2J\u001b]0;title\u0007\u001b]52;c;cm0=\u0007\u001b[31m\u009b2J\u007f\u0008',
  '\nFORGED line\r\nFORGED line\u2028FORGED line',
  '\u202eabc\u2066\u061c\u00ad\u3164\u200b\u2060\ufeff\u{e0041}',
].join('');
const HIDDEN = /(?!\n)[\p{Control}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;
const MINUTE = 60_000;

let machine: EmptyMachine;
beforeAll(async () => {
  machine = createMachineWithModels();
  await machine.witan(['deliberate', 'Should our job queue use PostgreSQL or SQLite?']);
  plant('runs.db', [
    'UPDATE runs SET id = id || ?1, question = question || ?1, ended_by = ?1',
    ...['calls', 'facts', 'pieces'].map((table) => `UPDATE ${table} SET run = run || ?1`),
  ]);
  plant(
    'runs.db',
    [
      `UPDATE runs SET result = replace(result, '"transcript_path":"', '"transcript_path":"' || ?1)`,
      `UPDATE calls SET answer = '"' || ?1 || substr(answer, 2)`,
    ],
    { isJson: true },
  );
  plant('decisions.db', [
    'UPDATE decisions SET id = id || ?1, question = question || ?1, consensus = ?1, winning_option = winning_option || ?1',
    'UPDATE stances SET participant = participant || ?1, model = model || ?1, option = option || ?1, rationale = ?1',
  ]);
  const journal = createJournal({ folder: join(machine.project, '.claude/journal') });
  await journal.create({ ...BELIEF, goal: `goal ${HOSTILE}`, hypothesis: `it is ${HOSTILE}` });
  await machine.witan(['knowledge', 'add', `Check ${HOSTILE} it`, '--tool', 'Write', '--risk', `jobs ${HOSTILE} lost`]);
}, MINUTE);
afterAll(() => machine.remove());

/** Changes stored rows as the author of the project could have. */
function plant(database: string, statements: readonly string[], { isJson = false } = {}): void {
  const connection = sqliteDrivers[0]?.open(join(memoryOf(machine.project, machine.home), database), {
    readOnly: false,
  });
  connection?.exec('PRAGMA foreign_keys = OFF');
  for (const sql of statements) {
    connection
      ?.prepare(sql.replaceAll('?1', '?'))
      .run(Array.from(sql.matchAll(/\?1/g), () => (isJson ? JSON.stringify(HOSTILE).slice(1, -1) : HOSTILE)));
  }
  connection?.close();
}

const COMMANDS: readonly (readonly string[])[] = [
  ['deliberations', 'list'],
  ['deliberations', 'show', 'last'],
  ['replay', 'last'],
  ['decisions', 'timeline'],
  ['decisions', 'timeline', '20'],
  ['decisions', 'similar', 'Which database for the job queue?', '--threshold', '0.1'],
  ['decisions', 'analyze'],
  ['decisions', 'contradictions'],
  ['decisions', 'export', '--format', 'json'],
  ['decisions', 'export', '--format', 'graphml'],
  ['decisions', 'export', '--format', 'dot'],
  ['decisions', 'export', '--format', 'markdown'],
  ['journal', 'status'],
  ['journal', 'list'],
  ['journal', 'export'],
  ['knowledge', 'list'],
  ['knowledge', 'search', 'jobs'],
  ['doctor'],
];
const JSON_COMMANDS = [0, 1, 3, 6, 12, 13, 15].map((index) => [...(COMMANDS[index] ?? []), '--json']);

describe('stored text of a stranger', () => {
  it.each([...COMMANDS, ...JSON_COMMANDS].map((args) => ({ args, name: args.join(' ') })))(
    'acts on no terminal and hides nothing: witan $name',
    async ({ args }) => {
      const { stdout, stderr } = await machine.witanHere(args);
      expect(stdout).not.toBe('');
      expect(stdout).not.toMatch(HIDDEN);
      expect(stderr).not.toMatch(HIDDEN);
      // XML keeps the lines of a value.
      if (!args.includes('graphml')) expect(`${stdout}${stderr}`).not.toMatch(/^FORGED/m);
      if (args.includes('--json')) expect(JSON.stringify(JSON.parse(stdout))).toMatch(/.{20}/);
    },
    MINUTE,
  );

  it('keeps its hidden characters if it is exported as data', async () => {
    const exported = JSON.parse((await machine.witan(['decisions', 'export'])).stdout);
    expect(exported.decisions[0].question).toContain('\u202e');
    const [line = ''] = (await machine.witan(['journal', 'export'])).stdout.split('\n');
    expect(JSON.parse(line).goal).toBe(`goal ${HOSTILE}`);
  });

  it.each([
    ['deliberations', 'show', 'last'],
    ['decisions', 'timeline', '20'],
    ['knowledge', 'list'],
    ['journal', 'status'],
  ])('leaves only the colors of this program on a real terminal: witan %s %s', async (...args) => {
    const { screen } = await machine.witanOnTerminal(
      args.filter((arg) => arg !== undefined),
      [],
    );
    expect(screen).not.toBe('');
    expect(screen.replace(/\u001b\[(?:0|1|2|32|33)m/g, '')).not.toMatch(HIDDEN);
  });

  it('is asked about in one plain line', async () => {
    const { screen } = await machine.witanOnTerminal(['deliberations', 'delete', 'last'], [['[y/N]', 'n\n']]);
    expect(screen).toContain('Nothing was deleted.');
    expect(screen).not.toMatch(HIDDEN);
    expect(screen).not.toMatch(/^FORGED/m);
  });
});
