import type { CoachState, Highlight, HintLevel, Message } from '../model/coach-state.js';

/** Something that the coach points at in a file. */
export interface Mark {
  /** The same as long as the coach leaves it there, also after a new connection. */
  readonly id: string;
  /** Whole lines, words of a line, or a comment below lines; or the region around lines, and a comment below that. */
  readonly form: 'lines' | 'words' | 'comment' | 'region' | 'region-comment';
  readonly kind: Highlight['style'] | Message['type'];
  readonly startLine: number;
  readonly endLine: number;
  /** Of words. */
  readonly columns?: { readonly start: number; readonly end: number };
  /** What the coach says about it; empty if it only points. */
  readonly text: string;
}

export function isComment({ form }: Mark): boolean {
  return form === 'comment' || form === 'region-comment';
}

/** Its exact lines are hidden from the person. */
export function isRegion({ form }: Mark): boolean {
  return form === 'region' || form === 'region-comment';
}

type Marked = Pick<CoachState, 'highlights' | 'hoverHints' | 'messages' | 'clearings'>;

/** What is shown in a file at a hint level. `dismissed` are the ids of comments that the person has closed. */
export function getMarks(path: string, coach: Marked & { readonly level: HintLevel }, dismissed: ReadonlySet<string>) {
  if (coach.level === 'none' || coach.level === 'file') return [];
  const marks = numbered([...lineMarks(path, coach), ...wordMarks(path, coach), ...commentMarks(path, coach)]);
  return marks.filter(({ id }) => !dismissed.has(id));
}

/** How many marks of the project are not shown because of the hint level. */
export function countHidden({ highlights, fileHints }: Pick<CoachState, 'highlights' | 'fileHints'>, level: HintLevel) {
  const lines = level === 'none' || level === 'file' ? highlights.length : 0;
  return lines + (level === 'none' ? fileHints.length : 0);
}

type Unnumbered = Omit<Mark, 'id'> & { readonly key: string };

/** At the level `region`, neither the line nor the text that explains it is shown. */
function lineMarks(path: string, { highlights, clearings, level }: Marked & { readonly level: HintLevel }) {
  return highlights
    .filter((highlight) => highlight.path === path)
    .map(({ start, end, style, hoverText = '' }): Unnumbered => {
      const key = `lines ${clearings} ${start}-${end} ${style} ${hoverText}`;
      const lines = { key, kind: style, startLine: start, endLine: Math.max(start, end) };
      return level === 'region' ? { ...lines, form: 'region', text: '' } : { ...lines, form: 'lines', text: hoverText };
    });
}

function wordMarks(path: string, { hoverHints, clearings, level }: Marked & { readonly level: HintLevel }) {
  const shown = level === 'line' ? hoverHints.filter((hint) => hint.path === path) : [];
  return shown.map(({ range, hintText }): Unnumbered => {
    const { startLine, endLine, startColumn, endColumn } = range;
    return {
      key: `words ${clearings} ${startLine}:${startColumn}-${endLine}:${endColumn} ${hintText}`,
      form: 'words',
      kind: 'hint',
      startLine,
      endLine: Math.max(startLine, endLine),
      columns: { start: startColumn, end: endColumn },
      text: hintText,
    };
  });
}

function commentMarks(path: string, { messages, level }: Marked & { readonly level: HintLevel }) {
  const form = level === 'region' ? 'region-comment' : 'comment';
  return messages.flatMap(({ anchor, type, message, sentAt }): Unnumbered[] => {
    if (anchor?.path !== path) return [];
    const { startLine, endLine = startLine } = anchor;
    const lines = { startLine, endLine: Math.max(startLine, endLine) };
    return [{ key: `comment ${sentAt} ${message}`, form, kind: type, ...lines, text: message }];
  });
}

/** Two equal marks are two. */
function numbered(marks: readonly Unnumbered[]): Mark[] {
  const counts = new Map<string, number>();
  return marks.map(({ key, ...mark }) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { ...mark, id: `${key} ${count}` };
  });
}

/** What a mark is called. */
export const KIND_NAMES: Readonly<Record<Mark['kind'], string>> = {
  hint: 'Hint',
  focus: 'Look here',
  warning: 'Warning',
  info: 'Note',
  success: 'Well done',
};

/** Shown beside its color, so that nothing depends on seeing the color. */
export const KIND_SYMBOLS: Readonly<Record<Mark['kind'], string>> = {
  hint: '?',
  focus: '▸',
  warning: '!',
  info: 'i',
  success: '✓',
};
