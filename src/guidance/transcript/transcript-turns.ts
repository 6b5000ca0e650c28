import { isRecord } from '../../kernel/is-record.js';
import { fieldOf, optionalText, textOf } from '../item/fields.js';
import type { Turn } from './turn.js';

/** A prompt with a picture takes some megabytes; a longer line is not a message. */
export const MAX_LINE_LENGTH = 8_000_000;

/**
 * The turns in lines of a transcript. Its format is unofficial: a line that is not understood is skipped. One message
 * in several lines becomes several turns.
 */
export function parseTurns(text: string): Turn[] {
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '' || line.length > MAX_LINE_LENGTH) return [];
    try {
      return toTurns(JSON.parse(line));
    } catch {
      return [];
    }
  });
}

function toTurns(line: unknown): Turn[] {
  const role = textOf(line, 'type');
  if (role !== 'user' && role !== 'assistant') {
    // Some lines carry the message without a type of their own.
    const inner = textOf(fieldOf(line, 'message'), 'role');
    if (role !== '' || (inner !== 'user' && inner !== 'assistant')) return [];
    return toTurns({ ...(line as Record<string, unknown>), type: inner });
  }
  // A copied message may have an id of its own and name the original's.
  const uuid = optionalText(fieldOf(line, 'forkedFrom'), 'messageUuid') ?? optionalText(line, 'uuid');
  const flags = {
    ...(uuid !== undefined && { uuid }),
    isMeta: fieldOf(line, 'isMeta') === true,
    isSidechain: fieldOf(line, 'isSidechain') === true,
    isCompactSummary: fieldOf(line, 'isCompactSummary') === true,
  };
  const content = fieldOf(fieldOf(line, 'message'), 'content');
  if (typeof content === 'string') return [{ role, text: content, ...flags }];
  if (!Array.isArray(content)) return [];
  const blocks = content.filter(isRecord);
  const texts = blocks.filter((block) => textOf(block, 'type') === 'text').map((block) => textOf(block, 'text'));
  const results = blocks.some((block) => textOf(block, 'type') === 'tool_result');
  const text = texts.join('\n');
  return text === '' ? [] : [{ role, text, ...flags, isToolResult: results }];
}
