import type { PhaseHint } from '../store/phase-hints.js';
import type { Phase } from '../store/phases.js';
import { HINT_LEVELS, type HintLevel } from '../vocabulary.js';
import { countAskedHints, expectActive, type SessionContext } from './session-context.js';
import type { Highlight } from './session-state.js';

/**
 * Shows what the plan points at in a phase that begins, in place of what was shown before; pages reveal it by the hint level,
 * which becomes that of the phase. Phases that were typed by hand have no hints of their own and change nothing.
 */
export async function showPhaseHints(context: SessionContext, phase: Phase): Promise<void> {
  const { store, details, announce, actionLog, highlights, fileHints } = context;
  if ((await context.planRuns.details(phase.planId)) === undefined) return;
  const { session } = expectActive(context);
  const hints = await store.phaseHints.list(phase.id);
  if (highlights.splice(0).length > 0) announce('editor:clear_highlights', {});
  if (fileHints.size > 0) announce('explorer:clear_hints', {});
  fileHints.clear();
  for (const { path, style } of hints.filter(isFileHint)) fileHints.set(path, { path, style });
  highlights.push(...hints.flatMap(toHighlight));
  const paths = [...fileHints.keys()];
  if (paths.length > 0) await actionLog.logAction(session.id, 'file_hints_applied', { paths });
  for (const path of new Set(highlights.map((mark) => mark.path))) {
    const count = highlights.filter((mark) => mark.path === path).length;
    await actionLog.logAction(session.id, 'decorations_applied', { path, count });
  }
  const { hintLevel: level } = phase;
  await details.change(session, { hintLevel: level });
  await noteShown(context, phase);
  announce('hints:level', { level, hintsUsed: await countAskedHints(context, phase) });
  if (paths.length > 0) announce('explorer:hint_files', { hints: [...fileHints.values()] });
  for (const mark of highlights) announce('editor:highlight_lines', mark);
}

/** Once for a phase: after a restart, its hints are only shown again. */
async function noteShown({ store, highlights, fileHints }: SessionContext, { id, hintLevel }: Phase): Promise<void> {
  if (hintLevel === 'none' || (highlights.length === 0 && fileHints.size === 0)) return;
  const events = await store.progressEvents.list(id);
  if (events.some(({ eventType, data }) => eventType === 'hint_used' && data?.isBeginning === true)) return;
  await store.progressEvents.record(id, 'hint_used', { level: hintLevel, isBeginning: true });
}

/** The levels above this one at which pages show more than one level below. */
export function levelsWithMore({ highlights, fileHints }: SessionContext, level: HintLevel): HintLevel[] {
  const higher = HINT_LEVELS.slice(HINT_LEVELS.indexOf(level) + 1);
  // At the level `file`, the tree also shows where lines are marked.
  return higher.filter((next) => highlights.length > 0 || (next === 'file' && fileHints.size > 0));
}

type FileHintOfPhase = Extract<PhaseHint, { type: 'file' }>;

function isFileHint(hint: PhaseHint): hint is FileHintOfPhase {
  return hint.type === 'file';
}

function toHighlight(hint: PhaseHint): Highlight[] {
  if (hint.type === 'file') return [];
  const { path, startLine: start, endLine: end, style, hoverText } = hint;
  return [{ path, start, end, style, ...(hoverText !== undefined && { hoverText }) }];
}
