import { fieldOf, isRecord, optionalText, textOf } from '../item/fields.js';
import type { ToolUse, Turn } from './turn.js';

/** A prompt with a picture in it takes some megabytes; whatever is longer was said by nobody. */
export const LONGEST_LINE = 8_000_000;

/**
 * The turns in lines of a transcript. Its format is nobody's promise: a line that is not understood is passed over.
 * What one message says in several lines becomes several turns.
 */
export function parseTurns(text: string): Turn[] {
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '' || line.length > LONGEST_LINE) return [];
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
  // A copy may have a name of its own and tell the one that it was copied from.
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
  const toolUses = blocks.flatMap(toToolUse);
  const text = texts.join('\n');
  if (text === '' && toolUses.length === 0) return [];
  return [{ role, text, ...flags, isToolResult: results, ...(toolUses.length > 0 && { toolUses }) }];
}

function toToolUse(block: Record<string, unknown>): ToolUse[] {
  const name = optionalText(block, 'name');
  if (textOf(block, 'type') !== 'tool_use' || name === undefined) return [];
  const input = fieldOf(block, 'input');
  const file = optionalText(input, 'file_path') ?? optionalText(input, 'notebook_path');
  return [{ name, ...(file !== undefined && { file }) }];
}
