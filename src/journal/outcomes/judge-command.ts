import { type Chain, type CommandList, type Link, readList, type Stage } from '../../commands/command-list.js';
import { findProgram, type Words } from '../../commands/programs.js';
import { findRunKind, nameRun, type RunKind, unwrapRun } from '../../commands/runs.js';

interface Run {
  readonly kind: RunKind;
  /** The name of the run, without anything that may be a secret: `npm test`. */
  readonly run: string;
  /** The whole command that ran, without its wrappers: the same for the same test. */
  readonly words: Words;
}

export interface CommandVerdict extends Run {
  readonly passed: boolean;
}

/**
 * Judges the code under test by a command line and its exit code; undefined when they say nothing. When in doubt it is
 * undefined: a wrong outcome would be believed more than what the agent says itself.
 */
export function judgeCommand(line: string, exitCode: number): CommandVerdict | undefined {
  const list = ranToItsEnd(exitCode) ? readList(line) : undefined;
  const passed = exitCode === 0;
  const meaning = list && judgeList(list, { passed, exitsOnError: false, pipeFails: false });
  return typeof meaning === 'object' ? { ...meaning, passed } : undefined;
}

/** False for a command that could not be started, was not found, ran out of time, or was ended by a signal. */
export function ranToItsEnd(exitCode: number): boolean {
  return exitCode >= 0 && exitCode <= 128 && ![124, 126, 127].includes(exitCode);
}

/** A test run anywhere in a command line, also where its exit code is lost: behind a pipe, in a container. */
export function findTestRun(line: string): Run | undefined {
  const words = findTests(readList(line) ?? []).at(-1);
  return words && { kind: 'test', run: nameRun(words), words };
}

/** The tests of a list, also those inside groups and behind `bash -c`. */
function findTests(list: CommandList): Words[] {
  return list
    .flat()
    .flatMap((link) => link.stages)
    .flatMap((stage) => (stage.list === undefined ? findTest(unwrapRun(stage.words)) : findTests(stage.list)));
}

const CONTAINER_PROGRAMS = new Set('docker docker-compose podman podman-compose nerdctl kubectl oc'.split(' '));

function findTest(command: Words): Words[] {
  const isContainer = CONTAINER_PROGRAMS.has(command[0] ?? '') && command.some((word) => /^(?:run|exec)$/.test(word));
  const candidates = isContainer ? command.map((_, index) => unwrapRun(command.slice(index))) : [command];
  for (const candidate of candidates) {
    const script = findScript(candidate);
    const tests =
      script === undefined
        ? [candidate].filter((words) => findRunKind(words) === 'test')
        : findTests(readList(script) ?? []);
    if (tests.length > 0) return tests;
  }
  return [];
}

/** A test or build; a command that does not fail by itself; or one whose failure would be mistaken for the run's. */
type Meaning = Run | 'harmless' | 'other';

/** The end of a line, and the options of the shell that matter for it. */
interface Ending {
  readonly passed: boolean;
  /** `set -e`: a statement that fails ends the whole. */
  readonly exitsOnError: boolean;
  /** `set -o pipefail`: a pipe fails if any of its stages does. Without it `npm test | tail` always succeeds. */
  readonly pipeFails: boolean;
}

function judgeList(list: CommandList, inherited: Ending): Meaning {
  const ending = withSetOptions(list, inherited);
  const last = list.at(-1);
  if (ending === undefined || last === undefined || last[0]?.isBackground) return 'other';
  if (mayLeave(list.flat().slice(0, -1), ending.passed)) return 'other';
  const earlier = list.slice(0, -1).map((chain): Meaning => {
    const [link] = chain;
    if (link?.isBackground || !ending.exitsOnError) return 'harmless';
    // A command that fails inside `a && b` does not end the shell: only a command of its own is proven.
    return link === undefined || chain.length > 1 ? 'other' : judgeLink(link, ending);
  });
  return combine([...earlier, judgeChain(last, ending)], ending.passed);
}

function judgeChain(links: Chain, ending: Ending): Meaning {
  const last = links.at(-1);
  // `… || exit 1` and `… || false` change nothing about the failure; any other `||` hides it.
  const failsAnyway = last?.after === '||' && last.stages.length === 1 && isFailingExit(last.stages[0]);
  const chain = failsAnyway ? links.slice(0, -1) : links;
  if (chain.some(({ after }) => after === '||')) return 'other';
  return combine(
    chain.map((link) => judgeLink(link, ending)),
    ending.passed,
  );
}

