/** Texts of which at least one is in everything that a pattern matches. */
export interface RequiredText {
  readonly anyOf: readonly string[];
  readonly ignoreCase: boolean;
}

/**
 * Reads a pattern that is known to be well formed just far enough to name texts that every match contains. It may always
 * say that it knows nothing; what it names is certain, so a file without any of the texts need not be searched.
 */
export function requiredText(pattern: string, ignoreCase: boolean): RequiredText | undefined {
  // Quoting has its own syntax, and text that is not well formed cannot be in a file.
  if (/\\[QE]/.test(pattern) || /\p{Surrogate}/u.test(pattern)) return undefined;
  const folds = ignoreCase || /\(\?[A-Za-z]*i/.test(pattern);
  const scan: Scan = { pattern, at: 0, isLost: false };
  const anyOf = readAlternatives(scan);
  if (anyOf === undefined || scan.isLost) return undefined;
  const isUsable = (text: string) => text !== '' && !/[\ufffd\ufeff]/.test(text) && (!folds || ASCII.test(text));
  return anyOf.every(isUsable) ? { anyOf, ignoreCase: folds } : undefined;
}

/** Other letters fold in ways that programs do not agree on. */
const ASCII = /^[\x20-\x7e]*$/;
const MAX_ALTERNATIVES = 20;

interface Scan {
  readonly pattern: string;
  at: number;
  /** The pattern has syntax that this reader does not know: nothing it found may be relied on. */
  isLost: boolean;
}

type AnyOf = readonly string[] | undefined;

/** Up to the end of the pattern or the `)` of the group. */
function readAlternatives(scan: Scan): AnyOf {
  let all: string[] | undefined = [];
  for (;;) {
    const one = readSequence(scan);
    all = all === undefined || one === undefined ? undefined : [...all, ...one];
    if (scan.pattern[scan.at] !== '|') break;
    scan.at++;
  }
  return all === undefined || all.length > MAX_ALTERNATIVES ? undefined : all;
}

function readSequence(scan: Scan): AnyOf {
  let best: AnyOf;
  let run = '';
  const offer = (candidate: AnyOf) => {
    if (candidate !== undefined && shortest(candidate) > shortest(best)) best = candidate;
  };
  const endRun = () => {
    offer(run === '' ? undefined : [run]);
    run = '';
  };
  while (scan.at < scan.pattern.length && scan.pattern[scan.at] !== '|' && scan.pattern[scan.at] !== ')') {
    const atom = readAtom(scan);
    const repetition = readRepetition(scan);
    if (typeof atom === 'string' && repetition === 'once') run += atom;
    else if (typeof atom === 'string' && repetition === 'at least once') {
      run += atom;
      endRun();
    } else {
      endRun();
      if (typeof atom === 'object' && repetition !== 'perhaps') offer(atom);
    }
  }
  endRun();
  return best;
}

function shortest(texts: AnyOf): number {
  return texts === undefined ? 0 : Math.min(...texts.map((text) => text.length));
}

/** A literal character, what a group requires, or undefined for anything else. */
function readAtom(scan: Scan): string | AnyOf {
  const { pattern } = scan;
  const character = String.fromCodePoint(pattern.codePointAt(scan.at) ?? 0);
  scan.at += character.length;
  if (character === '(') return readGroup(scan);
  if (character === '[') {
    skipClass(scan);
    return undefined;
  }
  if (character === '\\') return readEscape(scan);
  if ('.^$'.includes(character) || /\p{Control}/u.test(character)) return undefined;
  return character;
}

function readGroup(scan: Scan): AnyOf {
  const opening = /^\?(?:P?<\w+>|[A-Za-z]*(?:-[A-Za-z]+)?[:)])/.exec(scan.pattern.slice(scan.at, scan.at + 100))?.[0];
  if (opening === undefined && scan.pattern[scan.at] === '?') scan.isLost = true;
  scan.at += opening?.length ?? 0;
  // "(?i)" is a switch, not a group; a repetition behind it belongs to the part before it.
  if (opening?.endsWith(')')) {
    if (/^[*?+{]/.test(scan.pattern.slice(scan.at))) scan.isLost = true;
    return undefined;
  }
  const inside = readAlternatives(scan);
  scan.at++;
  return inside;
}

function skipClass(scan: Scan): void {
  const { pattern } = scan;
  if (pattern[scan.at] === '^') scan.at++;
  for (let isFirst = true; scan.at < pattern.length; isFirst = false) {
    if (pattern[scan.at] === ']' && !isFirst) break;
    const named = /^\[:\^?\w+:\]/.exec(pattern.slice(scan.at, scan.at + 20))?.[0];
    if (named !== undefined) scan.at += named.length;
    else scan.at += pattern[scan.at] === '\\' ? 2 : 1;
  }
  scan.at++;
}

function readEscape(scan: Scan): string | undefined {
  const rest = scan.pattern.slice(scan.at);
  const special = /^(?:[pPx]\{[^}]*\}|[pP].|x[0-9A-Fa-f]{2}|[0-7]{1,3}|[A-Za-z])/u.exec(rest)?.[0];
  const character = special ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
  scan.at += character.length;
  return special === undefined && !/\p{Control}/u.test(character) ? character : undefined;
}

function readRepetition(scan: Scan): 'once' | 'at least once' | 'perhaps' {
  const found = /^(?:[*?+]|\{(\d+)(?:,\d*)?\})/.exec(scan.pattern.slice(scan.at, scan.at + 20));
  if (found === null) return 'once';
  scan.at += found[0].length;
  // The mark of a lazy repetition changes nothing about what is required.
  if (scan.pattern[scan.at] === '?') scan.at++;
  if (found[0] === '+') return 'at least once';
  return found[1] !== undefined && Number(found[1]) > 0 ? 'at least once' : 'perhaps';
}
