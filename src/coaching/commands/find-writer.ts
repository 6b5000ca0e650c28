import { readShellLine, type ShellToken } from '../../commands/read-line.js';
import { findChange } from './judge-program.js';
import {
  type CommandContext,
  changeFolder,
  expand,
  mayWrite,
  NotUnderstood,
  newShell,
  type Shell,
  spend,
  UNKNOWN,
} from './shell.js';
import { readsKeys } from './state-folder.js';

/**
 * The part of a command line that may change what is protected; undefined if the line only reads, tests or builds. What
 * is not understood counts as a change.
 */
export function findWriter(line: string, context: CommandContext): string | undefined {
  try {
    return judgeScript(line, newShell(context));
  } catch (error) {
    return error instanceof NotUnderstood ? error.message : 'a line that could not be judged';
  }
}

/** Whether a line that has nothing to do with a coached project reads the keys of coaches, as far as it is understood. */
export function readsKeysElsewhere(line: string, context: CommandContext): boolean {
  try {
    return judgeScript(line, newShell({ ...context, isElsewhere: true })) === READING_KEYS;
  } catch {
    return false;
  }
}

const READING_KEYS = 'reading the state of coaches';

const MAX_LINE_LENGTH = 20_000;
const MAX_DEPTH = 6;
/** A step may read files, which costs as much as some paths. */
const STEP = 20;

function judgeScript(line: string, outer: Shell): string | undefined {
  if (line.length > MAX_LINE_LENGTH || outer.depth > MAX_DEPTH) return 'a long script';
  const { tokens, unclosed } = readShellLine(line);
  if (unclosed !== undefined) return `a line in which ${unclosed} is not closed`;
  // A subshell ends with the folder and the variables that it began with.
  const shells: Shell[] = [{ ...outer, depth: outer.depth + 1 }];
  let previous: Step | undefined;
  for (const step of splitIntoSteps(withoutPatterns(tokens))) {
    if (step.before === '(' && step.after === ')' && isEmpty(step)) return 'a function';
    if (step.before === '(') shells.push(shells.at(-1) ?? outer);
    else if (step.before === ')' && shells.length > 1) shells.pop();
    const shell = beforeStep(step, shells.pop() ?? outer);
    spend(shell, STEP);
    const found = judgeStep(step, shell, previous);
    if (found !== undefined) return found;
    shells.push(afterStep(step, shell));
    previous = step;
  }
  return undefined;
}

/** One command with what the shell does around it. */
interface Step {
  /** The operators on both sides. */
  readonly before: string;
  after: string;
  readonly words: string[];
  /** Whether the word at the same index has variables. */
  readonly hasVariables: boolean[];
  readonly writes: string[];
  readonly input: string[];
  readonly reads: string[];
  readonly scripts: string[];
  /** The line has conditions or loops: whether a step runs is not known. */
  readonly isBranched: boolean;
}

function splitIntoSteps(tokens: readonly ShellToken[]): Step[] {
  const isBranched = tokens.some((token) => token.kind === 'word' && /^(?:if|while|until|for|case)$/.test(token.text));
  const newStep = (before: string): Step => ({
    before,
    after: '',
    words: [],
    hasVariables: [],
    writes: [],
    input: [],
    reads: [],
    scripts: [],
    isBranched,
  });
  let step = newStep('');
  const steps = [step];
  for (const token of tokens) {
    // Within `[[ … ]]` operators and angle brackets compare.
    const isTest = step.words[0] === '[[' && !step.words.includes(']]');
    if ((token.kind === 'word' || token.kind === 'redirection') && token.hides === 'escapes') {
      throw new NotUnderstood('a word with escapes or braces');
    }
    if (token.kind === 'word') {
      const texts = token.hides === 'braces' ? expandBraces(token.text) : [token.text];
      step.words.push(...texts);
      step.hasVariables.push(...texts.map(() => token.hasVariable));
    } else if (token.kind === 'substitution') step.scripts.push(token.script);
    else if (isTest) continue;
    else if (token.kind === 'operator') {
      step.after = token.text;
      step = newStep(token.text);
      steps.push(step);
    } else if (token.kind === 'here-document') {
      step.input.push(token.body);
      if (token.expands) step.scripts.push(...substitutionsIn(token.body));
    } else if (token.operator.includes('>')) step.writes.push(token.target);
    else step.reads.push(token.target);
  }
  return steps;
}

