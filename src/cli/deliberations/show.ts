import type { Command } from 'commander';
import type { RecordedCall, RunRecord } from '../../council/index.js';
import { EXIT } from '../cli-error.js';
import { type ProjectOptions, withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { createPage, type Page, printJson, short } from '../text/page.js';
import { formatLocalTime } from './format-entry.js';
import { openRuns } from './open-runs.js';
import { recordToJson } from './to-json.js';

interface ShowOptions extends ProjectOptions {
  readonly json?: boolean;
}

export function addShow(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withProjectOptions(parent.command('show'))
    .summary('one deliberation: every call and its result')
    .description('Shows the calls of a deliberation, also answers that came too late.')
    .argument('<id>', 'its id, the beginning of it, or last')
    .option('--json', 'print the whole record as JSON, with prompts and answers')
    .addHelpText('after', EXAMPLE)
    .action(async (id: string, options: ShowOptions) => finish(await show(id, options, ports)));
}

const EXAMPLE = `
Example:
  witan deliberations show last`;

async function show(id: string, { json, ...project }: ShowOptions, ports: CommandLinePorts): Promise<number> {
  const runs = await openRuns(project, ports);
  const record = await runs.show(id);
  if (json === true) printJson(recordToJson(record, await runs.prompts(record)), ports);
  else ports.stdout.write(renderRun(record, createPage(ports)));
  return EXIT.done;
}

function renderRun(record: RunRecord, page: Page): string {
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
  return page.text();
}

const MARGIN = 2;

function describeState({ state, isLate, askedAt }: RecordedCall): string {
  if (askedAt === null) return 'not made';
  if (isLate) return state === 'answered' ? 'answered late' : 'came too late';
  return state === 'asked' ? 'no end known' : state;
}
