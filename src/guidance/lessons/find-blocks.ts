/**
 * The insides of blocks with both their tags, in order. A block in a quoted line is a quotation. A code fence may hold a
 * block that is meant (agents like to wrap what a program will read), but then it holds nothing else and is not
 * announced as an example; any other fence shows how a block looks.
 */
export function findBlocks(text: string): string[] {
  if (!TAG.test(text)) return [];
  return blocksIn(withoutExamples(text.replace(TAGS, (_, slash: string) => `[${slash}PROCESS_KNOWLEDGE]`)));
}

const TAG = /\[process[_ ]knowledge\]/i;
const TAGS = /\[(\/?)process[_ ]knowledge\]/gi;

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
    // An opening tag that is never closed, before one that is: only the inner one counts.
    const inner = text.lastIndexOf(OPEN, end - 1);
    const body = text.slice(inner + OPEN.length, end);
    if (body.includes(':') && body.length <= MAX_BLOCK_LENGTH && text[inner - 1] !== '`') blocks.push(body);
    at = end + CLOSE.length;
  }
  return blocks;
}

/** Without quoted lines, and without fences that only show something. A fence inside a block is part of the block. */
function withoutExamples(text: string): string {
  const kept: string[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    if (fence !== null) {
      const end = fenceEnd(lines, at, fence[1] ?? '');
      const inside = lines.slice(at + 1, end).join('\n');
      if (holdsBlocksOnly(inside) && !isExample(fence[2] ?? '') && !isExample(lineBefore(kept))) kept.push(inside);
      at = end;
    } else if (!/^\s*>/.test(line)) {
      const end = line.trimStart().startsWith(OPEN) ? blockEnd(lines, at) : at;
      kept.push(...lines.slice(at, end + 1));
      at = end;
    }
  }
  return kept.join('\n');
}

/** The line that closes the block which begins here; the line itself if nothing closes it before the next one. */
function blockEnd(lines: readonly string[], start: number): number {
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.includes(CLOSE)) return at;
    if (at > start && line.includes(OPEN)) return start;
  }
  return start;
}

const FENCE = /^\s*(`{3,}|~{3,})(.*)$/;

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
  if (!bare.startsWith(OPEN) || !bare.endsWith(CLOSE)) return false;
  return bare.split(CLOSE).every((part) => part.trim() === '' || part.trim().startsWith(OPEN));
}

function lineBefore(kept: readonly string[]): string {
  return kept.findLast((line) => line.trim() !== '') ?? '';
}

function isExample(words: string): boolean {
  return /\b(?:examples?|e\.g\.|for instance|samples?|templates?|formats?|syntax|illustrat\w+|such as|(?:looks?|like|written|reads?) (?:like )?(?:this|so|as follows)|would (?:look|be|read))(?!\w)/i.test(
    words,
  );
}
