import { findBlocks } from '../blocks/find-blocks.js';
import { OWN_MARK } from '../render/own-text.js';
import type { Turn } from './turn.js';

/** What a speaker said, or undefined if nothing may be learned from the turn. */
export function ownText(turn: Turn): string | undefined {
  if (!isOwn(turn)) return undefined;
  const text = withoutMarkup(turn.text.slice(0, MAX_LENGTH));
  return text.trim() === '' ? undefined : text;
}

/** Whether anything may be learned from the turn. */
export function isOwn(turn: Turn): boolean {
  if (turn.isMeta === true || turn.isSidechain === true || turn.isCompactSummary === true) return false;
  return turn.isToolResult !== true && (!isOurs(turn.text) || isAnswerWithBlock(turn));
}

const MAX_LENGTH = 20_000;

/** An answer may mention our texts and still hold a block of its own. */
function isAnswerWithBlock({ role, text }: Turn): boolean {
  return role === 'assistant' && findBlocks(text).length > 0;
}

/** Texts that hooks of ours, or hooks of others, brought in. Learning them again would only make them louder. */
function isOurs(text: string): boolean {
  if (text.startsWith('This session is being continued from a previous conversation')) return true;
  const lower = text.toLowerCase();
  if (lower.includes(OWN_MARK.toLowerCase())) return true;
  // Before a tool call every expression that has to be compiled counts, and few texts hold what this begins with.
  return lower.includes('hook ') && /\bhook (?:blocked|denied|additional context)/.test(lower);
}

/** Commands, reminders and graph updates are not the speaker's words. */
function withoutMarkup(text: string): string {
  // All markup that is removed here has an end.
  if (!text.includes('</') && !text.includes('[/')) return text;
  return text.replace(GRAPH_UPDATE, ' ').replace(ELEMENT, ' ');
}

const GRAPH_UPDATE = /\[GRAPH_UPDATE\][\s\S]*?\[\/GRAPH_UPDATE\]/g;
const ELEMENT = /<([a-z][a-z-]{1,40})>[\s\S]*?<\/\1>/g;

/** Without blocks, code of several lines and cited lines: what may be split into sentences, in the speaker's words. */
export function proseOf(text: string): string {
  return text
    .replace(/\[PROCESS_KNOWLEDGE\][\s\S]*?(?:\[\/PROCESS_KNOWLEDGE\]|$)/g, ' ')
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/^\s*>.*$/gm, ' ');
}

/** Also without what the speaker only quotes: code, cited lines, texts in quotation marks. For reading sentences. */
export function spokenText(text: string): string {
  return (
    proseOf(text)
      .replace(/`[^`\n]{1,200}`/g, ' CODE ')
      .replace(/"[^"\n]{1,300}"|“[^”\n]{1,300}”/g, ' QUOTE ')
      .replace(/[’]/g, "'")
      // Long runs of blanks and list marks say nothing, and make patterns that begin with them slow.
      .replace(/\n[\s#*_-]{8,}/g, '\n')
      .replace(/[ \t]{3,}/g, ' ')
  );
}
