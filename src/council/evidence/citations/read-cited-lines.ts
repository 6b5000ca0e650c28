import { homedir } from 'node:os';
import type { Result } from '../../../kernel/result.js';
import { openProject } from '../../../project/project.js';
import type { CouncilSettings } from '../../contract/settings.js';
import type { Redact } from '../../redact.js';
import { shownLine } from '../text/file-text.js';
import { judge, readLines } from './check-citations.js';

export interface CitedRange {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly quote?: string | undefined;
}

/** What a cited range of lines says now. */
export interface LinesNow {
  /** The first of them; empty where they cannot be read. */
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** How many of the cited lines are not among them. */
  readonly more: number;
  /** Why they do not say any more what was cited; null where they do. */
  readonly problem: string | null;
}

export interface CitedLinesContext {
  readonly workingDirectory: string;
  /** With what is forbidden now. */
  readonly settings: Pick<CouncilSettings, 'evidence' | 'dataFolder' | 'transcriptsFolder'>;
  readonly redact: Redact;
}

/** Reads like a participant would: inside the project, nothing that may not be shown, without secrets. */
export async function readCitedLines(
  citations: readonly CitedRange[],
  { workingDirectory, settings, redact }: CitedLinesContext,
): Promise<LinesNow[]> {
  const { evidence, dataFolder, transcriptsFolder } = settings;
  if (evidence.refusal !== undefined) return citations.map(() => unreadable(evidence.refusal ?? ''));
  const rules = { deny: evidence.deny, ownFolders: [dataFolder, transcriptsFolder], homeFolder: homedir() };
  const project = await openProject(workingDirectory, rules);
  if (!project.ok) return citations.map(() => unreadable(project.error));
  const files = new Map<string, Result<readonly string[], string>>();
  const read: LinesNow[] = [];
  for (const citation of citations) {
    const file =
      files.get(citation.path) ??
      (await readLines(citation.path, { project: project.value, settings: evidence, redact }));
    files.set(citation.path, file);
    read.push(file.ok ? getLines(citation, file.value) : unreadable(file.error));
  }
  return read;
}

function getLines({ start_line: startLine, end_line: endLine, quote }: CitedRange, file: readonly string[]): LinesNow {
  const { reason } = judge({ startLine, endLine, quote, wordsBefore: undefined }, file);
  const cited = startLine < 1 ? [] : file.slice(startLine - 1, endLine);
  const lines = cited
    .slice(0, MAX_LINES)
    .map((text, index) => ({ number: startLine + index, text: shownLine(text, MAX_LINE_LENGTH) }));
  return { lines, more: cited.length - lines.length, problem: reason ?? null };
}

function unreadable(problem: string): LinesNow {
  return { lines: [], more: 0, problem };
}

const MAX_LINES = 12;
const MAX_LINE_LENGTH = 300;
