import { EditorState, type Transaction } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { findTreeHints } from '../../../../src/web/coach/marks/find-tree-hints.js';
import { countHidden, getMarks, type Mark } from '../../../../src/web/coach/marks/mark.js';
import { marksField, regionAround, showMarks, shownLines } from '../../../../src/web/coach/marks/marks-field.js';
import { NO_COACH } from '../../../../src/web/coach/model/coach-state.js';

const TEXT = ['one', 'two', '', 'four', 'five', 'six'].join('\n');

const mark = (startLine: number, endLine = startLine): Mark => ({
  id: `${startLine}-${endLine}`,
  form: 'lines',
  kind: 'hint',
  startLine,
  endLine,
  text: '',
});

function fileWith(marks: readonly Mark[]): EditorState {
  return EditorState.create({ doc: TEXT, extensions: marksField }).update({ effects: showMarks.of(marks) }).state;
}

const lines = (state: EditorState) =>
  state.field(marksField).map((placed) => {
    const { first, last } = shownLines(state.doc, placed);
    return `${first}-${last}`;
  });

const insert = (state: EditorState, at: number, text: string): Transaction =>
  state.update({ changes: { from: at, insert: text } });

describe('a mark in a file', () => {
  it('moves with its text', () => {
    const state = fileWith([mark(2), mark(4, 5)]);
    expect(lines(insert(state, 0, 'zero\n').state)).toEqual(['3-3', '5-6']);
    expect(lines(state.update({ changes: { from: 0, to: 4 } }).state)).toEqual(['1-1', '3-4']);
  });

  it('moves down when a line is inserted right before it, and stays when one is inserted behind it', () => {
    const state = fileWith([mark(2)]);
    expect(lines(insert(state, 4, '\n').state)).toEqual(['3-3']);
    expect(lines(insert(state, 7, '\nmore').state)).toEqual(['2-2']);
  });

  it('stays on an empty line that is typed into', () => {
    expect(lines(insert(fileWith([mark(3)]), 8, 'three').state)).toEqual(['3-3']);
  });

  it('stays where its lines were deleted', () => {
    expect(lines(fileWith([mark(4, 5)]).update({ changes: { from: 9, to: 19 } }).state)).toEqual(['4-4']);
  });

  it('keeps its lines when the whole text is replaced', () => {
    const replaced = fileWith([mark(2), mark(6)]).update({ changes: { from: 0, to: TEXT.length, insert: 'a\nb\nc' } });
    expect(lines(replaced.state)).toEqual(['2-2', '3-3']);
  });

  it('is not put back to its first line when the same marks are shown again', () => {
    const moved = insert(fileWith([mark(2)]), 0, '\n\n').state;
    expect(lines(moved.update({ effects: showMarks.of([mark(2), mark(6)]) }).state)).toEqual(['4-4', '6-6']);
  });

  it('is on the last line if the file has no such line', () => {
    expect(lines(fileWith([mark(40, 50)]))).toEqual(['6-6']);
  });

  it('is gone when it is no longer among those that are shown', () => {
    expect(lines(fileWith([mark(2)]).update({ effects: showMarks.of([]) }).state)).toEqual([]);
  });
});

