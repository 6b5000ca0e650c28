import MarkdownIt, { type Token } from 'markdown-it';
import { readHeading, readLead, type Title } from './read-title.js';

/** A part of a plan that may become a phase: a heading with all below it, an item of a list, a row of a table, a paragraph. */
export interface Section extends Title {
  readonly kind: 'heading' | 'item' | 'paragraph';
  /** Numbered, or with a box to check. */
  readonly isOrdered: boolean;
  /** The lines of its source, and how many of them are only its title. */
  readonly lines: readonly string[];
  readonly titleLines: number;
  readonly children: readonly Section[];
}

/** The structure of a plan. Lists in code, quotes and other lists are no structure. */
export function outlinePlan(planText: string): Section {
  const lines = planText.split(/\r\n?|\n/);
  const tokens = parser.parse(lines.map(separateMarker).join('\n'), {});
  const root: Draft = { ...readHeading(undefined), ...ROOT, lines, children: [] };
  const open = [root];
  const closeDownTo = (rank: number, end: number) => {
    for (let last = open.at(-1); last !== undefined && last.rank >= rank; last = open.at(-1)) {
      last.lines = lines.slice(last.start, last.end ?? end);
      open.pop();
    }
  };
  for (const mark of tokens.flatMap((token, index) => readMark(token, tokens, index))) {
    closeDownTo(mark.rank, mark.start);
    const section: Draft = { ...mark, lines: [], children: [] };
    open.at(-1)?.children.push(section);
    open.push(section);
  }
  closeDownTo(1, lines.length);
  return root;
}

const parser = new MarkdownIt('default', { html: true, linkify: false, typographer: false, maxNesting: 20 });

/** Many write "1.Step" and "#Title", which Markdown reads as text. */
function separateMarker(line: string): string {
  return line.replace(/^(\s*\d+[.)]|#{1,6})(?=\p{L})/u, '$1 ');
}

/** Where a section begins. Without an end, it ends where the next of its rank or a higher one begins. */
interface Mark extends Omit<Section, 'lines' | 'children'> {
  /** 1 to 6 for headings, as in Markdown. */
  readonly rank: number;
  readonly start: number;
  readonly end: number | undefined;
}

interface Draft extends Mark {
  lines: readonly string[];
  readonly children: Draft[];
}

const ROOT = { kind: 'heading', isOrdered: false, titleLines: 0, rank: 0, start: 0, end: undefined } as const;
const BOLD_RANK = 7;
const INTRO_RANK = 8;
const LEAF_RANK = 9;
const MAX_ROW_TOKENS = 100;

function readMark({ type, level, tag, info, map }: Token, tokens: readonly Token[], index: number): Mark[] {
  const [start, end] = map ?? [0, 0];
  const leaf = { titleLines: 0, rank: LEAF_RANK, start, end };
  if (type === 'heading_open' && level === 0) {
    const title = readHeading(tokens[index + 1]);
    return [{ ...title, ...ROOT, titleLines: end - start, rank: Number(tag.slice(1)), start }];
  }
  if (type === 'paragraph_open' && level === 0) {
    const title = readLead(tokens[index + 1]);
    if (title.isBold || title.isLabeled) return [{ ...title, ...ROOT, rank: BOLD_RANK, start }];
    const isIntro = /:\s*$/.test(tokens[index + 1]?.content ?? '') && tokens[index + 3]?.type.endsWith('_list_open');
    if (isIntro) return [{ ...title, ...ROOT, rank: INTRO_RANK, start }];
    return [{ ...title, ...leaf, kind: 'paragraph', isOrdered: false }];
  }
  if (type === 'list_item_open' && level === 1) {
    const title = readLead(tokens[index + 2]);
    return [{ ...title, ...leaf, kind: 'item', isOrdered: info !== '' || title.isDone !== undefined }];
  }
  if (type === 'tr_open' && level === 2 && tokens[index - 1]?.type !== 'thead_open') {
    const parts = tokens.slice(index, index + MAX_ROW_TOKENS);
    const end = parts.findIndex((part) => part.type === 'tr_close');
    const cells = parts
      .slice(0, end)
      .filter((part) => part.type === 'inline')
      .map(readLead);
    // The others are numbers, sizes and paths.
    const named = cells.find(({ text }) => /\p{L}\s+\S/u.test(text)) ?? cells[0] ?? readLead(undefined);
    return [{ ...named, ...leaf, kind: 'item', isOrdered: false }];
  }
  return [];
}
