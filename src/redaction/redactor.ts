import { createPause, type Pause } from '../kernel/create-pause.js';
import { createStringSearch } from './find-strings.js';
import { type Finding, hideLines, replaceFindings } from './finding.js';
import { findFormats } from './formats/find-formats.js';
import { findPrivateKeys } from './private-keys.js';
import { type FindByRule, SECRETLINT_RULES } from './secretlint.js';
import { findKinds } from './view.js';

export interface Redactor {
  /**
   * Removes secrets from a text of any length without blocking the event loop. To be used before a text is cut. Keeps
   * the number of lines. The path of a file says what its names and values mean; it need not exist.
   */
  redact(text: string, path?: string): Promise<string>;
  /** The same synchronously, for log lines and other short texts. */
  redactNow(text: string, path?: string): string;
}

export interface RedactorOptions {
  /** Values that must never be shown, whatever they look like; see `secretValuesOf`. */
  readonly secretValues: readonly string[];
  /** Called once for each part of the search that fails; the rest continues. */
  readonly report?: Report;
  readonly rules?: readonly FindByRule[];
}

export function createRedactor({ secretValues, report: tell, rules = SECRETLINT_RULES }: RedactorOptions): Redactor {
  const findExactValues = createExactValues(secretValues.flatMap(variantsOf));
  const report = once(tell ?? (() => undefined));

  const findByRules = (text: string, from: number): Finding[] =>
    rules.flatMap((find) => {
      try {
        const found = find(text.slice(from, from + PART + OVERLAP)).filter(
          ({ start, end }) => start >= 0 && start < end,
        );
        return found.map(({ start, end, kind }) => ({ start: from + start, end: from + end, kind }));
      } catch (error) {
        report('a secretlint rule failed; redaction continues without it', error);
        return [];
      }
    });

  /** Removing a secret can expose the one next to it, so the text is searched until nothing is found. */
  function* search(text: string, path: string | undefined): Generator<undefined, string> {
    let redacted = text;
    for (let pass = 0, before = ''; pass < MAX_PASSES && redacted !== before; pass++) {
      before = redacted;
      const kindAt = findKinds(before, path);
      const findings = findPrivateKeys(before);
      for (let from = 0; from < before.length; from += PART) {
        yield;
        const to = Math.min(before.length, from + PART);
        findings.push(...findExactValues(before, from, to), ...findByRules(before, from));
        findings.push(...findFormats({ text: before, from, to, kindAt }));
      }
      redacted = replaceFindings(before, findings);
    }
    return redacted;
  }

  const hide = (text: string, error: unknown) => {
    report('a text could not be searched for secrets and is not shown', error);
    return hideLines(text, 'secret');
  };

  return {
    redactNow(text, path) {
      try {
        const steps = search(text, path);
        let step = steps.next();
        while (step.done !== true) step = steps.next();
        return step.value;
      } catch (error) {
        return hide(text, error);
      }
    },
    async redact(text, path) {
      try {
        return await withPauses(search(text, path), createPause());
      } catch (error) {
        return hide(text, error);
      }
    },
  };
}

type Report = (problem: string, cause: unknown) => void;

const MAX_PASSES = 5;

// A part takes a few milliseconds. Only private keys are longer than the overlap, and they are searched in the whole text.
const PART = 16_384;
const OVERLAP = 2048;

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

function createExactValues(values: readonly string[]): (text: string, from: number, to: number) => Finding[] {
  const search = createStringSearch(values.filter(({ length }) => length >= 4));
  return (text, from, to) => {
    const findings: Finding[] = [];
    search(text, [from, to], ({ length }, start) => {
      findings.push({ start, end: start + length, kind: 'environment secret' });
      return start + length;
    });
    return findings;
  };
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
