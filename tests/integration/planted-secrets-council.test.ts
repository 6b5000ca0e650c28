import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelAdapter, ModelAnswer } from '../../src/models/index.js';
import { openProgram } from '../../src/program/open-program.js';
import { createFileLogger } from '../../src/storage/file-logger.js';
import { toolRequest } from '../support/evidence-council.js';
import { type PlantedSecret, plantedSecrets } from '../support/planted-secrets.js';
import { memoryOf } from '../support/project-memory.js';
import { reportCases } from '../support/report-cases.js';
import { scratchFolder } from '../support/scratch-folder.js';
import { answered, failed, vote } from '../support/scripted-council.js';
import { seedOr } from '../support/seed.js';

const FILES = 20;

/** Where secrets come in: the project's files, answers, failures, question, context, environment and a listener. */
const secrets = plantedSecrets(seedOr(7), 200);
const inFiles = secrets.slice(0, 100);
const inAnswers = secrets.slice(100, 150);
const inFailures = secrets.slice(150, 155);
const inQuestion = secrets.slice(155, 160);
const inContext = secrets.slice(160, 170);
const inEvents = secrets.slice(170, 175);
const inEnvironment = secrets.slice(175, 200);
/** Beside those: spelled with escapes in the JSON of requests, so that they only show once it is read. */
const inRequests = plantedSecrets(seedOr(10) + 1, 24);

const written: Record<string, string> = {};

beforeAll(async () => {
  const project = scratchFolder('planted');
  const data = memoryOf(project);
  for (let file = 0; file < FILES; file++) {
    const held = inFiles.filter((_, position) => position % FILES === file);
    writeFileSync(path.join(project, `notes-${file}.txt`), `${textsOf(held).join('\n\n')}\n`);
  }
  const prompts: string[] = [];
  const events: string[] = [];
  const { council, close } = await openProgram({
    projectFolder: project,
    environment: Object.fromEntries(inEnvironment.map(({ value }, index) => [`SERVICE_${index}_TOKEN`, value])),
    logger: createFileLogger({ folder: () => data, warn: () => undefined }),
    providedAdapters: participants((prompt) => prompts.push(prompt)),
    councilSettings: { transcriptsFolder: path.join(project, 'transcripts'), summary: 'auto', summarizers: [] },
    configFile: limitsFile(project),
  });
  const result = await council.deliberate(
    {
      question: `Which of these is safe? ${textsOf(inQuestion).join(' ')}`,
      context: textsOf(inContext).join('\n'),
      participants: ['reader', 'teller', 'escaper', 'failing', 'throwing'].map((cli) => ({ cli })),
      rounds: 3,
      working_directory: project,
    },
    {
      onProgress: (event) => {
        events.push(JSON.stringify(event));
        throw new Error(textsOf(inEvents).join('\n'));
      },
    },
  );
  // Before the end the newest pages are still in the log, afterwards in the file.
  let database = databaseBytes(data);
  await close();
  database += databaseBytes(data);
  const transcripts = readdirSync(path.join(project, 'transcripts'))
    .filter((name) => name !== '.gitignore')
    .sort();
  const [sidecar = '', transcript = ''] = transcripts.map((name) => path.join(project, 'transcripts', name));
  Object.assign(written, {
    transcript: readFileSync(transcript, 'utf8'),
    sidecar: readFileSync(sidecar, 'utf8'),
    log: readFileSync(path.join(data, 'witan.log'), 'utf8'),
    prompts: prompts.join('\n'),
    events: events.join('\n'),
    result: JSON.stringify(result),
    names: transcripts.join(),
    database,
  });
}, 60_000);

