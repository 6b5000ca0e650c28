import type { Token } from 'markdown-it';

/** Words that begin the steps of a plan in prose, in three languages. */
export const ORDER =
  "(?:first|second|third|then|next|after that|finally|lastly|zuerst|dann|danach|schließlich|d'abord|ensuite|puis|enfin)";

/** How a part of a plan begins. */
export interface Title {
  /** Without markup and number. */
  readonly text: string;
  /** As in "Phase 1: …" or "Step 2 - …". */
  readonly isLabeled: boolean;
  /** True if it starts with a bold text that is set apart, which many write instead of a heading. */
  readonly isBold: boolean;
  /** Undefined without a box to check. */
  readonly isDone: boolean | undefined;
}

/** All of a heading is its title. */
export function readHeading(inline: Token | undefined): Title {
  return readTitle(inline, /$/);
}

/** The title of another text is its bold start, or what ends with a colon, a dash or the sentence. */
export function readLead(inline: Token | undefined): Title {
  return readTitle(inline, /:(?=\s|$)|\s[–—-]\s|(?<=[!?])(?=\s+\p{Lu})|\.(?=\s+\p{Lu}|\s*$)|$/u);
}

const MAX_LENGTH = 200;
const BOX = /^\s*\[([ xX])\]\s+/;
/** A word with a number or a letter, in any language, or a word of order, or a number; after signs such as an emoji. */
const PREFIX = new RegExp(
  String.raw`^[\p{Extended_Pictographic}\uFE0F\u200D\s]*(?:(?<label>\p{L}+ (?:\d+|[A-Z])\s*(?:[:.)–—-](?=\s)|\n|$)|${ORDER}\s*[:,])|\d+(?:\.\d+)+(?=\s)|\d+(?:[.):](?=\s)|\uFE0F?\u20E3))?\s*`,
  'iu',
);

function readTitle(inline: Token | undefined, titleEnd: RegExp): Title {
  const parts = inline?.children ?? [];
  const text = parts.map(getContent).join('');
  // A colon or a dot in code ends no title; code may begin a sentence.
  const masked = parts.map((part) =>
    part.type === 'code_inline' ? 'X'.repeat(part.content.length) : getContent(part),
  );
  const box = BOX.exec(text);
  const first = box?.[0].length ?? 0;
  const { 0: prefix = '', groups: { label } = {} } = PREFIX.exec(text.slice(first)) ?? {};
  const start = first + prefix.length;
  const boldEnd = findBoldEnd(parts, first);
  const isBold =
    boldEnd > first && (text[boldEnd - 1] === ':' || /^(?:$|\n|\s*[:–—(]|\s-\s)/.test(text.slice(boldEnd)));
  const isLabeled = label !== undefined;
  // Below "Step 1 - Parse" the text begins in the next line.
  const line = masked
    .join('')
    .slice(start)
    .replace(isLabeled ? /\n.*/s : '', '');
  const end = boldEnd > start ? boldEnd : start + line.search(titleEnd);
  return {
    text: text
      .slice(start, Math.min(end, start + MAX_LENGTH))
      .replace(/\s+/g, ' ')
      .replace(/[\s:.–—-]+$/, ''),
    isLabeled,
    isBold,
    isDone: box === null ? undefined : box[1] !== ' ',
  };
}

function getContent({ type, content }: Token): string {
  return type === 'softbreak' ? '\n' : content;
}

/** Where the bold text ends that begins at `start`; 0 if none does. */
function findBoldEnd(parts: readonly Token[], start: number): number {
  const lengthBefore = (index: number) => parts.slice(0, index).map(getContent).join('').length;
  const open = parts.findIndex(({ type }) => type === 'strong_open');
  const close = parts.findIndex(({ type }) => type === 'strong_close');
  return open !== -1 && close !== -1 && lengthBefore(open) <= start ? lengthBefore(close) : 0;
}
