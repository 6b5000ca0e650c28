import { createHash } from 'node:crypto';
import type { Turn } from './turn.js';

/**
 * By this a lesson is known again when its turn is read once more: by a second process at the same moment, or in a
 * session that was forked off and has the turn in a transcript of its own.
 */
export function lessonKey({ role, text, uuid }: Turn, sessionId: string, place: number): string {
  // An agent's last message comes without a name at first, and with one later: its words are its name.
  const turn = role === 'assistant' ? digest(text) : (uuid ?? `${sessionId}:${digest(text)}`);
  return `${turn}/${place}`;
}

/** Blanks around it do not count: the hook and the transcript differ in them. */
export function digest(text: string): string {
  return createHash('sha256').update(text.trim()).digest('hex').slice(0, 16);
}
