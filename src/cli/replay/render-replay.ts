import type { Replay } from '../../council/index.js';
import { type Page, short } from '../text/page.js';

type Place = Replay['prompts']['not_asked'][number];

/** What a person wants to know of a replay: whether anything changed, and first of all whether the decision did. */
export function renderReplay(replay: Omit<Replay, 'transcript_text'>, page: Page): string {
  const { deliberation_id: id, prompts, differences, transcript } = replay;
  page.line(['strong', `${id}: ${replay.identical ? 'identical' : 'not as recorded'}`]);
  if (replay.lacks.length > 0) {
    page.paragraph(`recorded by version ${replay.recorded_with}, lacks ${replay.lacks.join(', ')}`, 2);
  }
  page.line(`  ${prompts.same} prompts the same, ${prompts.changed.length} changed`);
  for (const change of prompts.changed.slice(0, MAX_SHOWN)) {
    page.line(`  changed at line ${change.difference.line}: ${describePlace(change)}`);
    for (const line of change.difference.recorded) page.line(`    - ${short(line, MAX_LINE_LENGTH)}`);
    for (const line of change.difference.now) page.line(`    + ${short(line, MAX_LINE_LENGTH)}`);
  }
  for (const place of prompts.not_recorded) page.line(`  asked, but not in the record: ${describePlace(place)}`);
  for (const place of prompts.not_asked) page.line(`  in the record, but no longer asked: ${describePlace(place)}`);
  const ordered = [...differences].sort((a, b) => weight(a.path) - weight(b.path));
  if (differences.length === 0) page.line('  the result is the same');
  else page.line(`  the result differs in ${differences.length} ${differences.length === 1 ? 'place' : 'places'}`);
  for (const { path, recorded, replayed } of ordered.slice(0, MAX_SHOWN)) {
    page.paragraph(`${path}: ${shown(recorded)} → ${shown(replayed)}`, 4);
  }
  page.line(`  ${TRANSCRIPT[transcript]}`);
  return page.text();
}

const MAX_SHOWN = 10;
const MAX_LINE_LENGTH = 160;

const TRANSCRIPT: Readonly<Record<Replay['transcript'], string>> = {
  same: 'the transcript is the same',
  changed: 'the transcript differs from the file that was written',
  missing: 'the transcript cannot be compared: its file is not there',
};

function describePlace({ phase, round, participant, call }: Place): string {
  return phase === 'summary' ? `the summary by ${participant}` : `round ${round}, ${participant}, call ${call}`;
}

/** The decision first, then what it rests on, then the rest. */
function weight(path: string): number {
  const place = FIRST.findIndex((prefix) => path.startsWith(prefix));
  return place === -1 ? FIRST.length : place;
}

const FIRST = ['voting_result.winning_option', 'status', 'voting_result.final_tally', 'voting_result', 'integrity'];

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : short(JSON.stringify(value), 120);
}
