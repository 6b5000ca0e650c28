import type { ModelBriefing } from '../../src/models/index.js';
import type { Subject } from './voices.js';

/** A sentence of the project's documents for or against one option. */
export interface Fact {
  /** The id of the option that it names. */
  readonly option: string;
  readonly subject: Subject;
  readonly isFor: boolean;
  readonly quote: string;
  /** `path:line` */
  readonly source: string;
}

type Options = ModelBriefing['options'];

/** One search of the project's documents for the words in which the options differ; undefined without such words. */
export function searchRequest(options: Options): string | undefined {
  const named = options.map((option) => distinctWords(option.text, options));
  if (named.filter((words) => words.length > 0).length < 2) return undefined;
  const pattern = named.flat().map(toPattern).join('|');
  const given = { pattern, glob: '*.{md,txt,rst,adoc}', ignore_case: true, max_results: 60 };
  return `TOOL_REQUEST: ${JSON.stringify({ name: 'search_code', arguments: given })}`;
}

/** The lines among the findings that name exactly one option and say something on a subject. */
export function findFacts({ options, findings }: Pick<ModelBriefing, 'options' | 'findings'>): Fact[] {
  const patterns = options.map((option) => ({
    id: option.id,
    patterns: distinctWords(option.text, options).map((word) => new RegExp(toPattern(word), 'i')),
  }));
  const facts = new Map<string, Fact>();
  for (const line of findings.flatMap((text) => text.split('\n'))) {
    const [, source, text = ''] = /^(\S+:\d+): (.+)$/.exec(line) ?? [];
    const named = patterns.filter((option) => option.patterns.some((pattern) => pattern.test(text)));
    const [only] = named;
    const found = SUBJECTS.find(({ words }) => words.test(text));
    if (source === undefined || only === undefined || named.length > 1 || found === undefined) continue;
    const quote = text
      .replace(/^[\s>*#\d.-]+/, '')
      .replaceAll('"', "'")
      .trim();
    facts.set(source, { option: only.id, subject: found.subject, isFor: found.isFor, quote, source });
  }
  return [...facts.values()];
}

/** The first match is used: "no extra service" must not match "extra". */
const SUBJECTS: readonly { readonly subject: Subject; readonly isFor: boolean; readonly words: RegExp }[] = [
  {
    subject: 'trouble',
    isFor: false,
    words:
      /(?<!\b(?:no|not|never|without)\s(?:\S+\s){0,3})\b(?:fail|stall|lost|lose|corrupt|outage|incident|slow|time[ds]? out|timeout|lock|crash|broke|unsafe|risk|error|cannot)/i,
  },
  {
    subject: 'little work',
    isFor: true,
    words:
      /\b(?:simpl|single file|single binary|no (?:extra|further|new|separate)|nothing (?:to|else)|built[- ]in|easy|easier|cheap)/i,
  },
  {
    subject: 'more work',
    isFor: false,
    words: /\b(?:another|extra|additional|separate|migrat|rewrit|on[- ]call|expensive|weeks|months)\b/i,
  },
  {
    subject: 'in use',
    isFor: true,
    words: /\b(?:already|today|currently|existing|in production|we (?:run|use|know))\b/i,
  },
];

/** The words of an option that no other option has, without filler words. */
function distinctWords(text: string, options: Options): string[] {
  const others = options.filter((other) => other.text !== text).flatMap((other) => getWords(other.text));
  return getWords(text).filter((word) => !others.includes(word) && !FILLER_WORDS.has(word));
}

function getWords(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}+#.-]*[\p{L}\p{N}+#]/gu) ?? [])];
}

const FILLER_WORDS = new Set(
  'yes no ja nein oui non sí はい いいえ not do an the our to in on of it and or as at by for with use using keep stay add all new own'.split(
    ' ',
  ),
);

function toPattern(word: string): string {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return /^[a-z0-9]/.test(word) ? `\\b${escaped}` : escaped;
}
