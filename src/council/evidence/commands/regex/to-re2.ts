import type { CharacterSet, Pattern } from './pattern.js';
import { countText } from './to-extended.js';

/**
 * The spelling for re2js over text in which every character stands for one byte of the file. Everything is written as
 * codes, so nothing of what a participant wrote can become syntax.
 */
export function toRe2(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'literal':
      return [...Buffer.from(pattern.character, 'utf8')].map(codeText).join('');
    case 'any':
      return '[\\x{0}-\\x{9}\\x{b}-\\x{ff}]';
    case 'set':
      return setText(pattern.set);
    case 'line-start':
      return '^';
    case 'line-end':
      return '$';
    case 'word-edge':
      return '\\b';
    case 'no-word-edge':
      return '\\B';
    case 'sequence':
      return `(?:${pattern.parts.map(toRe2).join('')})`;
    case 'choice':
      return `(?:${pattern.options.map(toRe2).join('|')})`;
    case 'repeat':
      return `(?:${toRe2(pattern.of)})${countText(pattern.least, pattern.most)}`;
  }
}

function codeText(code: number): string {
  return `\\x{${code.toString(16)}}`;
}

function setText({ ascii, hasAllBeyond }: CharacterSet): string {
  const members = [...ascii].map(codeText).join('') + (hasAllBeyond ? '\\x{80}-\\x{ff}' : '');
  // A set that nothing belongs to matches nothing.
  return members === '' ? '[^\\x{0}-\\x{10ffff}]' : `[${members}]`;
}
