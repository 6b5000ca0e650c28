import { createHash } from 'node:crypto';
import { plainLine } from '../../kernel/plain-text.js';

/** The same for questions that differ in nothing but case, spaces and the marks at their end. */
export function questionHash(question: string): string {
  return createHash('sha256').update(normalized(question)).digest('base64url').slice(0, HASH_LENGTH);
}

// 132 bits: enough that two questions never meet, short enough for an index of ten thousand.
const HASH_LENGTH = 22;

function normalized(question: string): string {
  return plainLine(question.normalize('NFKC'))
    .toLowerCase()
    .replace(/[\s?!.…]+$/u, '');
}
