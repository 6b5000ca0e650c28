import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createModelsView, createPromptContext } from '../../../src/coaching/index.js';
import type { SessionState } from '../../../src/coaching/sessions/session-state.js';
import { runTool } from '../../../src/council/evidence/run-tool.js';
import type { EvidenceTool } from '../../../src/council/evidence/tool.js';
import { readFile } from '../../../src/council/evidence/tools/read-file.js';
import { searchCode } from '../../../src/council/evidence/tools/search-code.js';
import { type ExportedDeliberation, renderMarkdown } from '../../../src/council/index.js';
import { limitDeliberation } from '../../../src/council/time-limits.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import type { ModelAdapter } from '../../../src/models/index.js';
import { openProgram } from '../../../src/program/open-program.js';
import { openProject } from '../../../src/project/project.js';
import { createRedactor } from '../../../src/redaction/index.js';
import { coachWorkspace } from '../../support/coach-workspace.js';
import { evidenceProject } from '../../support/evidence-project.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { answered, SETTINGS, vote } from '../../support/scripted-council.js';
import { ROOT } from '../../support/source-files.js';

interface Entry {
  readonly id: string;
  readonly form: 'file' | 'diff' | 'log' | 'json' | 'search' | 'pasted';
  readonly path: string;
  readonly text: string;
  readonly secret?: string | readonly string[];
  readonly keep?: readonly string[];
}

const redactor = createRedactor({ secretValues: [] });
const { renderHtml } = createRequire(import.meta.url)(path.join(ROOT, 'dist/export.cjs')) as {
  readonly renderHtml: (exported: ExportedDeliberation) => string;
};

/** The entries were written from the documentation of real tools by an author who had not read the code. */
describe.each(['tuning', 'held-out', 'third-tuning', 'third-held-out'])(
  '50 new secrets and 50 look-alikes, the %s half',
  { timeout: 300_000 },
  (half) => {
    const file = path.join(ROOT, 'tests/data', `new-secrets-${half}.json`);
    const { secrets, lookAlikes } = JSON.parse(readFileSync(file, 'utf8')) as Record<'secrets' | 'lookAlikes', Entry[]>;
    const entries = [...secrets, ...lookAlikes];
    /** For each way out, what it shows of each entry. */
    const shown: Record<string, Map<Entry, string>> = {};

    beforeAll(async () => {
      for (const [way, show] of Object.entries(WAYS)) shown[way] = await show(entries);
      Object.assign(shown, await deliberateAbout(entries));
    }, 300_000);

    it('have 50 entries of each kind, in at least five forms', () => {
      expect([secrets.length, lookAlikes.length]).toEqual([50, 50]);
      expect(new Set(entries.map(({ form }) => form)).size).toBeGreaterThanOrEqual(5);
    });

    // A failure tells only counts: an entry that is seen here could be tuned for.
    it.each([
      'evidence',
      'search results',
      'coach tools',
      'hook context',
      'transcript',
      'Markdown export',
      'HTML export',
    ])('leak at most 3 of 50 into %s, which loses at most 1 of 50 look-alikes', (way) => {
      const texts = shown[way] ?? new Map<Entry, string>();
      expect(texts.size).toBe(entries.length);
      const leaks = secrets.filter((each) =>
        [each.secret ?? []].flat().some((value) => squeeze(texts.get(each) ?? '').includes(squeeze(value))),
      );
      const lost = lookAlikes.filter((each) => hasLost(each, texts.get(each) ?? ''));
      reportCases(entries.length, leaks.length + lost.length);
      const figures = `${leaks.length} of 50 secrets shown, ${lost.length} of 50 look-alikes lost`;
      expect(leaks.length <= 3 && lost.length <= 1, figures).toBe(true);
    });
  },
);

/** Some ways shorten a text, so what is missing counts only beside a marker. */
function hasLost({ keep = [] }: Entry, text: string): boolean {
  return text.includes('[redacted: ') && keep.some((each) => !squeeze(text).includes(squeeze(each)));
}

