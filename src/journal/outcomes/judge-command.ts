import { type CommandList, type Link, parseCommandLine, type Stage, type Statement } from './parse-command-line.js';
import { kindOfRun, nameOfRun, type RunKind } from './test-and-build-commands.js';
import { unwrapCommand } from './unwrap-command.js';

export interface CommandVerdict {
  readonly kind: RunKind;
  /** What ran, without anything that may be a secret: `npm test`. */
  readonly run: string;
  /** The whole command that ran, without what it was wrapped in: the same for the same test. */
  readonly words: readonly string[];
  readonly passed: boolean;
}

/**
 * What a command line and its exit code say about the code under test; undefined when they say nothing. When in doubt
 * it is undefined: a wrong outcome would be believed more than what the agent says itself.
 */
export function judgeCommand(line: string, exitCode: number): CommandVerdict | undefined {
  if (!ranToItsEnd(exitCode)) return undefined;
  const list = parseCommandLine(line);
  const passed = exitCode === 0;
  const meaning = list && meaningOf(list, passed, NO_OPTIONS);
  return meaning === undefined || typeof meaning === 'string' ? undefined : { ...meaning, passed };
}

/** False for a command that could not be started, was not found, ran out of time, or was ended by a signal. */
export function ranToItsEnd(exitCode: number): boolean {
  return exitCode >= 0 && exitCode <= 128 && ![124, 126, 127].includes(exitCode);
}

/** A test run anywhere in a command line, also where its exit code is lost: behind a pipe, in a container. */
export function findTestRun(line: string): Omit<CommandVerdict, 'passed'> | undefined {
  const found = commandsIn(parseCommandLine(line) ?? []).findLast((words) => testIn(words) !== undefined);
  const words = found && testIn(found);
  return words && { kind: 'test', run: nameOfRun(words), words };
}

/** Every command of a list, also those inside groups and behind `bash -c`. */
function commandsIn(list: CommandList): (readonly string[])[] {
  const stages = list.flatMap(({ chain }) => chain).flatMap((link) => link.stages);
  return stages.flatMap((stage) => {
    if (stage.kind === 'group') return commandsIn(stage.list);
    const script = scriptOf(unwrapCommand(stage.words));
    return script === undefined ? [stage.words] : commandsIn(parseCommandLine(script) ?? []);
  });
}

const CONTAINER_PROGRAMS = new Set('docker docker-compose podman podman-compose nerdctl kubectl oc'.split(' '));

function testIn(words: readonly string[]): readonly string[] | undefined {
  const command = unwrapCommand(words);
  if (kindOfRun(command) === 'test') return command;
  if (!CONTAINER_PROGRAMS.has(command[0] ?? '') || !command.some((word) => word === 'run' || word === 'exec')) {
    return undefined;
  }
  const suffixes = command.map((_, index) => unwrapCommand(command.slice(index + 1)));
  for (const suffix of suffixes) {
    const script = scriptOf(suffix);
    const inside = script === undefined ? undefined : findTestRun(script)?.words;
    if (inside !== undefined || kindOfRun(suffix) === 'test') return inside ?? suffix;
  }
  return undefined;
}

/** A test or build; a command that does not fail by itself; or one whose failure would be mistaken for the run's. */
type Meaning = Omit<CommandVerdict, 'passed'> | 'harmless' | 'other';

interface ShellOptions {
  /** `set -e`: a statement that fails ends the whole. */
  readonly exitsOnError: boolean;
  /** `set -o pipefail`: a pipe fails if any of its stages does. Without it `npm test | tail` always succeeds. */
  readonly pipeFails: boolean;
}

const NO_OPTIONS: ShellOptions = { exitsOnError: false, pipeFails: false };

function meaningOf(list: CommandList, passed: boolean, inherited: ShellOptions): Meaning {
  const options = withSetOptions(list, inherited);
  const last = list.at(-1);
  if (options === undefined || last === undefined || last.isBackground) return 'other';
  if (mayLeaveEarly(list, passed)) return 'other';
  const earlier = options.exitsOnError
    ? list.slice(0, -1).map((statement) => meaningOfEarlier(statement, passed, options))
    : [];
  return combine([...earlier, meaningOfChain(last.chain, passed, options)], passed);
}

/** Under `set -e`. A command that fails inside `a && b` does not end the shell: only a command of its own is proven. */
function meaningOfEarlier({ chain, isBackground }: Statement, passed: boolean, options: ShellOptions): Meaning {
  const [link] = chain;
  if (isBackground) return 'harmless';
  return link === undefined || chain.length > 1 ? 'other' : meaningOfLink(link, passed, options);
}

function meaningOfChain(links: readonly Link[], passed: boolean, options: ShellOptions): Meaning {
  const chain = withoutFailingEnd(links);
  if (chain.some(({ after }) => after === '||')) return 'other';
  return combine(
    chain.map((link) => meaningOfLink(link, passed, options)),
    passed,
  );
}

function combine(meanings: readonly Meaning[], passed: boolean): Meaning {
  const run = meanings.findLast((meaning) => typeof meaning !== 'string');
  if (run === undefined) return meanings.every((meaning) => meaning === 'harmless') ? 'harmless' : 'other';
  // All of them passed; but which one failed is known only if the others could not.
  return passed || !meanings.includes('other') ? run : 'other';
}

