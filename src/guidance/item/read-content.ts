import { cutText } from '../../kernel/cut-text.js';
import { fieldOf, textOf, textsOf } from './fields.js';
import type { ItemContent, ProcessType } from './item.js';

/** The part of a node that its type names. What is missing stays empty. */
export function readContent(node: unknown, type: ProcessType): ItemContent {
  const part = fieldOf(node, type);
  const text = (name: string) => cut(textOf(part, name));
  switch (type) {
    case 'checklist':
      return {
        type,
        title: text('title') || cut(textOf(node, 'label')),
        items: textsOf(part, 'items').slice(0, MAX_ENTRIES).map(cut),
        format: text('format') || 'checkbox',
      };
    case 'pattern':
      return {
        type,
        situation: text('situation'),
        action: text('action'),
        rationale: text('rationale'),
        example: text('example'),
      };
    case 'warning':
      return {
        type,
        risk: text('risk'),
        severity: text('severity'),
        detection: text('detection'),
        mitigation: text('mitigation'),
      };
    case 'requirement':
      return { type, constraint: text('constraint'), rationale: text('rationale'), validation: text('validation') };
  }
}

/** What the type cannot do without. */
export function contentFault(content: ItemContent): string | undefined {
  switch (content.type) {
    case 'checklist':
      return content.items.length > 0 ? undefined : 'checklist.items must be a list with at least one text';
    case 'pattern':
      return content.action !== '' ? undefined : 'pattern.action must be a text';
    case 'warning':
      return content.risk !== '' ? undefined : 'warning.risk must be a text';
    case 'requirement':
      return content.constraint !== '' ? undefined : 'requirement.constraint must be a text';
  }
}

// The index is read before every tool call: a long text must not make that slow.
const MAX_ENTRIES = 40;
const MAX_TEXT_LENGTH = 1000;

function cut(text: string): string {
  return cutText(text, MAX_TEXT_LENGTH);
}
