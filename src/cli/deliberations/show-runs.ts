import { type Command, Option } from 'commander';
import type { RecordedCall, RunEntry, RunList, RunRecord, RunStatus } from '../../council/index.js';
import type { CliCommand, Output } from '../cli-command.js';
import { parseLimit } from '../options/parse-options.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';
import { type Page, short } from '../text/page.js';
import { openRuns } from './open-runs.js';

interface ListOptions extends ProjectOptions {
  readonly status?: RunStatus;
  readonly limit?: number;
}

const STATUSES: readonly RunStatus[] = ['running', 'interrupted', 'finished', 'failed'];

export function addList(parent: CliCommand, shell: Shell): void {
  const command = parent
    .command('list', { isDefault: true })
    .projectOptions()
    .summary('running, interrupted and finished deliberations')
    .description('Deliberations as they were recorded, the latest first. An interrupted one can be continued.')
    .addOption(new Option('--status <status>', 'only those').choices(STATUSES))
    .option('--limit <number>', 'how many, up to 10000 (default: 20)', parseLimit)
    .jsonOption('print the list as JSON and nothing else')
    .example('witan deliberations', 'witan deliberations list --status interrupted --json')
    .run((options: ListOptions) => list(options, shell));
  // Without a command the list is shown, so the help of the group includes its options.
  parent.addHelpText('after', () => `\nOptions of the list:\n${describeOptions(command)}`);
}

function describeOptions(command: Command): string {
  const widest = Math.max(...command.options.map(({ flags }) => flags.length));
  return command.options
    .map((option) => {
      const choices = option.argChoices === undefined ? '' : ` (${option.argChoices.join(', ')})`;
      return `  ${option.flags.padEnd(widest)}  ${option.description}${choices}`;
    })
    .join('\n');
}

async function list({ status, limit = DEFAULT_LIMIT, ...project }: ListOptions, shell: Shell): Promise<Output> {
  const runs = await (await openProject(project, shell)).runs();
  const listed = (await runs?.list({ limit, ...(status === undefined ? {} : { status }) })) ?? NONE;
  const elsewhere = [...listed.elsewhere].map(([working_directory, count]) => ({ working_directory, count }));
  return {
    json: { deliberations: listed.entries.map(entryToJson), elsewhere },
    render: (page) => renderRuns(listed, status, page),
  };
}

const DEFAULT_LIMIT = 20;

const NONE: RunList = { entries: [], elsewhere: new Map() };

export function renderRuns(listed: RunList, status: RunStatus | undefined, page: Page): void {
  if (listed.entries.length > 0) renderEntries(listed.entries, page);
  else page.paragraph(status === undefined ? NO_RUNS : `No deliberation is ${status}.`);
  for (const [folder, count] of listed.elsewhere) {
    page.paragraph(`${count} not shown: about ${folder}; name that folder with --cwd`);
  }
}

const NO_RUNS = 'No deliberation is recorded here yet; `witan deliberate` begins one.';

function renderEntries(entries: readonly RunEntry[], page: Page): void {
  page.table(
    ['started', 'id', 'status', 'round', 'cost', 'question'],
    entries.map((entry) => [
      formatLocalTime(entry.startedAt),
      entry.id,
      describeStatus(entry),
      `${entry.round}/${entry.rounds}`,
      formatCost(entry.cost),
      short(entry.question, MAX_QUESTION_LENGTH),
    ]),
  );
  const next = entries.find((entry) => entry.status === 'interrupted');
  if (next !== undefined) page.paragraph(`Continue with: witan deliberate --resume ${next.id}`);
}

function describeStatus({ pid, status, isWhole }: RunEntry): string {
  if (pid !== null) return `running (${pid})`;
  return isWhole ? status : `${status}, not fully recorded`;
}

const MAX_QUESTION_LENGTH = 200;

export function addShow(parent: CliCommand, shell: Shell): void {
  parent
    .command('show')
    .projectOptions()
    .summary('one deliberation: every call and its result')
    .description('Shows the calls of a deliberation, also answers that came too late.')
    .argument('<id>', 'its id, the beginning of it, or last')
    .jsonOption('print the whole record as JSON, with prompts and answers')
    .example('witan deliberations show last')
    .run((id: string, options: ProjectOptions) => show(id, options, shell));
}

