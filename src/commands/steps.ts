import { isAbsolute, resolve } from 'node:path';
import { findProgram, programName, programs, unwrap, type Words } from './programs.js';
import { readShellLine } from './read-line.js';

/** One program with its arguments, the folder it runs in, and the files and texts that the shell gives it. */
export interface Step {
  readonly words: Words;
  readonly writes: Words;
  readonly reads: Words;
  /** Texts on its standard input: a here-document, or the text that `echo` writes into the pipe. */
  readonly input: Words;
  /** Absolute. */
  readonly folder: string;
}

/** The programs of a command line in order, without wrappers such as `sudo`, `env`, `time`, `xargs` and `sh -c`. */
export function readSteps(line: string, cwd: string, depth = 0): Step[] {
  const steps: Step[] = [];
  const variables: Variables = new Map();
  let folder = cwd;
  for (const { words: written, scripts, ...files } of splitSteps(line).slice(0, MAX_STEPS)) {
    const isNested = depth < MAX_DEPTH && steps.length < MAX_STEPS;
    const readNested = (nested: Words) => {
      for (const script of isNested ? nested : []) steps.push(...readSteps(script, folder, depth + 1));
    };
    readNested(scripts);
    if (setsVariable(written, variables)) continue;
    for (const words of expandVariables(unwrap(written.slice(0, MAX_WORDS)), variables)) {
      if (words[0] === 'cd' || words[0] === 'pushd') {
        folder = changeFolder(folder, words.slice(1).find((word) => !word.startsWith('-')) ?? words[1]);
        break;
      }
      readNested(findScripts(words, files.input));
      if (words.length > 0 || files.writes.length > 0) steps.push({ words, ...files, folder });
      if (steps.length > MAX_STEPS) break;
    }
  }
  return steps;
}

const MAX_LINE_LENGTH = 20_000;
const MAX_DEPTH = 3;
const MAX_STEPS = 300;
const MAX_WORDS = 1_000;
const MAX_VALUES = 50;

function changeFolder(folder: string, target: string | undefined): string {
  if (target === undefined || target === '-') return folder;
  // The home folder is not the project; its real path does not matter.
  if (target.startsWith('~')) return `/${target}`;
  return isAbsolute(target) ? target : resolve(folder, target);
}

/** By their spelling: the words that they are, once for each run of a loop. */
type Variables = Map<string, readonly Words[]>;

/** `for file in a b` and `file=a` give `$file` a value. */
function setsVariable(words: Words, variables: Variables): boolean {
  const [first = '', second = '', third, ...values] = words;
  const isLoop = first === 'for' && third === 'in';
  const assignment = words.length === 1 ? /^([A-Za-z_]\w*)=(.*)$/s.exec(first) : null;
  if (!isLoop && assignment === null) return false;
  const name = isLoop ? second : (assignment?.[1] ?? '');
  const runs = isLoop ? values.map((value) => [value]) : [(assignment?.[2] ?? '').split(/\s+/).slice(0, MAX_VALUES)];
  for (const spelling of [`$${name}`, `\${${name}}`]) variables.set(spelling, runs.slice(0, MAX_VALUES));
  return true;
}

/** The command as it runs; several times in a loop. */
function expandVariables(words: Words, variables: Variables): string[][] {
  const runs = Math.max(1, ...words.map((word) => variables.get(word)?.length ?? 1));
  // A variable that was set once has the same value in every run of a loop.
  const valueIn = (run: number, values: readonly Words[] | undefined) =>
    values?.length === 1 ? values[0] : values?.[run];
  return Array.from({ length: runs }, (_, run) =>
    words.flatMap((word) => valueIn(run, variables.get(word)) ?? [word]).slice(0, MAX_WORDS),
  );
}

function splitSteps(line: string) {
  const newStep = () => ({ words: [], writes: [], reads: [], input: [], scripts: [] }) as Record<StepPart, string[]>;
  let step = newStep();
  const steps = [step];
  for (const token of readShellLine(line.slice(0, MAX_LINE_LENGTH)).tokens) {
    if (token.kind === 'operator') {
      const next = newStep();
      if (token.text === '|' || token.text === '|&') pipe(step, next);
      steps.push(next);
      step = next;
    } else if (token.kind === 'word') step.words.push(token.text);
    else if (token.kind === 'here-document') step.input.push(token.body);
    else if (token.kind === 'substitution') step.scripts.push(token.script);
    else if (token.target !== '') (token.operator.includes('>') ? step.writes : step.reads).push(token.target);
  }
  return steps;
}

type StepPart = 'words' | 'writes' | 'reads' | 'input' | 'scripts';

/** The text of `echo` and the files of `cat` reach the next program. */
function pipe(step: Pick<Step, 'words' | 'reads' | 'input'>, next: Record<StepPart, string[]>): void {
  const program = programName(step.words[0] ?? '');
  const operands = step.words.slice(1).filter((word) => !word.startsWith('-'));
  if (program === 'echo' || program === 'printf') next.input.push(operands.join(' ').replaceAll('\\n', '\n'));
  else if (program === 'cat') {
    next.reads.push(...operands, ...step.reads);
    next.input.push(...step.input);
  }
}

const SCRIPT_OPTION = /^(?:-[a-z]*c|--command|--run)$/;

/** The scripts of `bash -c "…"`, `su -c "…"`, `eval …`, `trap "…" EXIT`, `ssh host "…"` and `bash <<EOF`. */
function findScripts(words: Words, input: Words): Words {
  const [program, ...rest] = words;
  if (program === 'eval') return [rest.join(' ')];
  if (program === 'trap') return rest.slice(0, 1);
  if (program === 'ssh') return [...rest.filter((word) => /\s/.test(word)), ...input];
  const option = rest.findIndex((word) => SCRIPT_OPTION.test(word));
  const isScript = option !== -1 && !words.some((word) => programs().get(word)?.isDatabaseClient);
  // Also within another command: `docker exec -i api bash <<EOF`. With a file to run, the input belongs to that file.
  const shell = input.length === 0 ? -1 : words.findIndex((word) => findProgram(word).isShell);
  const isFile = (word: string, index: number) =>
    !word.startsWith('-') && !/^-[a-z]*o$/.test(words[shell + index] ?? '');
  const readsInput = shell !== -1 && !words.slice(shell + 1).some(isFile);
  return [...(isScript ? rest.slice(option + 1, option + 2) : []), ...(readsInput ? input : [])];
}
