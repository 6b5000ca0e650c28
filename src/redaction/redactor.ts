import { createPause, type Pause } from '../kernel/create-pause.js';
import { type Finding, hideLines, replaceFindings } from './finding.js';
import { findFormats } from './formats/find-formats.js';
import { findPrivateKeys } from './formats/private-keys.js';
import { loadSecretlintRules, type SecretlintRule } from './formats/secretlint.js';

export interface Redactor {
  /**
   * Removes secrets from a text of any length without blocking the event loop. To be used before a text is cut. Keeps
   * the number of lines.
   */
  redact(text: string): Promise<string>;
  /** The same synchronously and without secretlint, for log lines and other short texts. */
  redactNow(text: string): string;
}

export interface RedactorOptions {
  /** Values that must never be shown, whatever they look like; see `secretValuesOf`. */
  readonly secretValues: readonly string[];
  /** Called once for each part of the search that fails; the rest continues. */
  readonly report?: Report;
  readonly loadRules?: () => Promise<readonly SecretlintRule[]>;
}

export function createRedactor(options: RedactorOptions): Redactor {
  const findExactValues = createExactValues(options.secretValues.flatMap(variantsOf));
  const report = once(options.report ?? (() => undefined));
  const findByRules = createRuleSearch(options.loadRules ?? loadSecretlintRules, report);

  function* findOwn(text: string): Generator<undefined, Finding[]> {
    const findings = findPrivateKeys(text);
    for (let from = 0; from < text.length; from += PART) {
      yield;
      const to = Math.min(text.length, from + PART);
      findings.push(...findExactValues(text, from, to), ...findFormats(text, from, to));
    }
    return findings;
  }

  const hide = (text: string, error: unknown) => {
    report('a text could not be searched for secrets and is not shown', error);
    return hideLines(text, 'secret');
  };

  return {
    redactNow(text) {
      try {
        let redacted = text;
        for (let pass = 0, before = ''; pass < MAX_PASSES && redacted !== before; pass++) {
          before = redacted;
          redacted = replaceFindings(before, withoutPause(findOwn(before)));
        }
        return redacted;
      } catch (error) {
        return hide(text, error);
      }
    },
    async redact(text) {
      try {
        const pause = createPause();
        let redacted = text;
        for (let pass = 0, before = ''; pass < MAX_PASSES && redacted !== before; pass++) {
          before = redacted;
          const own = await withPauses(findOwn(before), pause);
          await pause();
          redacted = replaceFindings(before, own);
          redacted = replaceFindings(redacted, await findByRules(redacted, pause));
        }
        return redacted;
      } catch (error) {
        return hide(text, error);
      }
    },
  };
}

type Report = (problem: string, cause: unknown) => void;

function createRuleSearch(loadRules: () => Promise<readonly SecretlintRule[]>, report: Report) {
  let rules: Promise<readonly SecretlintRule[]> | undefined;

  const load = async () => {
    try {
      return await loadRules();
    } catch (error) {
      report('the secretlint rules cannot be loaded; redaction continues without them', error);
      return [];
    }
  };

  return async (text: string, pause: Pause): Promise<Finding[]> => {
    rules ??= load();
    const findings: Finding[] = [];
    for (const rule of await rules) {
      try {
        for (let from = 0; from < text.length; from += PART) {
          await pause();
          const found = await rule.find(text.slice(from, from + PART + OVERLAP));
          for (const { start, end, kind } of found) {
            if (start >= 0 && start < end) findings.push({ start: from + start, end: from + end, kind });
          }
        }
      } catch (error) {
        report('a secretlint rule failed; redaction continues without it', error);
      }
    }
    return findings;
  };
}

// Removing a secret can expose the one next to it, so the text is searched until nothing is found.
const MAX_PASSES = 5;

// A part takes a few milliseconds. Only private keys are longer than the overlap, and they are searched in the whole text.
const PART = 16_384;
const OVERLAP = 2048;

function withoutPause<Found>(search: Generator<undefined, Found>): Found {
  let step = search.next();
  while (step.done !== true) step = search.next();
  return step.value;
}

async function withPauses<Found>(search: Generator<undefined, Found>, pause: Pause): Promise<Found> {
  let step = search.next();
  while (step.done !== true) {
    await pause();
    step = search.next();
  }
  return step.value;
}

function once(report: Report): Report {
  const reported = new Set<string>();
  return (problem, cause) => {
    if (reported.has(problem)) return;
    reported.add(problem);
    report(problem, cause);
  };
}

/** Finds all occurrences of many strings in one pass over the text. */
function createExactValues(values: readonly string[]): (text: string, from: number, to: number) => Finding[] {
  const byStart = new Map<number, string[]>();
  // Marks the pairs of characters that start a value, so that most positions are ruled out by one lookup.
  const starts = new Uint8Array(1 << 16);
  for (const value of [...new Set(values)]
    .filter(({ length }) => length >= 4)
    .sort((one, other) => other.length - one.length)) {
    const start = pairAt(value, 0);
    starts[start] = 1;
    byStart.set(start, [...(byStart.get(start) ?? []), value]);
  }
  return (text, from, to) => {
    const findings: Finding[] = [];
    if (byStart.size === 0) return findings;
    for (let index = from; index < to; index++) {
      const pair = pairAt(text, index);
      if (starts[pair] === 0) continue;
      const value = byStart.get(pair)?.find((each) => text.startsWith(each, index));
      if (value === undefined) continue;
      findings.push({ start: index, end: index + value.length, kind: 'environment secret' });
      index += value.length - 1;
    }
    return findings;
  };
}

function pairAt(text: string, index: number): number {
  return ((text.charCodeAt(index) << 8) ^ text.charCodeAt(index + 1)) & 0xffff;
}

/** The forms of a value in texts: unchanged, in JSON, in an address, in base64, line by line. */
function variantsOf(value: string): string[] {
  const lines = value.includes('\n') ? value.split(/\r?\n/).filter(({ length }) => length >= MIN_LENGTH) : [];
  const plain = [value, ...lines];
  const forms = plain.flatMap((each) => [
    each,
    jsonOf(each),
    jsonOf(jsonOf(each)),
    urlOf(each),
    formOf(each),
    ...base64Of(each),
  ]);
  return [...new Set(forms)].filter(({ length }) => length >= MIN_LENGTH);
}

// Shorter parts would also match ordinary text.
const MIN_LENGTH = 6;

function jsonOf(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function urlOf(value: string): string {
  // A lone half of a surrogate pair cannot be encoded.
  return encodeURIComponent(Buffer.from(value).toString());
}

function formOf(value: string): string {
  return new URLSearchParams({ v: value }).toString().slice(2);
}

/**
 * If a longer text (`user:password`) was encoded, the value starts at one of three offsets within a group of three
 * bytes. For each offset, the part that does not depend on the text around it is searched.
 */
function base64Of(value: string): string[] {
  const bytes = Buffer.from(value);
  if (bytes.length < MIN_LENGTH) return [];
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    const common = encoded.slice(first, last);
    return common.length < 8
      ? []
      : [common, common.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(common)];
  });
}