async function show(id: string, options: ProjectOptions, shell: Shell): Promise<Output> {
  const runs = await openRuns(options, shell);
  const record = await runs.show(id);
  const json = options.json === true ? recordToJson(record, await runs.prompts(record)) : undefined;
  return { json, render: (page) => renderRun(record, page) };
}

function renderRun(record: RunRecord, page: Page): void {
  const { setup, status, owner, activeMs, endedBy, result, isWhole, calls } = record;
  page.line(['strong', short(setup.request.question, 200)]);
  page.line(`  ${setup.deliberationId}, ${status}${status === 'running' ? ` in process ${owner?.pid ?? '?'}` : ''}`);
  page.line(`  started ${formatLocalTime(setup.startedAt)}, at work for ${(activeMs / 1000).toFixed(1)} s`);
  if (!isWhole) page.paragraph('not fully recorded: some of it could not be written, so it cannot be replayed', MARGIN);
  if (endedBy !== null) page.paragraph(`ended early: ${endedBy}`, MARGIN);
  if (result !== null) {
    page.paragraph(`${result.verdict} (${result.status})`, MARGIN);
    if (result.transcript_path !== null) page.line(`  transcript: ${result.transcript_path}`);
  }
  page.line();
  page.table(
    ['round', 'participant', 'call', 'try', 'state', 'time', 'answer'],
    calls.map((call) => [
      call.phase === 'turn' ? String(call.round) : 'summary',
      call.participant,
      String(call.call),
      String(call.attempt),
      describeState(call),
      call.durationMs === null ? '' : `${(call.durationMs / 1000).toFixed(1)} s`,
      short(call.answer ?? call.failure?.kind ?? '', 60),
    ]),
    { indent: MARGIN },
  );
  if (status === 'interrupted') page.line(`Continue with: witan deliberate --resume ${setup.deliberationId}`);
}

const MARGIN = 2;

function describeState({ state, isLate, askedAt }: RecordedCall): string {
  if (askedAt === null) return 'not made';
  if (isLate) return state === 'answered' ? 'answered late' : 'came too late';
  return state === 'asked' ? 'no end known' : state;
}

/** `2026-11-16 10:15`, in local time. */
function formatLocalTime(timestamp: string): string {
  const time = new Date(timestamp);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The known cost; an unknown price is not zero. */
function formatCost({ usd, unknownCalls }: RunEntry['cost']): string {
  if (unknownCalls === 0) return `$${usd.toFixed(4)}`;
  return usd === 0 ? 'unknown' : `$${usd.toFixed(4)}+`;
}

/** With the field names of all JSON output. */
function entryToJson(entry: RunEntry): object {
  return {
    deliberation_id: entry.id,
    status: entry.status,
    question: entry.question,
    started_at: entry.startedAt,
    updated_at: entry.updatedAt,
    active_seconds: Math.round(entry.activeMs / 100) / 10,
    participants: entry.participants,
    round: entry.round,
    rounds: entry.rounds,
    calls: entry.calls,
    cost: { known_usd: entry.cost.usd, calls_of_unknown_cost: entry.cost.unknownCalls },
    winning_option: entry.winner,
    ended_by: entry.endedBy,
    pid: entry.pid,
    fully_recorded: entry.isWhole,
  };
}

/** With the prompt of each call. */
function recordToJson(record: RunRecord, prompts: readonly string[]): object {
  const { setup, status, version, updatedAt, activeMs, endedBy, result, isWhole, calls } = record;
  return {
    deliberation_id: setup.deliberationId,
    status,
    version,
    question: setup.request.question,
    started_at: setup.startedAt,
    updated_at: updatedAt,
    active_seconds: Math.round(activeMs / 100) / 10,
    participants: setup.seats.map(({ participant }) => participant),
    ended_by: endedBy,
    fully_recorded: isWhole,
    calls: calls.map((call, index) => callToJson(call, prompts[index] ?? '')),
    result,
  };
}

function callToJson(call: RecordedCall, prompt: string): object {
  const { phase, round, participant, attempt, state, isLate, askedAt, durationMs, answer, failure, usage, lateUsage } =
    call;
  return {
    phase,
    round,
    participant,
    call: call.call,
    attempt,
    state,
    late: isLate,
    asked_at: askedAt,
    duration_ms: durationMs,
    prompt,
    answer,
    failure,
    usage,
    late_usage: lateUsage,
  };
}