function judgeStep(step: Step, shell: Shell, previous: Step | undefined): string | undefined {
  const { isElsewhere = false } = shell.context;
  for (const target of isElsewhere ? [] : step.writes) {
    const [path = ''] = expand(target, shell);
    if (!mayWrite(path, shell)) return `> ${target}`;
  }
  for (const script of step.scripts) {
    const found = isArithmetic(script, shell) ? undefined : judgeScript(script, shell);
    if (found !== undefined) return found;
  }
  const words = wordsOf(step, shell);
  const read = step.reads.flatMap((target) => expand(target, shell));
  if (readsKeys([...words, ...read.map((path) => `./${path}`.replace(/^\.\/(?=[/~])/, ''))], shell))
    return READING_KEYS;
  if (isElsewhere) return undefined;
  // An index is computed, also in a text: `test -v 'a[$(…)]'`.
  const computed = words.find((word) => /\[[^\]]*(?:\$\([^)]|`)/.test(word));
  if (computed !== undefined) return computed;
  if (words.length === 0) return undefined;
  const [first = '', second, third] = words;
  // A loop gives its variable values that are not followed.
  if (first === 'for' && second !== undefined)
    return third === 'in' || third === undefined ? undefined : words.join(' ');
  if (first === 'case') return undefined;
  const input = inputOf(step, step.before === '|' || step.before === '|&' ? previous : undefined);
  return findChange(words, { input, shell, findInScript: judgeScript });
}

const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'do', 'while', 'until', '!', '{']);
const ENDS = new Set(['fi', 'done', '}', 'esac']);

function wordsOf({ words, hasVariables }: Step, shell: Shell): string[] {
  const start = words.findIndex((word) => !KEYWORDS.has(word) && !ENDS.has(word));
  if (start === -1) return [];
  return words.flatMap((word, index) => {
    if (index < start) return [];
    return hasVariables[index] || word.includes('$()') ? expand(word, shell) : [word];
  });
}

/** What a program reads: a text that the line contains, UNKNOWN for anything else, undefined for nothing. */
function inputOf(step: Step, writer: Step | undefined): string | undefined {
  if (step.input.length > 0) return step.input.join('\n');
  if (step.reads.length > 0) return UNKNOWN;
  if (writer === undefined) return undefined;
  const [program, ...rest] = writer.words;
  if (writer.hasVariables.includes(true) || writer.scripts.length > 0) return UNKNOWN;
  if (program === 'echo' || program === 'printf') {
    return rest
      .filter((word) => !/^-[neE]+$/.test(word))
      .join(' ')
      .replaceAll('\\n', '\n');
  }
  return program === 'cat' && rest.length === 0 && writer.input.length > 0 ? writer.input.join('\n') : UNKNOWN;
}

/** What the shell runs to fill in a here-document. */
function substitutionsIn(body: string): string[] {
  const { tokens, unclosed } = readShellLine(`"${body.replaceAll('"', '')}"`);
  const scripts = tokens.flatMap((token) => (token.kind === 'substitution' ? [token.script] : []));
  return unclosed === undefined ? scripts : [UNKNOWN];
}

/** `$((1 + 2))`. A variable in it is computed, too, so it must be a number. */
function isArithmetic(script: string, { variables }: Shell): boolean {
  const names = script.match(/[A-Za-z_]\w*/g) ?? [];
  return /^\([\w\s$+*/%-]*\)$/.test(script) && names.every((name) => /^-?\d+$/.test(variables.get(name) ?? '0'));
}

function isEmpty({ words, writes, reads, scripts }: Step): boolean {
  return words.length + writes.length + reads.length + scripts.length === 0;
}

/** `a{b,c}` are two words. A series of letters may become an option. */
function expandBraces(word: string): string[] {
  const [, before = '', list, after = ''] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(word) ?? [];
  if (list === undefined) {
    if (/\{(?!\d+\.\.\d+\})[^{}]*\.\.[^{}]*\}/.test(word)) throw new NotUnderstood(word);
    return [word];
  }
  const words = list.split(',').map((part) => before + part + after);
  if (words.length > 50 || (after.match(/\{/g)?.length ?? 0) > 2) throw new NotUnderstood(word);
  return words.flatMap(expandBraces);
}

/** `case $x in a|b) …;; esac` without `a|b)`: whether a branch runs is not known. */
function withoutPatterns(tokens: readonly ShellToken[]): ShellToken[] {
  let open = 0;
  let isPattern = false;
  const kept = tokens.flatMap((token, index): ShellToken[] => {
    const word = token.kind === 'word' ? token.text : '';
    const operator = token.kind === 'operator' ? token.text : '';
    const isStart = index === 0 || tokens[index - 1]?.kind === 'operator' || KEYWORDS.has(textOf(tokens[index - 1]));
    if (word === 'case' && isStart) open++;
    if (open === 0) return [token];
    if (word === 'esac' && isStart) {
      open--;
      isPattern = false;
    } else if (isPattern && token.kind !== 'substitution') {
      isPattern = operator !== ')';
      return isPattern ? [] : [{ kind: 'operator', text: ';' }];
    } else if ((word === 'in' && textOf(tokens[index - 2]) === 'case') || operator === ';;') isPattern = true;
    return [token];
  });
  if (open > 0) throw new NotUnderstood('a case without its end');
  return kept;
}

function textOf(token: ShellToken | undefined): string {
  return token?.kind === 'word' ? token.text : '';
}

/** Behind a chain of `&&`, a `cd` within it may not have run. */
function beforeStep({ before }: Step, shell: Shell): Shell {
  if (before === '&&' || (before.startsWith('|') && before !== '||') || shell.skippedFolders.length === 0) return shell;
  return { ...shell, folders: [...new Set([...shell.folders, ...shell.skippedFolders])], skippedFolders: [] };
}

/** The shell for the next step, in which a folder or a variable may be another. */
function afterStep(step: Step, shell: Shell): Shell {
  const words = wordsOf(step, shell);
  const [first = '', ...rest] = words;
  if (first === 'popd') return { ...shell, folders: [] };
  if (first === 'cd' || first === 'pushd') return changeFolder(shell, rest, certaintyOf(step));
  const assigned = words.filter((word) => ASSIGNMENT.test(word));
  // A loop over one word or one pattern.
  const [, name = '', , item = UNKNOWN] = first === 'for' && words.length === 4 ? words : [];
  if (item !== UNKNOWN)
    return { ...shell, variables: new Map([...shell.variables, [name, shell.variables.has(name) ? UNKNOWN : item]]) };
  const read = first === 'for' ? words.slice(1, 2) : SETTERS.has(first) ? rest : [];
  if (assigned.length + read.length === 0) return shell;
  const variables = new Map(shell.variables);
  for (const word of assigned) {
    const name = word.slice(0, word.indexOf('='));
    // Which of two assignments counts may depend on what runs.
    const value = word.slice(name.length + 1);
    variables.set(name, variables.has(name) ? UNKNOWN : value === UNKNOWN ? outputOf(step, shell) : value);
  }
  for (const name of read) variables.set(name, UNKNOWN);
  return { ...shell, variables };
}

/** What a substitution prints, if that is known: `mktemp` names a new file for temporary data. */
function outputOf({ scripts: [script = '', ...others] }: Step, { variables }: Shell): string {
  const isTemporary = others.length === 0 && /^\s*mktemp(?:\s+-[dqu]+)*\s*$/.test(script);
  return isTemporary ? `${variables.get('TMPDIR') ?? '/tmp'}/tmp.new` : UNKNOWN;
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** They give variables values that are not followed. */
const SETTERS = new Set('read printf let mapfile readarray getopts unset'.split(' '));

/** Whether what follows runs in the new folder: for certain, only what is joined by `&&`, or perhaps not. */
function certaintyOf({ before, after, words, isBranched }: Step): 'always' | 'chain' | 'perhaps' {
  if (isBranched || !/^(?:cd|pushd|!)$/.test(words[0] ?? '') || before.startsWith('|') || /^(?:\||&$)/.test(after))
    return 'perhaps';
  if (before !== '&&' && words[0] !== '!') return 'always';
  return after === '&&' ? 'chain' : 'perhaps';
}