function combine(meanings: readonly Meaning[], passed: boolean): Meaning {
  const run = meanings.findLast((meaning) => typeof meaning === 'object');
  if (run === undefined) return meanings.includes('other') ? 'other' : 'harmless';
  // All of them passed; but which one failed is known only if the others could not.
  return passed || !meanings.includes('other') ? run : 'other';
}

/** `cd web || exit 1; npm test`: the exit code may be that of an `exit` on the way, and not of the end. */
function mayLeave(links: Chain, passed: boolean): boolean {
  return links
    .flatMap((link) => link.stages)
    .some((stage) => {
      if (stage.list !== undefined) return mayLeave(stage.list.flat(), passed);
      return isFailingExit(stage) ? !passed : /^(?:exit|return|exec)$/.test(stage.words[0] ?? '');
    });
}

function isFailingExit(stage: Stage | undefined): boolean {
  const [name, code = ''] = stage?.words ?? [];
  return name === 'false' || (name === 'exit' && /^[1-9]\d*$/.test(code));
}

function judgeLink({ isNegated, stages }: Link, ending: Ending): Meaning {
  const meanings = stages.map((stage) => judgeStage(stage, ending));
  if (isNegated) return 'other';
  if (stages.length === 1 || !ending.pipeFails) return meanings.at(-1) ?? 'other';
  const run = meanings.find((meaning) => typeof meaning === 'object');
  const othersHold = stages.every(
    ({ words }, index) => meanings[index] === run || STEADY_FILTERS.has(unwrapRun(words)[0] ?? ''),
  );
  return run !== undefined && (ending.passed || othersHold) ? run : 'other';
}

const HARMLESS = new Set(
  'cd pushd popd export unset set source . true : echo printf pwd clear sleep date umask ulimit shopt'.split(' '),
);
const STEADY_FILTERS = new Set('tail head tee cat sed cut sort uniq tr wc nl fold ts less more'.split(' '));

function judgeStage(stage: Stage, ending: Ending): Meaning {
  if (stage.list !== undefined) return judgeList(stage.list, ending);
  const words = unwrapRun(stage.words);
  const [program = 'true'] = words;
  if (findProgram(program).isShell) {
    const script = findScript(words);
    const list = script === undefined ? undefined : readList(script);
    if (script === undefined || list === undefined) return 'other';
    const fresh = { ...ending, exitsOnError: false, pipeFails: false };
    return judgeList(list, readSetFlags(words.slice(1, words.indexOf(script)), fresh));
  }
  const kind = findRunKind(stage.words);
  if (kind !== undefined) return { kind, run: nameRun(stage.words), words };
  return HARMLESS.has(program) ? 'harmless' : 'other';
}

/** `bash -lc 'npm test'` */
function findScript([program = '', ...args]: Words): string | undefined {
  const flag = findProgram(program).isShell ? args.findIndex((arg) => /^-[a-z]*c$/.test(arg)) : -1;
  return flag < 0 ? undefined : args[flag + 1];
}

/** Reads options that are set before the first command that matters; undefined if one is set later, for a part only. */
function withSetOptions(list: CommandList, inherited: Ending): Ending | undefined {
  let ending = inherited;
  let isBeginning = true;
  for (const { stages, after } of list.flat()) {
    const [name = '', ...args] = stages[0]?.words ?? [];
    if (name === 'set' && (!isBeginning || after === '||')) return undefined;
    isBeginning &&= stages.length === 1 && HARMLESS.has(name);
    if (name === 'set' && isBeginning) ending = readSetFlags(args, ending);
  }
  return ending;
}

function readSetFlags(words: Words, ending: Ending): Ending {
  let { exitsOnError, pipeFails } = ending;
  words.forEach((word, index) => {
    const isOn = word.startsWith('-');
    const name = /^[-+][a-z]*o[a-z]*$/.test(word) ? words[index + 1] : undefined;
    if (/^[-+][a-z]*e[a-z]*$/.test(word) || name === 'errexit') exitsOnError = isOn;
    if (name === 'pipefail') pipeFails = isOn;
  });
  return { ...ending, exitsOnError, pipeFails };
}
