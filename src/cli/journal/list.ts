import { DOMAINS, OUTCOME_STATUSES } from '../../journal/vocabulary.js';
import { parseIsoDate } from '../../kernel/parse-iso-date.js';
import { UserError } from '../../kernel/user-error.js';
import { EXIT } from '../cli-error.js';
import { parseChoice } from '../options/parse-choice.js';
import { checkLimit } from '../options/parse-limit.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { createPage, printJson } from '../text/page.js';
import { snakeCase } from '../text/snake-case.js';

export interface ListOptions extends ProjectOptions {
  readonly domain?: string;
  readonly outcome?: string;
  readonly since?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

export async function listEntries(options: ListOptions, ports: CommandLinePorts): Promise<number> {
  const filter = {
    domain: parseChoice('--domain', options.domain, DOMAINS),
    outcome: parseChoice('--outcome', options.outcome, OUTCOME_STATUSES),
    since: options.since === undefined ? undefined : parseSince(options.since),
    limit: checkLimit(options.limit, 20, 1_000),
  };
  const { entries } = await openProject(options, ports);
  const found = await entries.list(filter);
  if (options.json === true) {
    const results = found.map(snakeCase);
    printJson({ results, count: results.length }, ports);
  } else if (found.length === 0) ports.stdout.write('No entries.\n');
  else {
    const rows = found.map(({ id, createdAt, domain, outcomeStatus, confidenceTier, goal }) => [
      id,
      createdAt.slice(0, 16).replace('T', ' '),
      domain,
      outcomeStatus ?? 'open',
      confidenceTier ?? '',
      goal,
    ]);
    const page = createPage(ports);
    page.table(['id', 'begun (UTC)', 'domain', 'outcome', 'tier', 'goal'], rows);
    ports.stdout.write(page.text());
  }
  return EXIT.done;
}

function parseSince(text: string): Date {
  const date = parseIsoDate(text);
  if (date !== undefined) return date;
  throw new UserError('validation_error', `--since: "${text}" is not an ISO 8601 date, such as 2026-11-16`);
}
