import { plainField, quoteLines } from '../../kernel/quote.js';
import type { ItemContent, KnowledgeItem } from '../item/item.js';
import { quoteTitle } from './render-untrusted.js';

/** An item as it is shown: a frame by priority, and its own texts as a quotation. */
export function renderItem(item: KnowledgeItem): string {
  const border = BORDERS[item.priority];
  const isDraft = item.status === 'draft';
  const head = `${headerOf(item)}${isDraft ? ' (draft, not reviewed yet)' : ''}`;
  const title = isDraft ? quoteTitle(item.label) : plainField(item.label);
  const quotation = quoteLines([title, '', ...bodyLines(item.content), ...notes(item)]);
  return border === '' ? `${head}\n${quotation}` : `${border}\n${head}\n${border}\n\n${quotation}`;
}

const BORDERS = { CRITICAL: '='.repeat(80), HIGH: '-'.repeat(80), MEDIUM: '-'.repeat(80), LOW: '' } as const;

function headerOf({ priority, content }: KnowledgeItem): string {
  const title = content.type.charAt(0).toUpperCase() + content.type.slice(1);
  switch (priority) {
    case 'CRITICAL':
      return `⚠️ CRITICAL ${content.type.toUpperCase()}`;
    case 'HIGH':
      return `⚠️ HIGH PRIORITY ${content.type.toUpperCase()}`;
    case 'MEDIUM':
      return `ℹ️ ${title}`;
    case 'LOW':
      return `ℹ️ Note: ${title}`;
  }
}

/** The content alone, one fact per line. */
export function bodyLines(content: ItemContent): string[] {
  switch (content.type) {
    case 'checklist':
      return [
        `${plainField(content.title)}: what this project verifies before such a change`,
        ...content.items.map((entry, index) => `${bullet(content.format, index)} ${plainField(entry)}`),
      ];
    case 'pattern':
      return namedLines([
        ['When', content.situation.replace(/^when\s+/i, '')],
        ['Do', content.action],
        ['Why', content.rationale],
        ['Example', content.example],
      ]);
    case 'warning':
      return namedLines([
        ['Risk', content.risk],
        ['Severity', content.severity.toUpperCase()],
        ['How to detect', content.detection],
        ['Mitigation', content.mitigation],
      ]);
    case 'requirement':
      return namedLines([
        ['Constraint', content.constraint],
        ['Why', content.rationale],
        ['Verify with', content.validation],
      ]);
  }
}

function namedLines(rows: readonly (readonly [string, string])[]): string[] {
  return rows.flatMap(([name, text]) => {
    const line = plainField(text);
    return line === '' ? [] : [`${name}: ${name === 'When' ? capitalized(line) : line}`];
  });
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function bullet(format: string, index: number): string {
  if (format === 'numbered') return `${index + 1}.`;
  return format === 'bulleted' ? '-' : '- [ ]';
}

function notes({ deprecated, evidence, id }: KnowledgeItem): string[] {
  const source = plainField(evidence).slice(0, 160);
  return [
    ...(deprecated === undefined ? [] : [`Deprecated: ${plainField(deprecated)}`]),
    ...(source === '' ? [] : [`Known from: ${source}`]),
    `Id: ${plainField(id)}`,
  ];
}
