import { basename } from 'node:path/posix';
import type { Signal } from '../vocabulary.js';
import { ACTIVITIES, type Trace, type TraceEvent } from './trace.js';

export interface Finding {
  readonly signal: Signal;
  /** From 0 to 1. */
  readonly confidence: number;
  /** What was seen, in one sentence. */
  readonly evidence: string;
}

/** What the rules notice in a trace, the most certain first. `scope_drift` needs an understanding of the text and is not among it. */
export function detect(trace: Trace, now: number): Finding[] {
  const context = readContext(trace, now);
  const completed = findCompletedPhase(context);
  // Work beyond a phase that is done is no mistake.
  const found = [...completed, ...(completed.length > 0 ? [] : findWrongFile(context))];
  const findings = [...found, ...findEditLoop(context), ...findFailingTest(context), ...findIdle(context)];
  return findings.sort((a, b) => b.confidence - a.confidence);
}

type Edit = Extract<TraceEvent, { type: 'buffer_update' }>;
type TestRun = Extract<TraceEvent, { type: 'test_run' }>;

interface DetectorContext extends Trace {
  readonly now: number;
  readonly edits: readonly Edit[];
  readonly runs: readonly TestRun[];
  /** True if the phase is about the file, itself or as the test of an expected one. */
  readonly isExpected: (path: string) => boolean;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

function readContext(trace: Trace, now: number): DetectorContext {
  const began = trace.events.findLastIndex(({ type }) => type === 'phase_started');
  const events = trace.events.slice(Math.max(began, 0));
  const expected = trace.phase?.expectedFiles ?? [];
  const stems = new Set(expected.map(getStem));
  return {
    ...trace,
    events,
    now,
    edits: events.filter((event) => event.type === 'buffer_update'),
    runs: events.filter((event) => event.type === 'test_run'),
    isExpected: (path) => expected.includes(path) || (TEST_NAME.test(path) && stems.has(getStem(path))),
  };
}

const TEST_NAME = /(?:^|\/)(?:tests?|spec|__tests__)\/|[._-](?:test|spec)\.|(?:^|\/)test_|Tests?\.\w+$/;

function getStem(path: string): string {
  return basename(path).replace(/^test_|(?:[._-](?:test|spec)|Tests?)?\.\w+$/g, '');
}

/** Edits for a while only files that the phase does not name; a look into another file or a short fix there is none. */
function findWrongFile({ edits, phase, stage, now, isExpected }: DetectorContext): Finding[] {
  const last = edits.at(-1);
  if (last === undefined || !phase?.expectedFiles.length || now - last.at > 2 * MINUTE) return [];
  const others = edits.slice(edits.findLastIndex(({ path }) => isExpected(path)) + 1);
  const gaps = others.slice(1).map(({ at }, index) => at - (others[index]?.at ?? at));
  const typed = gaps.filter((gap) => gap <= MAX_PAUSE_MS).reduce((sum, gap) => sum + gap, 0);
  const enough = stage === 'novice' || stage === 'advanced_beginner' ? 1.5 * MINUTE : 3 * MINUTE;
  if (typed < enough) return [];
  const evidence = `${Math.round(typed / SECOND)} s of typing in ${last.path}; the phase expects ${phase.expectedFiles.join(', ')}`;
  return [{ signal: 'wrong_file', confidence: grow(0.75, typed / enough - 1), evidence }];
}

/** Typing sends an update every two seconds; a longer gap is thinking. */
const MAX_PAUSE_MS = 5 * SECOND;

/** Returns to an earlier text, or deletes what was just written, three times and more. Undo and redo within seconds are none. */
function findEditLoop({ edits, now }: DetectorContext): Finding[] {
  const recent = edits.filter(({ at }) => now - at <= 10 * MINUTE);
  const last = recent.at(-1);
  if (last === undefined || now - last.at > 2 * MINUTE) return [];
  const own = recent.filter(({ path }) => path === last.path);
  const count = Math.max(countReturns(own), countErasures(own.map(({ charCount }) => charCount)));
  if (count < 3) return [];
  const evidence = `${last.path} was changed and changed back ${count} times in ten minutes`;
  return [{ signal: 'edit_loop', confidence: grow(0.75, count - 3), evidence }];
}

function countReturns(edits: readonly Edit[]): number {
  const lastSeen = new Map<string, number>();
  let count = 0;
  let previous = '';
  for (const { at, textHash } of edits) {
    if (textHash !== previous && at - (lastSeen.get(textHash) ?? at) >= 15 * SECOND) count++;
    lastSeen.set(textHash, at);
    previous = textHash;
  }
  return count;
}

/** How often most of what was added since the shortest text was deleted again. */
function countErasures(lengths: readonly number[]): number {
  let count = 0;
  let [shortest, longest] = [lengths[0] ?? 0, lengths[0] ?? 0];
  for (const length of lengths) {
    longest = Math.max(longest, length);
    const isErased = longest - shortest >= MIN_ERASED_CHARS && longest - length >= 0.7 * (longest - shortest);
    if (isErased) count++;
    if (isErased || length < shortest) [shortest, longest] = [length, length];
  }
  return count;
}

const MIN_ERASED_CHARS = 40;

/**
 * The same run failed three times, each after another edit; running it again without one says nothing new. A pass of a
 * part of it (`npm test login` for `npm test`) is progress.
 */
function findFailingTest({ runs, edits, now }: DetectorContext): Finding[] {
  return [...new Set(runs.map(({ run }) => run))]
    .flatMap((name): Finding[] => {
      const lastPass = runs.findLastIndex(({ run, passed }) => passed && `${run} `.startsWith(`${name} `));
      const failures = runs.slice(lastPass + 1).filter(({ run }) => run === name);
      const attempts = failures.filter(({ at }, index) => {
        const before = failures[index - 1]?.at;
        return before === undefined || edits.some((edit) => before < edit.at && edit.at < at);
      });
      if (attempts.length < 3 || now - (failures.at(-1)?.at ?? 0) > 10 * MINUTE) return [];
      const evidence = `\`${name}\` failed ${attempts.length} times, each after another edit`;
      return [{ signal: 'test_failing', confidence: grow(0.8, attempts.length - 3), evidence }];
    })
    .slice(0, 1);
}

/** The person did nothing for five minutes of a phase, longer while reading an answer. After an hour the person is gone. */
function findIdle({ events, phase, now }: DetectorContext): Finding[] {
  const last = events.findLast(({ type }) => ACTIVITIES.has(type));
  if (last === undefined || phase === null) return [];
  const idle = now - last.at;
  const isReading = last.type === 'explain_requested' || last.type === 'review_requested';
  if (idle <= (isReading ? 10 : 5) * MINUTE || idle > 60 * MINUTE) return [];
  return [{ signal: 'idle', confidence: 0.8, evidence: `no action for ${Math.floor(idle / MINUTE)} minutes` }];
}

/** All expected files were edited and saved, and the last test passed; without tests, the person only reads other files since. */
function findCompletedPhase({ events, edits, runs, phase, now, isExpected }: DetectorContext): Finding[] {
  const files = phase?.expectedFiles ?? [];
  const lastEdit = edits.findLast(({ path }) => isExpected(path))?.at ?? now;
  const isSaved = (path: string) => {
    const edited = edits.findLast((edit) => edit.path === path)?.at;
    return edited !== undefined && events.some((event) => isSaveOf(event, path) && event.at >= edited);
  };
  if (files.length === 0 || !files.every(isSaved) || now - lastEdit > 60 * MINUTE) return [];
  const all = files.join(', ');
  const run = runs.at(-1);
  if (run !== undefined && run.at > lastEdit) {
    if (!run.passed || now - lastEdit < 30 * SECOND) return [];
    return [{ signal: 'phase_complete', confidence: 0.9, evidence: `${all}: saved, and \`${run.run}\` passed` }];
  }
  const later = events.filter(({ at }) => at > lastEdit);
  const reads = later.some(
    (event) => event.type === 'file_open' && event.path !== undefined && !isExpected(event.path),
  );
  const isOver = reads && !later.some(({ type }) => type === 'buffer_update') && now - lastEdit >= 2 * MINUTE;
  return isOver ? [{ signal: 'phase_complete', confidence: 0.7, evidence: `${all}: saved, not tested` }] : [];
}

function isSaveOf(event: TraceEvent, path: string): boolean {
  return event.type === 'file_save' && event.path === path;
}

/** More of the same makes a finding more certain, never wholly. */
function grow(confidence: number, steps: number): number {
  return Math.min(confidence + 0.05 * steps, 0.95);
}
