import { cutText } from '../../kernel/cut-text.js';
import { plainLine, plainText } from '../../kernel/plain-text.js';
import { createFileCheck, type FileCheck, type FileCheckDependencies } from '../models-view/file-check.js';
import type { CoachAgentResponse } from '../prompts/coach-agent.js';
import type { NewPhaseHint } from '../store/phase-hints.js';
import type { NewPhase } from '../store/phases.js';

type PlannedPhase = CoachAgentResponse['phases'][number];

/**
 * The phases of an answer, as they may be stored and shown: texts are plain and of limited length, paths are those of the
 * project, and lines are in their file. Everything else is left out. A file that does not exist yet may be named.
 */
export async function checkPhases(
  { phases }: Pick<CoachAgentResponse, 'phases'>,
  dependencies: FileCheckDependencies,
): Promise<NewPhase[]> {
  const files = createFileCheck(dependencies);
  const inOrder = [...phases].sort((a, b) => a.number - b.number).slice(0, MAX_PHASES);
  return Promise.all(inOrder.map((phase, index) => checkPhase(phase, index + 1, files)));
}

const MAX_PHASES = 30;
const MAX_FILES = 50;
const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 4_000;
const MAX_HOVER_LENGTH = 500;

async function checkPhase(phase: PlannedPhase, number: number, files: FileCheck): Promise<NewPhase> {
  const { file_hints: fileHints, line_hints: lineHints } = phase.hints;
  const expected = await Promise.all(phase.expected_files.slice(0, MAX_FILES).map(files.locate));
  const hints = await Promise.all([
    ...fileHints.slice(0, MAX_FILES).map((hint) => checkFileHint(hint, files)),
    ...lineHints.slice(0, MAX_FILES).map((hint) => checkLineHint(hint, files)),
  ]);
  const title = cutText(plainLine(phase.title), MAX_TITLE_LENGTH);
  return {
    title: title === '' ? `Phase ${number}` : title,
    description: cutText(plainText(phase.description).trim(), MAX_DESCRIPTION_LENGTH),
    hintLevel: phase.hint_level,
    expectedFiles: [...new Set(expected.filter((path) => path !== undefined))],
    hints: withoutRepeatedFiles(hints.filter((hint) => hint !== undefined)),
  };
}

/** Several line hints of a file that cannot be read are one hint at the file. */
function withoutRepeatedFiles(hints: readonly NewPhaseHint[]): NewPhaseHint[] {
  const isFirst = (hint: NewPhaseHint) =>
    hints.find(({ type, path }) => type === 'file' && path === hint.path) === hint;
  return hints.filter((hint) => hint.type !== 'file' || isFirst(hint));
}

async function checkFileHint(
  { path: written, style }: PlannedPhase['hints']['file_hints'][number],
  files: FileCheck,
): Promise<NewPhaseHint | undefined> {
  const path = await files.locate(written);
  return path === undefined ? undefined : { type: 'file', path, style };
}

async function checkLineHint(
  hint: PlannedPhase['hints']['line_hints'][number],
  files: FileCheck,
): Promise<NewPhaseHint | undefined> {
  const path = await files.locate(hint.path);
  if (path === undefined) return undefined;
  const lines = await files.lineCount(path);
  if (lines === 'unreadable') return { type: 'file', path, style: 'suggested' };
  const last = lines === 'missing' ? MAX_LINE : lines;
  const startLine = Math.min(hint.start, last);
  const endLine = Math.min(Math.max(hint.end, startLine), last);
  const hoverText = cutText(plainText(hint.hover_text).trim(), MAX_HOVER_LENGTH);
  return { type: 'line', path, startLine, endLine, style: hint.style, ...(hoverText !== '' && { hoverText }) };
}

/** In a file that does not exist yet. */
const MAX_LINE = 100_000;
