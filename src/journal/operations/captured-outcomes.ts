import { createHash } from 'node:crypto';
import type { RunKind } from '../../commands/runs.js';
import { appendOwnLines } from '../../storage/own-files/append-own-lines.js';
import type { ActiveEntry } from '../entry/entry.js';
import { readText } from '../files/read-text.js';
import type { SessionFiles } from '../files/session-files.js';
import type { ToolRun } from '../outcomes/read-tool-event.js';
import type { OpenSession } from '../sessions/start-session.js';
import { ownOpenEntries } from './open-entry.js';

export interface CapturedOutcome {
  readonly kind: RunKind;
  readonly command: string;
  readonly passed: boolean;
  readonly at: string;
}

/** A line of `captured_outcomes.jsonl`. */
interface OutcomeLine extends CapturedOutcome {
  readonly entry_id: string;
  /** A digest of the entry as it was when the command had run, without its notes. */
  readonly entry_state: string;
  readonly tool_use_id?: string;
}

/**
 * Notes a run for every open entry that was last changed before it began; runs while the journal is locked. Undefined
 * if there is no such entry, or if the run is noted already: a hook may fire twice for one command.
 */
export async function recordOutcome(
  session: OpenSession,
  run: ToolRun,
  now: Date,
): Promise<CapturedOutcome | undefined> {
  const { files } = session;
  const { kind, command, passed, toolUseId, durationMs } = run;
  const begun = durationMs === undefined ? Number.POSITIVE_INFINITY : Date.now() - durationMs;
  const open = ownOpenEntries(session).filter(({ mtimeMs }) => Math.floor(mtimeMs) <= begun);
  const isKnown = readOutcomes(files).some(({ tool_use_id }) => toolUseId !== undefined && tool_use_id === toolUseId);
  if (open.length === 0 || isKnown) return undefined;
  const outcome: CapturedOutcome = { kind, command, passed, at: now.toISOString() };
  const lines = open.map(
    ({ entry }): OutcomeLine => ({
      ...outcome,
      entry_id: entry.id,
      entry_state: getState(entry),
      ...(toolUseId !== undefined && { tool_use_id: toolUseId }),
    }),
  );
  await appendOwnLines(
    files.outcomes,
    lines.map((line) => JSON.stringify(line)),
  );
  return outcome;
}

/** The last run that was noted for this very state of the entry: any update but a note makes it another one. */
export function latestOutcome(files: SessionFiles, entry: ActiveEntry): CapturedOutcome | undefined {
  const state = getState(entry);
  const latest = readOutcomes(files).findLast(({ entry_state }) => entry_state === state);
  return latest && { kind: latest.kind, command: latest.command, passed: latest.passed, at: latest.at };
}

function readOutcomes(files: SessionFiles): OutcomeLine[] {
  const lines = (readText(files.outcomes) ?? '').split('\n');
  return lines.flatMap((line) => parseLine(line) ?? []);
}

function parseLine(line: string): OutcomeLine | undefined {
  try {
    const value = JSON.parse(line) as Partial<OutcomeLine> | null;
    const { kind, command, passed, at, entry_state } = value ?? {};
    const isLine =
      (kind === 'test' || kind === 'build') &&
      typeof passed === 'boolean' &&
      [command, at, entry_state].every((text) => typeof text === 'string');
    return isLine ? (value as OutcomeLine) : undefined;
  } catch {
    return undefined;
  }
}

// "All tests pass" as a note before the end does not change the hypothesis that was open when they ran.
function getState({ notes: _notes, ...fields }: ActiveEntry): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16);
}
