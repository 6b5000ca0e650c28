import { resolve } from 'node:path';
import { Option } from 'commander';
import type { OwnData } from '../../coaching/index.js';
import { formatCount } from '../../kernel/format-count.js';
import { formatUsd } from '../../kernel/format-usd.js';
import { visibleJson } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import type { CliCommand, Output } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import { isDeletionConfirmed, NOTHING_DELETED } from '../confirm.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import { writeExport } from '../options/write-output.js';
import type { Shell } from '../shell.js';
import { dayOf, type Page, short } from '../text/page.js';

interface DataOptions extends ProjectOptions {
  readonly data?: string;
}

interface StatsOptions extends DataOptions {
  readonly period: (typeof PERIODS)[number];
}

interface ExportOptions extends DataOptions {
  readonly output?: string;
}

interface DeleteOptions extends DataOptions {
  readonly session?: string;
  readonly all?: boolean;
  readonly yes?: boolean;
}

// A copy, so that showing the help loads nothing of the coaching module.
const PERIODS = ['7d', '30d', 'all'] as const;

/** `witan coach stats|export|delete`: what the coach keeps belongs to the person. */
export function addDataCommands(coach: CliCommand, shell: Shell): void {
  withFolder(coach.command('stats'))
    .summary('what you did and learned with the coach, and what it cost')
    .description('Shows sessions, skills, knowledge gaps, katas and the cost of models, of all projects.')
    .addOption(new Option('--period <period>', 'the time that is counted').choices(PERIODS).default('all'))
    .jsonOption()
    .example('witan coach stats', 'witan coach stats --period 30d --json')
    .run((options: StatsOptions) => withData(options, shell, (data) => showStats(data, options)));
  withFolder(coach.command('export'))
    .summary('everything that the coach keeps about you, as JSON')
    .description(
      'Writes sessions, plans, skills, gaps, katas, logs, texts that are not saved and memories as one JSON value.',
    )
    .option('--output <file>', 'write to this file, all or nothing (default: standard output)')
    .example('witan coach export --output coach.json')
    .run((options: ExportOptions) => withData(options, shell, (data) => exportAll(data, options, shell)));
  withFolder(coach.command('delete'))
    .summary('delete a session, or everything that the coach keeps')
    .description(
      'Deletes permanently: the files are rewritten, so that nothing of it is left in them. No coach may run.',
    )
    .option(
      '--session <id>',
      'this session with its plan, log, gaps, katas and memories; the beginning of the id is enough',
    )
    .option('--all', 'everything of all projects, also texts that are not saved and files that you deleted on the page')
    .option('--yes', 'do not ask')
    .jsonOption('print what was deleted as JSON and nothing else; needs --yes')
    .example('witan coach delete --session 3f9ac1d2', 'witan coach delete --all --yes')
    .note('`witan coach stats` lists the ids. Projects and their files stay as they are.')
    .run(async (options: DeleteOptions) => {
      await expectNoCoach();
      return withData(options, shell, (data, hasChroma) => remove(data, { ...options, hasChroma }, shell));
    });
}

function withFolder(command: CliCommand): CliCommand {
  return command.option('--data <folder>', 'the data folder, for a coach that had DATA_DIR (default: your own)');
}

async function withData(
  options: DataOptions,
  shell: Shell,
  use: (data: OwnData, hasChroma: boolean) => Promise<Output | number>,
): Promise<Output | number> {
  const program = await openProject(options, shell);
  const dataFolder = options.data === undefined ? undefined : resolve(shell.currentFolder, options.data);
  const data = await program.openOwnData(dataFolder);
  try {
    return await use(data, (await program.coaching()).chroma !== undefined);
  } finally {
    await data.close();
  }
}

async function showStats(data: OwnData, { period }: StatsOptions): Promise<Output> {
  const [state, sessions, memories] = await Promise.all([
    data.stats(period),
    data.sessions(MAX_SESSIONS),
    data.memoryCount(),
  ]);
  return {
    json: { ...state, sessions, memories },
    render: (page) => renderStats({ ...state, sessions, memories }, page),
  };
}

const MAX_SESSIONS = 10;
const MAX_ROWS = 10;

type Stats = Awaited<ReturnType<OwnData['stats']>> & {
  readonly sessions: Awaited<ReturnType<OwnData['sessions']>>;
  readonly memories: number;
};

const PERIOD_NAMES = { '7d': 'the last 7 days', '30d': 'the last 30 days', all: 'all time' } as const;

