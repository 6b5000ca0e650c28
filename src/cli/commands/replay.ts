import type { Replay } from '../../council/index.js';
import { formatCount } from '../../kernel/format-count.js';
import type { CliCommand, Output } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import { openRuns } from '../deliberations/open-runs.js';
import type { ProjectOptions } from '../options/project-options.js';
import { writeOutput } from '../options/write-output.js';
import type { Shell } from '../shell.js';
import { type Page, short } from '../text/page.js';

interface ReplayOptions extends ProjectOptions {
  readonly transcript?: string;
}

export function addReplay(program: CliCommand, shell: Shell): void {
  program
    .command('replay')
    .projectOptions()
    .summary('repeat a recorded deliberation without any model')
    .description(
      'Runs the council on the recorded answers and compares every prompt, the result and the transcript with what was recorded.',
    )
    .argument('<id>', 'its id, the beginning of it, or last')
    .option('--transcript <file>', 'write the transcript of the replay to a file')
    .jsonOption('print the comparison and the result as JSON and nothing else')
    .example('witan replay last')
    .note('Exit code: 0 if everything is as recorded, 1 if not. No model is asked and nothing is stored.')
    .run((id: string, options: ReplayOptions) => replay(id, options, shell));
}

async function replay(id: string, { transcript, ...project }: ReplayOptions, shell: Shell): Promise<Output> {
  const { transcript_text: text, ...replayed } = await (await openRuns(project, shell)).replay(id);
  if (transcript !== undefined) await writeOutput(transcript, text, shell);
  return {
    json: replayed,
    render: (page) => renderReplay(replayed, page),
    exitCode: replayed.identical ? EXIT.done : EXIT.failed,
  };
}

/** Whether anything changed, the decision first. */
function renderReplay(replay: Omit<Replay, 'transcript_text'>, page: Page): void {
  const { deliberation_id: id, prompts, differences, transcript } = replay;
  page.line(['strong', `${id}: ${replay.identical ? 'identical' : 'not as recorded'}`]);
  if (replay.lacks.length > 0) {
    page.paragraph(`recorded by version ${replay.recorded_with}, lacks ${replay.lacks.join(', ')}`, 2);
  }
  page.line(`  ${prompts.same} prompts the same, ${prompts.changed.length} changed`);
  for (const change of prompts.changed.slice(0, MAX_SHOWN)) {
    page.line(`  changed at line ${change.difference.line}: ${describeCall(change)}`);
    for (const line of change.difference.recorded) page.line(`    - ${short(line, MAX_LINE_LENGTH)}`);
    for (const line of change.difference.now) page.line(`    + ${short(line, MAX_LINE_LENGTH)}`);
  }
  for (const call of prompts.not_recorded) page.line(`  asked, but not in the record: ${describeCall(call)}`);
  for (const call of prompts.not_asked) page.line(`  in the record, but no longer asked: ${describeCall(call)}`);
  const ordered = [...differences].sort((a, b) => weight(a.path) - weight(b.path));
  if (differences.length === 0) page.line('  the result is the same');
  else page.line(`  the result differs in ${formatCount(differences.length, 'field')}`);
  for (const { path, recorded, replayed } of ordered.slice(0, MAX_SHOWN)) {
    page.paragraph(`${path}: ${shown(recorded)} → ${shown(replayed)}`, 4);
  }
  page.line(`  ${TRANSCRIPT[transcript]}`);
}

const MAX_SHOWN = 10;
const MAX_LINE_LENGTH = 160;

const TRANSCRIPT: Readonly<Record<Replay['transcript'], string>> = {
  same: 'the transcript is the same',
  changed: 'the transcript differs from the file that was written',
  missing: 'the transcript cannot be compared: its file is not there',
};

function describeCall({ phase, round, participant, call }: Replay['prompts']['not_asked'][number]): string {
  return phase === 'summary' ? `the summary by ${participant}` : `round ${round}, ${participant}, call ${call}`;
}

/** Sorts the decision first, then the votes, then the rest. */
function weight(path: string): number {
  const index = FIRST.findIndex((prefix) => path.startsWith(prefix));
  return index === -1 ? FIRST.length : index;
}

const FIRST = ['voting_result.winning_option', 'status', 'voting_result.final_tally', 'voting_result', 'integrity'];

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : short(JSON.stringify(value), 120);
}
