import { createPause, type Pause } from '../kernel/create-pause.js';
import { createExactValues } from './exact-values.js';
import { type Finding, hideLines, replaceFindings } from './finding.js';
import { findFormats } from './formats/find-formats.js';
import { findPrivateKeys } from './formats/private-keys.js';
import { loadSecretlintRules, type SecretlintRule } from './formats/secretlint.js';
import { variantsOf } from './variants.js';

export interface Redactor {
  /**
   * Takes secrets out of a text of any length; other work goes on meanwhile. Before it is cut, never after. The text
   * keeps its number of lines.
   */
  redact(text: string): Promise<string>;
  /** The same without secretlint and without a pause, for log lines and other short texts. */
  redactNow(text: string): string;
}

export interface RedactorOptions {
  /** Values that must never be shown, whatever they look like; see `secretValuesOf`. */
  readonly secretValues: readonly string[];
  /** Is told, once, when a part of the search does not work; the rest goes on. */
  readonly report?: (problem: string, cause: unknown) => void;
  readonly loadRules?: () => Promise<readonly SecretlintRule[]>;
}

export function createRedactor(options: RedactorOptions): Redactor {
  const findExactValues = createExactValues(options.secretValues.flatMap(variantsOf));
  const report = once(options.report ?? (() => undefined));
  let rules: Promise<readonly SecretlintRule[]> | undefined;

  const loadRules = async () => {
    try {
      return await (options.loadRules ?? loadSecretlintRules)();
    } catch (error) {
      report('the secretlint rules cannot be loaded; redaction goes on without them', error);
      return [];
    }
  };

  function* findOwn(text: string): Generator<undefined, Finding[]> {
    const findings = findPrivateKeys(text);
    for (let from = 0; from < text.length; from += PART) {
      yield;
      const to = Math.min(text.length, from + PART);
      findings.push(...findExactValues(text, from, to), ...findFormats(text, from, to));
    }
    return findings;
  }

  async function findByRules(text: string, pause: Pause): Promise<Finding[]> {
    rules ??= loadRules();
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
        report('a secretlint rule failed; redaction goes on without it', error);
      }
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

// A secret taken away can bare the one it stood against: a text in which something was found is searched again.
const MAX_PASSES = 5;

// A part takes a few milliseconds; nothing that rules look for is longer than the overlap but private keys, which are
// found before, at any length.
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

function once(report: (problem: string, cause: unknown) => void): (problem: string, cause: unknown) => void {
  const told = new Set<string>();
  return (problem, cause) => {
    if (told.has(problem)) return;
    told.add(problem);
    report(problem, cause);
  };
}
