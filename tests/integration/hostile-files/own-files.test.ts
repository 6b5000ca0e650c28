import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { UNRECORDED } from '../../../src/council/record/run.js';
import { saveTranscript } from '../../../src/council/transcript/save-transcript.js';
import { createKnowledge } from '../../../src/guidance/index.js';
import { runHook } from '../../../src/hooks/run-hook.js';
import { appendTiming } from '../../../src/hooks/timings/append-timing.js';
import type { HookName } from '../../../src/hooks/vocabulary.js';
import { createJournal } from '../../../src/journal/index.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { thisProcess } from '../../../src/kernel/process-identity.js';
import { createFileLogger } from '../../../src/storage/file-logger.js';
import { exampleResult } from '../../support/example-result.js';
import { BELIEF } from '../../support/journal-fixture.js';
import { loadHandler } from '../../support/load-handler.js';
import { sampled } from '../../support/sampled.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { FILE_TRAPS, FOLDER_TRAPS, makeVictim, OWN_FILES, OWN_FOLDERS, snapshot, type Trap } from './traps.js';

const isRoot = process.getuid?.() === 0;
const cases = [
  ...OWN_FILES.flatMap((own) => FILE_TRAPS.map((trap) => ({ own, trap }))),
  ...OWN_FOLDERS.flatMap((own) => FOLDER_TRAPS.map((trap) => ({ own, trap }))),
].map(({ own, trap }) => ({ own, trap, what: trap.name }));

describe('a project that ships', () => {
  it.each(sampled(cases.filter(({ trap }) => isRoot || trap.needsRoot !== true)))(
    '$what as $own changes nothing outside itself and blocks nothing',
    async ({ own, trap }) => {
      const { project, victim } = plant(own, trap);
      const before = snapshot(victim.folder);
      const problems = await useEverything(project);
      expect(snapshot(victim.folder)).toEqual(before);
      // Whatever is refused is refused in one line that a person understands.
      for (const problem of problems) expect(problem).not.toMatch(/\n|EACCES|ELOOP|ENXIO|EINVAL/);
    },
  );
});

function plant(own: string, trap: Trap) {
  const scratch = scratchFolder('hostile');
  const victim = makeVictim(path.join(scratch, 'victim'));
  const project = path.join(scratch, 'project');
  const target = path.join(project, own);
  mkdirSync(path.dirname(target), { recursive: true });
  trap.set(target, victim);
  return { project, victim };
}

/** Each part writes and reads what it keeps, as in an ordinary day of work. Returns what was refused. */
async function useEverything(project: string): Promise<string[]> {
  const problems: string[] = [];
  const attempt = async (work: () => unknown) => {
    try {
      const result = (await work()) as { ok?: boolean; error?: { message: string } } | undefined;
      if (result?.ok === false && result.error !== undefined) problems.push(result.error.message);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  };
  await logAndTime(project, attempt);
  await decide(project, attempt);
  await useJournal(project, attempt);
  await useKnowledge(project, attempt);
  for (const [name, fields] of EVENTS) await attempt(() => fire(project, name, fields));
  await attempt(() => journalIn(project).endSession());
  return problems;
}

type Attempt = (work: () => unknown) => Promise<void>;

async function logAndTime(project: string, attempt: Attempt): Promise<void> {
  const logger = createFileLogger({ folder: () => path.join(project, '.witan'), warn: () => undefined, maxBytes: 200 });
  for (let line = 0; line < 5; line++) logger.log('warn', 'config.unknown_key', { key: '$(cmd)' });
  const timing = { hook: 'stop', time: '2026-11-16T10:00:00Z', ms: 1, handler_ms: 1, spoke: false } as const;
  await attempt(() => appendTiming(path.join(project, '.witan'), timing));
}

async function decide(project: string, attempt: Attempt): Promise<void> {
  const context = {
    settings: { transcriptsFolder: path.join(project, 'transcripts') },
    startedAt: new Date('2026-11-16T10:00:00Z'),
    run: UNRECORDED,
    logger: silentLogger,
  };
  await attempt(async () => {
    const { integrity } = await saveTranscript(exampleResult(), context);
    const [problem] = integrity.warnings.filter((warning) => warning.includes('transcript could not be written'));
    if (problem !== undefined) throw new Error(problem);
  });
}

const journalIn = (project: string) =>
  createJournal({ folder: path.join(project, '.claude/journal'), owner: thisProcess() });

async function useJournal(project: string, attempt: Attempt): Promise<void> {
  const journal = journalIn(project);
  await attempt(() => journal.startSession());
  await attempt(() => journal.create(BELIEF));
  await attempt(() => journal.update({ note: 'still at it' }));
  await attempt(() => journal.create(BELIEF));
  await attempt(async () => {
    const { entries } = await journal.getOpen();
    return journal.resolve({ status: 'confirmed', result: 'it ended' }, entries[0]?.id);
  });
  await attempt(() => journal.markSaved('store', ['ghap_1']));
  await attempt(() => journal.getOrphans());
  await attempt(() => journal.getCurrent());
}

async function useKnowledge(project: string, attempt: Attempt): Promise<void> {
  const folders = { projectFolder: project, dataFolder: path.join(project, '.witan') };
  const knowledge = createKnowledge({ folders, redact: (text) => text });
  const fields = { label: 'Look before the leap', process_type: 'warning', warning: { risk: 'a fall' } };
  for (const graph of ['default', 'other']) await attempt(() => knowledge.add(fields as never, graph));
  await attempt(() => knowledge.list({}));
}

const TOOL = { tool_name: 'Write', tool_use_id: 'toolu_1', tool_input: { file_path: 'a.ts', content: 'x' } };
const EVENTS: readonly (readonly [HookName, Record<string, unknown>])[] = [
  ['session-start', { source: 'startup' }],
  ['user-prompt-submit', { prompt: 'No, always run the tests first' }],
  ['pre-tool-use', TOOL],
  ['post-tool-use', { ...TOOL, tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_response: { stdout: '' } }],
  [
    'post-tool-use-failure',
    { ...TOOL, tool_name: 'Bash', tool_input: { command: 'npm test' }, error: 'Exit code 1\nfailed' },
  ],
  ['stop', { last_assistant_message: '[PROCESS_KNOWLEDGE]\ntype: warning\nlabel: Look\n[/PROCESS_KNOWLEDGE]' }],
  ['session-end', { reason: 'exit' }],
];

async function fire(project: string, name: HookName, fields: Record<string, unknown>): Promise<void> {
  writeFileSync(path.join(project, 'transcript.jsonl'), '');
  const event = { session_id: 's-1', cwd: project, transcript_path: path.join(project, 'transcript.jsonl'), ...fields };
  await runHook({
    name,
    input: JSON.stringify(event),
    environment: {},
    timeLimitMs: 10_000,
    loadHandler,
    loadLessons: () => import('../../../src/bin/hook-lessons.js'),
  });
}