/** Without what Markdown, HTML and quotations add. */
function squeeze(text: string): string {
  return text
    .replaceAll(/&(?:quot|#34);/g, '"')
    .replaceAll(/&(?:apos|#39|#x27);/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\s\\>|]+/g, '');
}

/** Only the text of a file is found under its path; the other forms are pasted or printed. */
function fileName({ id, form, path: name }: Entry): string {
  return form === 'file' ? `${id}/${name}` : `${id}/pasted.txt`;
}

const WAYS: Readonly<Record<string, (entries: readonly Entry[]) => Promise<Map<Entry, string>>>> = {
  evidence: (entries) => askTool(entries, (name) => [readFile, { path: name }]),
  'search results': (entries) =>
    askTool(entries, (name) => [searchCode, { pattern: '.', path: name, max_results: 200 }]),
  'coach tools': readEditor,
  'hook context': describeSessions,
};

type Ask = (name: string) => readonly [EvidenceTool<never>, Readonly<Record<string, unknown>>];

async function askTool(entries: readonly Entry[], ask: Ask): Promise<Map<Entry, string>> {
  const { project } = await evidenceProject(Object.fromEntries(entries.map((each) => [fileName(each), each.text])));
  const bench = {
    project,
    settings: SETTINGS.evidence,
    redact: (text: string, name?: string) => redactor.redact(text, name),
    limits: limitDeliberation(undefined, undefined),
  };
  return mapAll(entries, async (entry) => {
    const [tool, given] = ask(fileName(entry));
    const ran = await runTool(tool.name, (context) => tool.run(tool.arguments.parse(given) as never, context), bench);
    return ran.ok ? ran.value.text : ran.error;
  });
}

/** What is typed, and the diff of it. A file that is refused by its name shows nothing. */
async function readEditor(entries: readonly Entry[]): Promise<Map<Entry, string>> {
  const { files, at, workspace } = await coachWorkspace({ 'a.txt': 'a' });
  const opened = await openProject(files.root, { deny: [], ownFolders: [at('.witan')], homeFolder: '' });
  if (!opened.ok) throw new Error(opened.error);
  const redactText = (text: string, name?: string) => redactor.redact(text, name);
  const view = createModelsView({ workspace, project: opened.value, redactText });
  return mapAll(entries, async (entry) => {
    const name = fileName(entry);
    await workspace.updateBuffer({ path: name, content: entry.text, cursorPosition: { line: 1, column: 1 } });
    const views = [
      view.getBuffer(name).then((buffer) => buffer?.content ?? ''),
      view.getDiffs(name).then((diffs) => diffs.map(({ diff }) => diff).join('\n')),
    ];
    return (await Promise.all(views).catch(() => [])).join('\n');
  });
}

/** The title of a coaching session is shown with each prompt. */
async function describeSessions(entries: readonly Entry[]): Promise<Map<Entry, string>> {
  const view = createModelsView({
    workspace: {} as never,
    project: { root: '/' } as never,
    redactText: (text, name) => redactor.redact(text, name),
  });
  return mapAll(entries, (entry) => {
    const session = { sessionId: 's', issueContext: { title: entry.text }, phases: [], hintLevel: 'low' };
    return createPromptContext({
      sessions: { current: async () => session as unknown as SessionState, phaseDiffs: async () => [] },
      actionLog: { recent: async () => [] },
      view,
      observer: { takeForPrompt: async () => null },
      clock: systemClock,
    })('agent');
  });
}

/** One deliberation for each entry, which is pasted as context and repeated by a participant. */
async function deliberateAbout(entries: readonly Entry[]): Promise<Record<string, Map<Entry, string>>> {
  const project = scratchFolder('new-secrets');
  let text = '';
  const adapter = (name: string): ModelAdapter => ({
    name,
    kind: 'http',
    availability: async () => ({ available: true, detail: 'scripted', models: ['m'] }),
    ask: async () => answered(`${text}\n\n${vote('one', { rationale: text })}`),
  });
  const transcriptsFolder = path.join(project, 'transcripts');
  const program = await openProgram({
    projectFolder: project,
    environment: {},
    logger: silentLogger,
    providedAdapters: { one: adapter('one'), two: adapter('two') },
    councilSettings: { transcriptsFolder },
  });
  const exported = new Map<Entry, ExportedDeliberation>();
  const transcripts = await mapAll(entries, async (entry) => {
    text = entry.text;
    const result = await program.council.deliberate({
      question: `Is ${entry.id} safe?`,
      context: entry.text,
      participants: [{ cli: 'one' }, { cli: 'two' }],
      rounds: 1,
      working_directory: project,
    });
    const runs = await program.runs();
    if (runs === undefined) throw new Error('no runs');
    exported.set(entry, await runs.export(result.deliberation_id));
    return readFileSync(result.transcript_path ?? '', 'utf8');
  });
  await program.close();
  const render = (as: (given: ExportedDeliberation) => string) =>
    new Map([...exported].map(([entry, each]) => [entry, as(each)]));
  return { transcript: transcripts, 'Markdown export': render(renderMarkdown), 'HTML export': render(renderHtml) };
}

async function mapAll(entries: readonly Entry[], show: (entry: Entry) => Promise<string>): Promise<Map<Entry, string>> {
  const shown = new Map<Entry, string>();
  for (const entry of entries) shown.set(entry, await show(entry));
  return shown;
}
