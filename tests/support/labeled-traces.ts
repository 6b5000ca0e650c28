import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detect } from '../../src/coaching/observer/detectors.js';
import type { Trace, TraceEvent } from '../../src/coaching/observer/trace.js';
import type { ActionType, Signal, Stage } from '../../src/coaching/vocabulary.js';
import { ROOT } from './source-files.js';

interface LabeledTrace {
  readonly expect: Signal | null;
  readonly title: string;
  readonly expected_files: readonly string[] | null;
  readonly stage: Stage;
  readonly events: readonly string[];
  readonly now: string;
}

/** What was raised for each trace, with the confidence that a nudge needs. */
export function judgeTraces(file: string) {
  const { traces } = JSON.parse(readFileSync(join(ROOT, 'tests/data', file), 'utf8')) as { traces: LabeledTrace[] };
  const judged = traces.map(({ title, expect, now, ...trace }) => {
    const [first] = detect(readTrace(trace), timeOf(now)).filter(({ confidence }) => confidence >= 0.7);
    return { title, expect, found: first?.signal ?? null, evidence: first?.evidence };
  });
  const right = judged.filter(({ expect, found }) => found !== null && found === expect).length;
  return {
    wrong: judged.filter(({ expect, found }) => expect !== found),
    precision: right / judged.filter(({ found }) => found !== null).length,
    recall: right / judged.filter(({ expect }) => expect !== null).length,
  };
}

/** Reads the short form of `tests/data/README.md`. */
export function readTrace({
  expected_files,
  stage,
  events,
}: Pick<LabeledTrace, 'expected_files' | 'stage' | 'events'>): Trace {
  const phase = expected_files && { expectedFiles: expected_files };
  return { events: events.flatMap(readEvent), phase, stage };
}

/** Of minutes and seconds; at an hour in the afternoon, as real times are. */
export function timeOf(text: string): number {
  const [minutes = 0, seconds = 0] = text.split(':').map(Number);
  return Date.UTC(2026, 10, 20, 14) + (minutes * 60 + seconds) * 1000;
}

const TYPES: Readonly<Record<string, ActionType>> = {
  open: 'file_open',
  switch: 'tab_switch',
  save: 'file_save',
  select: 'selection',
  explain: 'explain_requested',
  review: 'review_requested',
  tool: 'mcp_tool_call',
  message: 'coaching_message',
  nudge: 'nudge_sent',
  phase_started: 'phase_started',
  phase_completed: 'phase_completed',
};

function readEvent(line: string): TraceEvent[] {
  const [time = '', verb = '', path = '', ...words] = line.split(' ');
  const at = timeOf(time);
  const state = /=(\w+)$/.exec(line)?.[1];
  if (verb === 'test') {
    const [, run = '', result] = /`(.*)` (fail|pass)/.exec(line) ?? [];
    return [{ at, type: 'test_run', run, passed: result === 'pass' }];
  }
  if (verb === 'back')
    return [{ at, type: 'buffer_update', path, charCount: Number(words[0]), textHash: `${path} ${state}` }];
  if (verb === 'type') return typing({ line, at, path, state });
  const type = TYPES[verb];
  if (type === undefined) throw new Error(`unknown event: ${line}`);
  return [{ at, type, path: verb === 'tool' || verb === 'nudge' || path === '' ? undefined : path }];
}

interface Typing {
  readonly line: string;
  readonly at: number;
  readonly path: string;
  readonly state: string | undefined;
}

/** The page sends an update every two seconds while the person types. */
function typing({ line, at, path, state }: Typing): TraceEvent[] {
  const [, from = '', to = '', until = ''] = /(\d+)>(\d+) until (\S+)/.exec(line) ?? [];
  const steps = Math.round((timeOf(until) - at) / 2000);
  return Array.from({ length: steps + 1 }, (_, step) => ({
    at: at + step * 2000,
    type: 'buffer_update' as const,
    path,
    charCount: Math.round(Number(from) + ((Number(to) - Number(from)) * step) / steps),
    textHash: `${path} ${step === steps && state !== undefined ? state : `${at} ${step}`}`,
  }));
}