/** `cd web || exit 1; npm test`: whether the exit code may be that of an `exit` on the way, and not of the end. */
function mayLeaveEarly(list: CommandList, passed: boolean): boolean {
  const links = list.flatMap(({ chain }) => chain).slice(0, -1);
  return links
    .flatMap(({ stages }) => stages)
    .some((stage) => {
      if (stage.kind === 'group') return mayLeaveEarly([...stage.list, NOTHING], passed);
      if (isFailingExit(stage)) return !passed;
      return /^(?:exit|return|exec)$/.test(stage.words[0] ?? '');
    });
}

/** Represents what follows a group: the group's own last command is not the last one of the line. */
const NOTHING: Statement = {
  isBackground: false,
  chain: [{ after: '&&', isNegated: false, stages: [{ kind: 'command', words: ['true'] }] }],
};

/** `… || exit 1` and `… || false` change nothing about what failed; any other `||` hides it. */
function withoutFailingEnd(chain: readonly Link[]): readonly Link[] {
  const last = chain.at(-1);
  const [stage] = last?.stages ?? [];
  const fails = last?.stages.length === 1 && stage?.kind === 'command' && isFailingExit(stage);
  return last?.after === '||' && fails ? chain.slice(0, -1) : chain;
}

function isFailingExit({ words }: { readonly words: readonly string[] }): boolean {
  const [name, code = ''] = words;
  return name === 'false' || (name === 'exit' && /^[1-9]\d*$/.test(code));
}

function meaningOfLink({ isNegated, stages }: Link, passed: boolean, options: ShellOptions): Meaning {
  const last = stages.at(-1);
  if (isNegated || last === undefined) return 'other';
  if (stages.length === 1 || !options.pipeFails) return meaningOfStage(last, passed, options);
  const meanings = stages.map((stage) => meaningOfStage(stage, passed, options));
  const run = meanings.find((meaning) => typeof meaning !== 'string');
  const othersHold = stages.every((stage, index) => meanings[index] === run || isSteadyFilter(stage));
  return run !== undefined && (passed || othersHold) ? run : 'other';
}

const HARMLESS = new Set(
  'cd pushd popd export unset set source . true : echo printf pwd clear sleep date umask ulimit shopt'.split(' '),
);
const STEADY_FILTERS = new Set('tail head tee cat sed cut sort uniq tr wc nl fold ts less more'.split(' '));
const SHELLS = /^(?:sh|bash|dash|zsh|ksh)$/;

function meaningOfStage(stage: Stage, passed: boolean, options: ShellOptions): Meaning {
  if (stage.kind === 'group') return meaningOf(stage.list, passed, options);
  const [program = 'true', ...args] = unwrapCommand(stage.words);
  if (SHELLS.test(program)) return meaningOfScript([program, ...args], passed);
  const kind = kindOfRun(stage.words);
  if (kind !== undefined) return { kind, run: nameOfRun(stage.words), words: [program, ...args] };
  return HARMLESS.has(program) ? 'harmless' : 'other';
}

function meaningOfScript(command: readonly string[], passed: boolean): Meaning {
  const script = scriptOf(command);
  const list = script === undefined ? undefined : parseCommandLine(script);
  if (script === undefined || list === undefined) return 'other';
  return meaningOf(list, passed, readSetFlags(command.slice(1, command.indexOf(script)), NO_OPTIONS));
}

/** `bash -lc 'npm test'` */
function scriptOf([program = '', ...args]: readonly string[]): string | undefined {
  const flag = SHELLS.test(program) ? args.findIndex((arg) => /^-[a-z]*c$/.test(arg)) : -1;
  return flag < 0 ? undefined : args[flag + 1];
}

function isSteadyFilter(stage: Stage): boolean {
  return stage.kind === 'command' && STEADY_FILTERS.has(unwrapCommand(stage.words)[0] ?? '');
}

/** What is set before the first command that matters; undefined if something is set later, for part of the line only. */
function withSetOptions(list: CommandList, inherited: ShellOptions): ShellOptions | undefined {
  let options = inherited;
  let isBeginning = true;
  for (const { stages, after } of list.flatMap(({ chain }) => chain)) {
    const [stage] = stages;
    const words = stage?.kind === 'command' ? stage.words : [];
    if (words[0] === 'set' && (!isBeginning || after === '||')) return undefined;
    isBeginning &&= stages.length === 1 && HARMLESS.has(words[0] ?? '');
    if (words[0] === 'set' && isBeginning) options = readSetFlags(words.slice(1), options);
  }
  return options;
}

function readSetFlags(words: readonly string[], options: ShellOptions): ShellOptions {
  let { exitsOnError, pipeFails } = options;
  words.forEach((word, index) => {
    const isOn = word.startsWith('-');
    if (/^[-+][a-z]+$/.test(word) && word.includes('e')) exitsOnError = isOn;
    const name = /^[-+][a-z]*o[a-z]*$/.test(word) ? words[index + 1] : undefined;
    if (name === 'pipefail') pipeFails = isOn;
    if (name === 'errexit') exitsOnError = isOn;
  });
  return { exitsOnError, pipeFails };
}
