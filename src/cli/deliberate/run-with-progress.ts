import {
  type DeliberateOptions,
  type DeliberationResult,
  formatTally,
  type ProgressEvent,
} from '../../council/index.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';
import { liveProgress } from './progress/live-progress.js';
import { plainProgress } from './progress/plain-progress.js';
import { noProgress, type ProgressView } from './progress/progress-view.js';

export interface ProgressOptions {
  readonly notices: readonly string[];
  readonly isQuiet: boolean;
}

export type Finished =
  | { readonly kind: 'finished'; readonly result: DeliberationResult }
  /** What was said until then; undefined if the person did not wait for it. */
  | { readonly kind: 'interrupted'; readonly result: DeliberationResult | undefined };

/** One deliberation, shown while it runs; Ctrl-C ends its calls and says what is kept. */
export async function runWithProgress(
  run: (options: DeliberateOptions) => Promise<DeliberationResult>,
  { notices, isQuiet }: ProgressOptions,
  shell: Shell,
): Promise<Finished> {
  if (!isQuiet) for (const notice of notices) shell.stderr.write(`witan: ${plainLine(notice)}\n`);
  const view = isQuiet ? noProgress : viewFor(shell);
  const position = trackPosition();
  const interruption = listenForInterrupt(shell);
  try {
    const onProgress = (event: ProgressEvent) => {
      position.end(event);
      // After Ctrl-C all running calls report a failure, which is not news.
      if (interruption.signal.aborted) return;
      position.note(event);
      view.show(event);
    };
    const deliberation = run({ signal: interruption.signal, onProgress });
    const result = await Promise.race([deliberation, interruption.impatience]);
    if (result !== 'gave up' && (!interruption.signal.aborted || !position.isInterrupted(result))) {
      return { kind: 'finished', result };
    }
    view.close();
    const kept = result === 'gave up' ? undefined : result;
    const parts = [position.describe(), describeKept(kept, position.recordedAs(), shell), ...position.howToContinue()];
    shell.stderr.write(`witan: cancelled ${parts.join('; ')}\n`);
    return { kind: 'interrupted', result: kept };
  } finally {
    view.close();
    interruption.stop();
  }
}

function describeKept(result: DeliberationResult | undefined, recordedAs: string | undefined, shell: Shell): string {
  const path = result?.transcript_path ?? null;
  if (path !== null) return `the answers until then are kept in ${displayPath(path, shell)}`;
  return recordedAs === undefined ? 'nothing was kept' : `the answers until then are recorded as ${recordedAs}`;
}

function viewFor(shell: Shell): ProgressView {
  const canRedraw = shell.stderr.isTerminal && shell.environment.TERM !== 'dumb';
  return canRedraw ? liveProgress(shell) : plainProgress(shell.stderr);
}

interface Interruption {
  readonly signal: AbortSignal;
  /** Settles at the second Ctrl-C, if the person does not want to wait for calls to end. */
  readonly impatience: Promise<'gave up'>;
  stop(): void;
}

function listenForInterrupt(shell: Shell): Interruption {
  const controller = new AbortController();
  let giveUp: (value: 'gave up') => void = () => undefined;
  const impatience = new Promise<'gave up'>((settle) => {
    giveUp = settle;
  });
  const stop = shell.onInterrupt(() => {
    if (controller.signal.aborted) giveUp('gave up');
    else controller.abort(new Error('interrupted'));
  });
  return { signal: controller.signal, impatience, stop };
}

interface Position {
  note(event: ProgressEvent): void;
  /** How it ended, also after Ctrl-C. */
  end(event: ProgressEvent): void;
  describe(): string;
  /** Whether Ctrl-C ended it early; it may have come too late. */
  isInterrupted(result: DeliberationResult): boolean;
  /** The id, where there is a record to continue from. */
  recordedAs(): string | undefined;
  howToContinue(): string[];
}

/** How far the deliberation was, and the last full count. */
function trackPosition(): Position {
  let position = 'before the first round';
  let count = '';
  let id: string | undefined;
  let isInterrupted: boolean | undefined;
  return {
    note(event) {
      if (event.kind === 'started' && event.recorded) id = event.deliberation_id;
      if (event.kind === 'round_started') position = `in round ${event.round} of ${event.rounds}`;
      if (event.kind === 'round_finished') count = `, round ${event.round} had ${formatTally(event.tally)}`;
      if (event.kind === 'summarizing') position = 'while the summary was written';
    },
    end(event) {
      if (event.kind === 'finished') isInterrupted = event.interrupted;
    },
    describe: () => position + count,
    isInterrupted: (result) => isInterrupted ?? result.status !== 'complete',
    recordedAs: () => id,
    howToContinue: () => (id === undefined ? [] : [`to continue: witan deliberate --resume ${id}`]),
  };
}
