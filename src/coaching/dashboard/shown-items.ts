import { cutText } from '../../kernel/cut-text.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { Gap } from '../store/gaps.js';
import type { GapSeverity } from '../vocabulary.js';

/** Open gaps first, then by severity, then by how often they were met. */
export function byUrgency(a: Gap, b: Gap): number {
  return (
    Number(a.addressed) - Number(b.addressed) ||
    SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
    b.frequency - a.frequency
  );
}

const SEVERITIES: readonly GapSeverity[] = ['low', 'medium', 'high'];

/** Cleans the text of a model that read public issues and pages of the web, which may be hostile. */
export function shownText(text: string, maxLength = MAX_TEXT_LENGTH): string {
  return cutText(plainLine(text), maxLength);
}

/** Names and short phrases. */
export function shownNames(names: readonly string[]): string[] {
  const shown = names.slice(0, MAX_NAMES).map((name) => shownText(name, MAX_NAME_LENGTH));
  return shown.filter((name) => name !== '');
}

const MAX_TEXT_LENGTH = 2_000;
export const MAX_NAME_LENGTH = 200;
const MAX_NAMES = 20;
