import { plainLine } from '../../kernel/plain-text.js';
import type { ItemContent, KnowledgeItem } from '../item/item.js';

/** An item as it is shown before an act: a frame by priority, a body by type. */
export function renderItem(item: KnowledgeItem): string {
  const border = BORDERS[item.priority];
  const head = `${headerOf(item)}${item.status === 'draft' ? ' (draft, not reviewed yet)' : ''}`;
  const body = [plainLine(item.label), '', ...bodyLines(item.content), ...notes(item)].join('\n');
  return border === '' ? `${head}\n${body}` : `${border}\n${head}\n${border}\n\n${body}`;
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

/** The content alone, a line per fact. */
export function bodyLines(content: ItemContent): string[] {
  switch (content.type) {
    case 'checklist':
      return [
        `${plainLine(content.title)}: what this project verifies before such a change`,
        ...content.items.map((entry, place) => `${bullet(content.format, place)} ${plainLine(entry)}`),
      ];
    case 'pattern':
      return facts([
        ['When', content.situation.replace(/^when\s+/i, '')],
        ['Do', content.action],
        ['Why', content.rationale],
        ['Example', content.example],
      ]);
    case 'warning':
      return facts([
        ['Risk', content.risk],
        ['Severity', content.severity.toUpperCase()],
        ['How to detect', content.detection],
        ['Mitigation', content.mitigation],
      ]);
    case 'requirement':
      return facts([
        ['Constraint', content.constraint],
        ['Why', content.rationale],
        ['Verify with', content.validation],
      ]);
  }
}

function facts(rows: readonly (readonly [string, string])[]): string[] {
  return rows.flatMap(([name, text]) => {
    const line = plainLine(text);
    return line === '' ? [] : [`${name}: ${name === 'When' ? capitalised(line) : line}`];
  });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function bullet(format: string, place: number): string {
  if (format === 'numbered') return `${place + 1}.`;
  return format === 'bulleted' ? '-' : '- [ ]';
}

function notes({ deprecated, evidence, id }: KnowledgeItem): string[] {
  const source = plainLine(evidence).slice(0, 160);
  return [
    ...(deprecated === undefined ? [] : [`Deprecated: ${plainLine(deprecated)}`]),
    ...(source === '' ? [] : [`Known from: ${source}`]),
    `Id: ${plainLine(id)}`,
  ];
}
