/**
 * The insides of blocks, in order. A block in a quoted line is a quotation. A code fence may hold a block that is meant
 * (agents like to wrap what a program will read), but then it holds nothing else, is not announced as an example and is no
 * template with values to be filled in. Any other fence shows how a block looks. The closing tag may be missing. Hooks
 * pass whole answers, so the work grows with the length of the text and not faster.
 */
export function findBlocks(text: string): string[] {
  if (!TAG.test(text)) return [];
  const plain = text.replaceAll('\r\n', '\n').replace(TAGS, (_, end?: string) => (end ? CLOSE : OPEN));
  return blocksIn(withoutExamples(plain));
}

const TAG = /[[<]process[-_ ]?knowledge[\]>]/i;
const TAGS = /[*_]{0,3}[[<](\/|end[-_ ])?process[-_ ]?knowledge[\]>][*_]{0,3}/gi;

const OPEN = '[PROCESS_KNOWLEDGE]';
const CLOSE = '[/PROCESS_KNOWLEDGE]';
const MAX_BLOCKS = 20;
const MAX_BLOCK_LENGTH = 20_000;

function blocksIn(text: string): string[] {
  const blocks: string[] = [];
  let at = 0;
  while (blocks.length < MAX_BLOCKS) {
    const start = text.indexOf(OPEN, at);
    const end = start === -1 ? -1 : text.indexOf(CLOSE, start);
    if (end === -1) return blocks;
    // A sentence may name the tag before the block.
    const inner = text.lastIndexOf(OPEN, end - 1);
    const body = text.slice(inner + OPEN.length, end);
    if (/[:\n]/.test(body.trim()) && body.length <= MAX_BLOCK_LENGTH && text[inner - 1] !== '`') blocks.push(body);
    at = end + CLOSE.length;
  }
  return blocks;
}

/** Without quoted lines, and without fences that only show something. A fence inside a block is part of the block. */
function withoutExamples(text: string): string {
  const kept: string[] = [];
  const lines = text.split('\n');
  let lineBefore = '';
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) {
      const end = fenceEnd(lines, at, mark);
      const inside = lines.slice(at + 1, end).join('\n');
      const info = line.trim().slice(mark.length);
      if (holdsBlocksOnly(inside) && !isAnnounced(info, lineBefore) && !hasPlaceholders(inside)) {
        kept.push(closed(inside));
        lineBefore = '';
      }
      at = end;
    } else if (line.trimStart().startsWith(OPEN)) {
      const end = blockEnd(lines, at);
      const block = lines.slice(at, end);
      kept.push(closed(block.join('\n')));
      lineBefore = block.findLast((each) => each.trim() !== '') ?? '';
      at = end - 1;
    } else if (!/^\s*>/.test(line)) {
      kept.push(line);
      if (line.trim() !== '') lineBefore = line;
    }
  }
  return kept.join('\n');
}

/**
 * The line behind a block: behind its closing tag. Without that the next tag is behind it, or the first line after an empty
 * one that is neither indented, an entry of a list nor a field. A sentence that begins with the tag only mentions it.
 */
function blockEnd(lines: readonly string[], start: number): number {
  let prose: number | undefined;
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (at > start && line.includes(OPEN)) return prose ?? (FENCE.test(lines[at - 1] ?? '') ? at - 1 : at);
    if (line.includes(CLOSE)) return at + 1;
    if (at === start && isProse(line.trim().slice(OPEN.length).trim())) prose = at + 1;
    else if (at > start + 1 && lines[at - 1]?.trim() === '' && isProse(line)) prose ??= at;
  }
  return prose ?? lines.length;
}

function isProse(line: string): boolean {
  return /^\p{L}/u.test(line) && !/^\p{L}[\p{L}\p{N}_ -]{0,40}(?:\([^)]*\))?[*_`"']{0,3} ?[:：=|→-]/u.test(line);
}

function closed(block: string): string {
  return block.includes(CLOSE, block.lastIndexOf('\n') + 1) ? block : `${block}\n${CLOSE}`;
}

const FENCE = /^\s*(`{3,}|~{3,})/;

/** The line that closes a fence: its own marks, as many or more. One that is never closed ends with the text. */
function fenceEnd(lines: readonly string[], start: number, mark: string): number {
  for (let at = start + 1; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim();
    if (line.startsWith(mark) && line === (mark[0] ?? '').repeat(line.length)) return at;
  }
  return lines.length;
}

function holdsBlocksOnly(inside: string): boolean {
  const bare = inside.trim();
  if (!bare.startsWith(OPEN)) return false;
  if (!bare.includes(CLOSE)) return true;
  return bare.endsWith(CLOSE) && bare.split(CLOSE).every((part) => part.trim() === '' || part.trim().startsWith(OPEN));
}

/** By the line before, or by more than the name of a language. A colon alone also announces a block that is meant. */
function isAnnounced(info: string, lineBefore: string): boolean {
  // Many fences may follow one line, so only its end is read.
  return /\S\s+\S/.test(info) || EXAMPLE.test(lineBefore.slice(-1000));
}

const EXAMPLE =
  /\b(?:examples?|e\.g\.|for instance|samples?|templates?|formats?|syntax|illustrat\w+|such as|(?:looks?|like|written|reads?) (?:like )?(?:this|so|as follows)|would (?:look|be|read))(?!\w)/i;

/** One value like `<T>` may be meant; a template has more. */
function hasPlaceholders(inside: string): boolean {
  return (inside.match(PLACEHOLDER)?.length ?? 0) > 1;
}

const PLACEHOLDER = /[:：][ \t]*["'[]*(?:<[^<>\n]+>|\.{3}|…)["'\]]*,?[ \t]*$/gm;
