import { createHash } from 'node:crypto';
import { appendOwnLines } from '../../storage/own-files/append-own-lines.js';
import { statOwnFile } from '../../storage/own-files/open-own-file.js';
import type { ActiveEntry } from '../entry/entry.js';
import { readSlot } from '../files/current-entry.js';
import { readText } from '../files/read-text.js';
import type { SessionFiles } from '../files/session-files.js';
import type { ToolRun } from './read-tool-event.js';
import type { RunKind } from './test-and-build-commands.js';

export interface CapturedOutcome {
  readonly kind: RunKind;
  readonly command: string;
  readonly passed: boolean;
  readonly at: string;
}

/** A line of `captured_outcomes.jsonl`. */
interface OutcomeLine extends CapturedOutcome {
  readonly entry_id: string;
  /** Stands for the entry as it was when the command had run, but for its notes. */
  readonly entry_state: string;
  readonly tool_use_id?: string;
}

/**
 * Notes a run beside the active entry; runs while the journal is locked. Undefined if none is active, if the run began
 * before the entry's last update, or if it is noted already: a hook may fire twice for one command.
 */
export async function recordOutcome(
  files: SessionFiles,
  run: ToolRun,
  now: Date,
): Promise<CapturedOutcome | undefined> {
  const slot = readSlot(files);
  if (slot.kind !== 'entry') return undefined;
  const { kind, command, passed, toolUseId, durationMs } = run;
  if (durationMs !== undefined && Date.now() - durationMs < changedAt(files)) return undefined;
  const known = readOutcomes(files);
  if (toolUseId !== undefined && known.some(({ tool_use_id }) => tool_use_id === toolUseId)) return undefined;
  const outcome: CapturedOutcome = { kind, command, passed, at: now.toISOString() };
  const line: OutcomeLine = {
    ...outcome,
    entry_id: slot.entry.id,
    entry_state: stateOf(slot.entry),
    ...(toolUseId !== undefined && { tool_use_id: toolUseId }),
  };
  await appendOwnLines(files.outcomes, [JSON.stringify(line)]);
  return outcome;
}

/** The last run that was noted beside this very state of the entry: any update but a note makes it another one. */
export function latestOutcome(files: SessionFiles, entry: ActiveEntry): CapturedOutcome | undefined {
  const state = stateOf(entry);
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

// "All tests pass" as a note before the end changes nothing about what was believed when they ran.
function stateOf({ notes: _notes, ...belief }: ActiveEntry): string {
  return createHash('sha256').update(JSON.stringify(belief)).digest('hex').slice(0, 16);
}

function changedAt(files: SessionFiles): number {
  return Math.floor(statOwnFile(files.current)?.mtimeMs ?? 0);
}