describe('two hundred planted secrets', () => {
  it('are of at least twenty kinds, and reached every output that could have kept them', () => {
    expect(new Set(secrets.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20);
    for (const output of ['transcript', 'sidecar', 'prompts', 'log', 'database'])
      expect(written[output]).toContain('[redacted: ');
    expect(written.prompts).toContain('notes-19.txt');
  });

  it.each(['transcript', 'sidecar', 'log', 'prompts', 'events', 'result', 'names', 'database'])(
    'are not in the %s',
    (output) => {
      const text = written[output] ?? '';
      expect(text).not.toBe('');
      const found = [...secrets, ...inRequests].filter(
        ({ value }) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)),
      );
      reportCases(secrets.length + inRequests.length, found.length);
      expect(found.map(({ kind }) => kind)).toEqual([]);
    },
  );
});

/** As a path, as a pattern among a list, as the name of an argument and as that of a tool. */
function escapedRequests(call: number): string[] {
  return inRequests.slice((call - 1) * 8, call * 8).map(({ text }, index) => {
    const secret = `"${text.replace(/./gs, escaped)}"`;
    const forms = [
      `{"name": "read_file", "arguments": {"path": ${secret}}}`,
      `{"name": "run_command", "arguments": {"command": "grep", "args": ["-rn", ${secret}]}}`,
      `{"name": "list_files", "arguments": {${secret}: true}}`,
      `{"name": ${secret}, "arguments": {}}`,
    ];
    return `TOOL_REQUEST: ${forms[index % forms.length]}`;
  });
}

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function databaseBytes(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.startsWith('decisions.db'));
  return files.map((name) => readFileSync(path.join(folder, name), 'latin1')).join('\n');
}

function textsOf(held: readonly PlantedSecret[]): string[] {
  return held.map(({ text }) => text);
}

/** Room for everything: nothing may be missing merely because it was cut. */
function limitsFile(project: string): string {
  const file = path.join(project, 'limits.yaml');
  writeFileSync(file, 'evidence: { max_requests_per_answer: 20, output_max_chars: 100000 }\n');
  return file;
}

function participants(onPrompt: (prompt: string) => void): Record<string, ModelAdapter> {
  const adapter = (name: string, ask: (call: number) => ModelAnswer): [string, ModelAdapter] => {
    let calls = 0;
    return [
      name,
      {
        name,
        kind: 'http',
        availability: async () => ({ available: true, detail: 'scripted', models: ['m'] }),
        ask: async ({ prompt }) => {
          onPrompt(prompt);
          calls += 1;
          return ask(calls);
        },
      },
    ];
  };
  const reads = [
    ...Array.from({ length: FILES }, (_, file) => toolRequest('read_file', { path: `notes-${file}.txt` })),
    toolRequest('search_code', {
      pattern: 'secret|key|password|token|It says|sk|Bearer',
      ignore_case: true,
      max_results: 200,
    }),
    toolRequest('run_command', { command: 'cat', args: ['notes-0.txt', 'notes-1.txt'] }),
    // Lines out of the middle of private keys, which alone look like nothing in particular.
    toolRequest('search_code', { pattern: '^[A-Za-z0-9+/]{60,}$', max_results: 200 }),
    ...[0, 6, 7].map((file) => toolRequest('read_file', { path: `notes-${file}.txt`, start_line: 12, end_line: 20 })),
  ];
  return Object.fromEntries([
    adapter('reader', (call) =>
      answered(`${reads.slice((call - 1) * 6, call * 6).join('\n')}\n${vote(`choice ${call}`)}`),
    ),
    adapter('teller', (call) => {
      const told = [...inAnswers, ...inEnvironment];
      const rationale = textsOf(told.slice(call * 10, call * 10 + 10)).join(' ');
      return answered(
        `${textsOf(told).join('\n')}\n${vote(`option ${inAnswers[call]?.text ?? ''}`.slice(0, 290), { rationale })}`,
      );
    }),
    adapter('escaper', (call) => answered(`${escapedRequests(call).join('\n')}\n${vote(`way ${call}`)}`)),
    adapter('failing', () => failed({ kind: 'server_error', status: 500, detail: textsOf(inFailures).join(' ') })),
    adapter('throwing', () => {
      throw new Error(textsOf(inFailures).join(' '));
    }),
  ]);
}
