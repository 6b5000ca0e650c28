import { stripVTControlCharacters } from 'node:util';
import { cutText } from '../../../src/kernel/cut-text.js';

const MAX_LENGTH = 300;

/** A tool's message as one short line for a transcript: no colors, no stack, no control characters. */
export function toDetail(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trim())
    .filter((line) => line !== '' && !/^at /.test(line));
  // Tools print the error after their warnings.
  const line =
    lines.findLast((candidate) => /error|fail|denied|invalid|unable|cannot/i.test(candidate)) ?? lines.at(-1);
  if (line === undefined) return '';
  return cutText(line, MAX_LENGTH);
}
