import type { ActiveEntry } from '../../journal/index.js';
import { DOMAINS, OUTCOME_STATUSES } from '../../journal/vocabulary.js';
import { formatCount } from '../../kernel/format-count.js';
import { parseIsoDate } from '../../kernel/parse-iso-date.js';
import { UserError } from '../../kernel/user-error.js';
import type { Program } from '../../program/program.js';
import type { Output } from '../cli-command.js';
import { checkLimit, parseChoice } from '../options/parse-options.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';
import type { Page } from '../text/page.js';
import { snakeCase } from '../text/snake-case.js';

/** What is open, what earlier sessions left open, and how much was learned. */
export async function showStatus(project: ProjectOptions, shell: Shell): Promise<Output> {
  const program = await openProject(project, shell);
  const status = await readStatus(program);
  const folder = displayPath(program.settings.storage.journalFolder, shell);
  return { json: status, render: (page) => renderStatus(status, folder, page) };
}

type Status = Awaited<ReturnType<typeof readStatus>>;

async function readStatus({ entries }: Pick<Program, 'entries'>) {
  const { sessionId, active, orphans, unsaved, foreign, learned } = await entries.status();
  return {
    session_id: sessionId,
    active,
    orphans,
    ...(foreign !== undefined && { foreign }),
    waiting_to_be_stored: unsaved,
    experiences: learned?.experiences ?? 0,
    values: learned?.values ?? 0,
    drifting_values: learned?.driftingValues ?? 0,
  };
}

function renderStatus(status: Status, folder: string, page: Page): void {
  const row = (label: string, text: string) => page.labeled(['quiet', label], text);
  const describe = (label: string, entry: ActiveEntry) => {
    const [domain, strategy] = [formatField(entry, 'domain'), formatField(entry, 'strategy')];
    row(label, `${entry.id}, ${domain}, ${strategy}, since ${entry.created_at}, iteration ${entry.iteration_count}`);
    row('', `goal: ${entry.goal}`);
    row('', `hypothesis: ${entry.hypothesis}`);
    row('', `prediction: ${entry.prediction}`);
  };
  row('journal', folder);
  if (status.active.length === 0) row('active', 'none');
  for (const entry of status.active) describe('active', entry);
  for (const entry of status.orphans) describe('orphan', entry);
  if (status.orphans.length > 0) {
    row('', '`witan journal adopt [id]` continues one, `witan journal abandon [id]` closes it');
  }
  if (status.foreign !== undefined) {
    const { resolved, open } = status.foreign;
    row('not used', `${resolved} resolved and ${open} open entries that came with this project or were moved`);
    row('', '`witan init` asks about them, `witan init --adopt` uses them');
  }
  const { experiences, values, drifting_values: drifting, waiting_to_be_stored: waiting } = status;
  const drift = drifting > 0 ? `, ${drifting} of them drifting` : '';
  const wait =
    waiting > 0 ? `; ${formatCount(waiting, 'entry', 'entries')} to be stored at the next start of the server` : '';
  row('learned', `${formatCount(experiences, 'experience')}, ${formatCount(values, 'value')}${drift}${wait}`);
}

/** `debugging`, or `debugging (inferred)`. */
function formatField(entry: ActiveEntry, name: 'domain' | 'strategy'): string {
  return entry.inferred?.includes(name) === true ? `${entry[name]} (inferred)` : entry[name];
}

export interface ListOptions extends ProjectOptions {
  readonly domain?: string;
  readonly outcome?: string;
  readonly since?: string;
  readonly limit?: number;
}

export async function listEntries(options: ListOptions, shell: Shell): Promise<Output> {
  const filter = {
    domain: parseChoice('--domain', options.domain, DOMAINS),
    outcome: parseChoice('--outcome', options.outcome, OUTCOME_STATUSES),
    since: options.since === undefined ? undefined : parseSince(options.since),
    limit: checkLimit(options.limit, 20, 1_000),
  };
  const { entries } = await openProject(options, shell);
  const found = await entries.list(filter);
  const rows = found.map(({ id, createdAt, domain, outcomeStatus, confidenceTier, goal }) => [
    id,
    createdAt.slice(0, 16).replace('T', ' '),
    domain,
    outcomeStatus ?? 'open',
    confidenceTier ?? '',
    goal,
  ]);
  return {
    json: { results: found.map(snakeCase), count: found.length },
    render(page) {
      if (rows.length === 0) page.line('No entries.');
      else page.table(['id', 'begun (UTC)', 'domain', 'outcome', 'tier', 'goal'], rows);
    },
  };
}

function parseSince(text: string): Date {
  const date = parseIsoDate(text);
  if (date !== undefined) return date;
  throw new UserError('validation_error', `--since: "${text}" is not an ISO 8601 date, such as 2026-11-16`);
}