function renderStats({ stats, spending, dreyfus, gaps, katas, sessions, memories }: Stats, page: Page): void {
  const completed = formatCount(stats.sessionsCompleted, 'session');
  const issues = formatCount(stats.issuesWorkedOn, 'issue');
  const open = gaps.filter(({ addressed }) => !addressed);
  page.labeled('Period', PERIOD_NAMES[stats.period]);
  page.labeled('Work', `${completed} completed, ${Math.round(stats.totalCoachingMinutes)} minutes, ${issues}`);
  page.labeled('Gaps', `${stats.knowledgeGapsIdentified} found, ${stats.knowledgeGapsAddressed} closed`);
  page.labeled('Hints', `${stats.hintsUsed} used`);
  page.labeled('Memories', String(memories));
  page.labeled('Katas', `${katas.length}, of which ${katas.filter(({ isDue }) => isDue).length} are due`);
  page.labeled('Cost', describeCost(stats.apiCostTotal, spending));
  const skills = dreyfus.map(({ skillArea, stage, assessedAt }) => [
    stage.replace('_', ' '),
    dayOf(assessedAt),
    skillArea,
  ]);
  section(page, ['stage', 'assessed', 'skill'], skills);
  const topics = open.map(({ severity, frequency, topic }) => [severity, String(frequency), topic]);
  section(page, ['severity', 'met', 'open gap'], topics);
  const worked = sessions.map(({ id, status, startedAt, issueTitle }) => [
    id.slice(0, 8),
    dayOf(startedAt),
    status,
    issueTitle,
  ]);
  section(page, ['id', 'started', 'state', 'session'], worked);
}

function describeCost(total: number, { today, cap, unpricedCalls }: Stats['spending']): string {
  const unpriced = unpricedCalls === 0 ? '' : `, and ${formatCount(unpricedCalls, 'call')} of unknown price`;
  return `${formatUsd(total)}; today ${formatUsd(today)} of ${formatUsd(cap)}${unpriced}`;
}

function section(page: Page, heads: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return;
  page.line('');
  page.table(heads, rows.slice(0, MAX_ROWS));
  if (rows.length > MAX_ROWS) page.line(`and ${rows.length - MAX_ROWS} more`);
}

async function exportAll(data: OwnData, { output }: ExportOptions, shell: Shell): Promise<number> {
  const file = await writeExport(withoutHidden(data.export()), output, shell);
  if (file !== undefined) shell.stdout.write(`Written: ${file}\n`);
  return EXIT.done;
}

/** Exports are shown in terminals, and texts of issues and models may be hostile. */
async function* withoutHidden(parts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of parts) yield visibleJson(part);
}

async function expectNoCoach(): Promise<void> {
  const project = (await import('../../http/client.js')).findRunningCoach();
  if (project === undefined) return;
  throw new UserError('conflict', `delete: a coach runs for ${project}; end it with Ctrl-C first`);
}

async function remove(
  data: OwnData,
  { session: typed, all = false, hasChroma, ...options }: DeleteOptions & { readonly hasChroma: boolean },
  shell: Shell,
): Promise<Output> {
  if ((typed === undefined) !== all) {
    throw new UserError('validation_error', 'delete: say what to delete, with either --session <id> or --all');
  }
  const sessions = await data.sessions();
  const session = typed === undefined ? undefined : findSession(sessions, typed);
  const what =
    session === undefined
      ? `everything that the coach keeps (${formatCount(sessions.length, 'session')}, skills, gaps, katas, memories, texts that are not saved, files deleted on the page)`
      : `the session "${short(session.issueTitle, 80)}" of ${dayOf(session.startedAt)} with its plan, log, gaps, katas and memories`;
  if (!(await isDeletionConfirmed(`Delete ${what}?`, options, shell))) return NOTHING_DELETED;
  // It may have been started while the question was open.
  await expectNoCoach();
  const deleted = await data.delete(session === undefined ? {} : { sessionId: session.id });
  return {
    json: { deleted, chroma: hasChroma },
    render(page) {
      page.line(
        `${formatCount(deleted.sessions, 'session')} and ${formatCount(deleted.memories, 'memory', 'memories')} deleted.`,
      );
      if (!deleted.isErased) page.paragraph(STILL_OPEN);
      if (hasChroma) page.paragraph(CHROMA);
    },
  };
}

const STILL_OPEN =
  'Another program has the files open, and its log may have some of it until that program ends; end it, then delete again.';
const CHROMA =
  'ChromaDB returns the deleted memories no more, but its own files have their texts until you run `chroma vacuum --path <its folder>`. If it does not run now, they are deleted there when a coach reaches it again.';

function findSession<Session extends { readonly id: string }>(sessions: readonly Session[], typed: string): Session {
  const found = sessions.filter(({ id }) => id.startsWith(typed));
  const [session] = found;
  if (typed !== '' && session !== undefined && found.length === 1) return session;
  const problem = found.length > 1 ? 'is the beginning of several ids' : 'is the id of no session';
  throw new UserError('not_found', `delete: "${typed}" ${problem}; \`witan coach stats\` lists them`);
}