describe('the marks of a file', () => {
  const highlight = { path: 'a.ts', start: 3, end: 4, style: 'focus' as const, hoverText: 'Look at the index.' };
  const message = { message: 'Why two?', type: 'hint' as const, sentAt: '2026-01-01T00:00:00.000Z' };
  const coach = {
    ...NO_COACH,
    highlights: [highlight, highlight, { ...highlight, path: 'b.ts' }],
    messages: [{ ...message, anchor: { path: 'a.ts', startLine: 2 } }, message],
  };
  const shown = (level: 'none' | 'file' | 'region' | 'line') => getMarks('a.ts', { ...coach, level }, new Set());

  it('are the highlights and anchored messages of that file, each with its own id', () => {
    expect(shown('line').map(({ form, startLine, text }) => [form, startLine, text])).toEqual([
      ['lines', 3, 'Look at the index.'],
      ['lines', 3, 'Look at the index.'],
      ['comment', 2, 'Why two?'],
    ]);
    expect(new Set(shown('line').map(({ id }) => id)).size).toBe(3);
  });

  it('have neither lines nor texts at the level region, and are not shown below it', () => {
    expect(shown('region').map(({ form, text }) => [form, text])).toEqual([
      ['region', ''],
      ['region', ''],
      ['region-comment', 'Why two?'],
    ]);
    expect(shown('file')).toEqual([]);
    expect(shown('none')).toEqual([]);
  });

  it('have the same comments at the levels region and line, so that a closed one stays closed and none moves', () => {
    const commentAt = (level: 'region' | 'line') => shown(level).at(-1) as Mark;
    expect(commentAt('region').id).toBe(commentAt('line').id);
    const exact = fileWith([commentAt('line')]);
    expect(lines(exact)).toEqual(['2-2']);
    const rough = insert(exact, 0, 'zero\n').state.update({ effects: showMarks.of([commentAt('region')]) }).state;
    expect(lines(rough)).toEqual(['1-7']);
    expect(lines(rough.update({ effects: showMarks.of([commentAt('line')]) }).state)).toEqual(['3-3']);
  });

  it('keep their ids over a new connection, and get others after they were cleared', () => {
    expect(shown('line')).toEqual(shown('line'));
    const [again] = getMarks('a.ts', { ...coach, clearings: 1, level: 'line' }, new Set());
    expect(again?.id).not.toBe(shown('line')[0]?.id);
  });

  it('leave out comments that were closed', () => {
    const ids = new Set(shown('line').map(({ id }) => id));
    expect(getMarks('a.ts', { ...coach, level: 'line' }, ids)).toEqual([]);
  });

  it('are counted where the hint level hides them', () => {
    const hinted = { ...coach, fileHints: [{ path: 'a.ts', style: 'important' as const }] };
    expect(['none', 'file', 'region', 'line'].map((level) => countHidden(hinted, level as 'none'))).toEqual([
      4, 3, 0, 0,
    ]);
  });
});

it('shows a region of at least three more lines on both sides, up to the next blank ones', () => {
  const doc = EditorState.create({ doc: `${'x\n'.repeat(9)}\n${'y\n'.repeat(40)}` }).doc;
  expect(regionAround(doc, { first: 5, last: 5 })).toEqual({ first: 1, last: 9 });
  expect(regionAround(doc, { first: 11, last: 11 })).toEqual({ first: 1, last: 26 });
});

describe('hints in the tree', () => {
  const hints = [
    { path: 'src/a/b.ts', style: 'suggested' as const },
    { path: 'src/c.ts', style: 'critical' as const },
    { path: 'docs/d.md', style: 'important' as const, directories: ['docs', 'src/a'] },
  ];

  it('mark the files, and the folders on the way to them with the strongest of their hints', () => {
    const find = findTreeHints({ fileHints: hints, highlights: [] }, 'line');
    expect(find('src/a/b.ts')).toEqual({ style: 'suggested', isInside: false });
    expect(find('src')).toEqual({ style: 'critical', isInside: true });
    expect(find('src/a')).toEqual({ style: 'important', isInside: true });
    expect(find('src/e.ts')).toBeUndefined();
  });

  it('show where lines are marked at the level file, which hides the lines', () => {
    const highlights = [{ path: 'src/e.ts', start: 1, end: 1, style: 'focus' as const }];
    const find = (level: 'file' | 'line') => findTreeHints({ fileHints: hints, highlights }, level);
    expect(find('file')('src/e.ts')).toEqual({ style: 'suggested', isInside: false });
    expect(find('line')('src/e.ts')).toBeUndefined();
  });

  it('are not shown at the level none', () => {
    expect(findTreeHints({ fileHints: hints, highlights: [] }, 'none')('src/c.ts')).toBeUndefined();
  });
});
