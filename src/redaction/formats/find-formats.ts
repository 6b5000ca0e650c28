import type { FileKind } from '../file-kind.js';
import { createStringSearch } from '../find-strings.js';
import type { Finding, Format } from '../finding.js';
import { FILLED_IN } from '../form.js';
import { createViews, type View } from '../view.js';
import { CREDENTIALS } from './credentials.js';
import { findNamedValues } from './fields.js';
import { findSecretFields } from './secret-fields.js';
import { findPasswords, findTokens } from './tokens.js';

/** A part of a text. The text around it is searched, too, but secrets that start there belong to the parts around. */
export interface TextPart {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly kindAt: (position: number) => FileKind;
}

export function findFormats({ text, from, to, kindAt }: TextPart): Finding[] {
  const start = startOfLine(text, Math.max(0, from - LOOK_BEHIND));
  const end = Math.min(text.length, to + LOOK_AHEAD);
  const views = createViews(text.slice(start, end), (position) => kindAt(start + position));
  return views
    .flatMap((view) => {
      const locate = (position: number) => start + view.locate(position);
      return findInView(view).map((found) => ({ ...found, start: locate(found.start), end: locate(found.end) }));
    })
    .filter((finding) => finding.start >= from && finding.start < to)
    .map((finding) => (finding.end === end ? { ...finding, end: endOfRun(text, end) } : finding));
}

const LOOK_BEHIND = 512;
const LOOK_AHEAD = 4096;

/** A view begins with a whole line, or its prefix would not be one. Very long lines have none. */
function startOfLine(text: string, position: number): number {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  return position - start > LOOK_BEHIND ? position : start;
}

function findInView(view: View): Finding[] {
  const { text } = view;
  const found = new Set(SHORT_HINTS.filter((hint) => text.includes(hint)));
  searchHints(text, [0, text.length], (hint, index) => {
    if (!found.has(hint)) for (const each of HINTS_WITHIN.get(hint) ?? []) found.add(each);
    return index + 1;
  });
  const byFormat = CREDENTIALS.filter(({ hints }) => hints.some((hint) => found.has(hint)));
  const findings = byFormat.flatMap((format) => findAll(format, text));
  return [
    ...findTokens(view),
    ...findPasswords(view),
    ...findings,
    ...findNamedValues(view),
    ...findSecretFields(view),
  ];
}

const HINTS = [...new Set(CREDENTIALS.flatMap(({ hints }) => hints))];
// The search reports the longest of the hints that start at a position.
const HINTS_WITHIN = new Map(HINTS.map((hint) => [hint, HINTS.filter((other) => hint.startsWith(other))]));
const SHORT_HINTS = HINTS.filter(({ length }) => length < 3);
const searchHints = createStringSearch(HINTS.filter(({ length }) => length >= 3));
function findAll({ pattern, kind, isSecret }: Format, text: string): Finding[] {
  const findings: Finding[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const secret = match.groups?.secret ?? match[0];
    // A named secret is at the end of the match, or directly before its last character.
    const start = match.index + match[0].lastIndexOf(secret);
    // The value may contain the name of the next secret, so it is searched again.
    if (start > match.index && /[=:]/.test(secret)) pattern.lastIndex = start;
    if (!FILLED_IN.test(secret) && (isSecret?.(secret, match) ?? true))
      findings.push({ start, end: start + secret.length, kind });
  }
  return findings;
}

const RUN = /[\w+/=.~-]*/y;

/** The end of a secret that continues after the view. */
function endOfRun(text: string, position: number): number {
  RUN.lastIndex = position;
  return position + (RUN.exec(text)?.[0].length ?? 0);
}
