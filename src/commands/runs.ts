import { findProgram, has, type Program, programName, programs, skipOptions, unwrap, type Words } from './programs.js';

export type RunKind = 'test' | 'build';

/** The command whose exit code the shell reports, by the bare name of its program. */
export function unwrapRun(words: Words): Words {
  const command = unwrap(words, { exitCode: true });
  return command.map((word, index) => (index === 0 ? programName(word) : word));
}

/** Asked for a list, a version or a plan, a program says nothing about the code. */
const ASKS_ONLY =
  /^(?:--help|-h|--version|--listTests|--collect-only|--co|--list|-list|--dry-run|--showConfig|--init|--watch|--watchAll)$/;

/** Finds out if a command tests or builds. */
export function findRunKind(words: Words): RunKind | undefined {
  const [name = '', ...args] = unwrapRun(words);
  const program = findProgram(name);
  if (program.runs === undefined || args.some((arg) => ASKS_ONLY.test(arg))) return undefined;
  return name === 'make' && args.includes('-n') ? undefined : RULES[program.runs](args, program);
}

type Rule = (args: Words, program: Program) => RunKind | undefined;

const RULES: Readonly<Record<NonNullable<Program['runs']>, Rule>> = {
  test: (args, { except }) => (has(except, args[0]) ? undefined : 'test'),
  build: () => 'build',
  /** `cargo test`: the first word decides. */
  verb(args, program) {
    const words = skipOptions(args, program.valued);
    return kindByName(words[0]?.startsWith('+') ? words[1] : words[0], program);
  },
  /** `make clean test`: every target must be known, for any of them may be the one that fails. */
  targets(args, program) {
    const words = args.filter((arg, index) => !/^-|=/.test(arg) && !has(program.valued, args[index - 1]));
    const kinds = words.filter((word) => !has(program.except, word)).map((word) => kindByName(word, program));
    if (kinds.length === 0) return program.buildsAlone && 'build';
    return kinds.includes(undefined) ? undefined : kinds.includes('test') ? 'test' : 'build';
  },
  any(args, program) {
    const kinds = args.map((arg) => kindByName(arg, program));
    return kinds.find((kind) => kind !== undefined) ?? (program.buildsAlone && 'build');
  },
  /** `gradle :app:testDebugUnitTest` */
  tasks(args) {
    const tasks = args.filter((arg) => !arg.startsWith('-')).map((task) => task.slice(task.lastIndexOf(':') + 1));
    if (tasks.some((task) => /^(?:check|.*[tT]est)$/.test(task))) return 'test';
    return tasks.some((task) => /^(?:build|assemble|classes|compile\w*|bundle\w*)$/.test(task)) ? 'build' : undefined;
  },
  /** `npm test`, `npm run build` */
  scripts(args, program) {
    const [verb = '', ...rest] = skipOptions(args, program.valued);
    if (/^(?:run|run-script|rum|urn)$/.test(verb)) return scriptKind(skipOptions(rest, program.valued)[0] ?? '');
    return kindByName(verb, program);
  },
  /** Also without `run` and `exec`: `pnpm build`, `yarn jest`, `yarn workspace web test`. */
  'any script'(args, program) {
    const [verb = '', ...rest] = skipOptions(args, program.valued);
    if (verb === 'workspace') return RULES['any script'](rest.slice(1), program);
    if (verb === 'workspaces') return RULES['any script'](rest.slice(rest[0] === 'foreach' ? 1 : 0), program);
    return RULES.scripts(args, program) ?? scriptKind(verb) ?? findRunKind([verb, ...rest]);
  },
  python(args, program) {
    const module = args.indexOf('-m');
    if (module >= 0 && !args.slice(0, module).some((arg) => arg.endsWith('.py'))) {
      return args[module + 1] === 'build' ? 'build' : findRunKind(args.slice(module + 1));
    }
    const [script = '', verb] = skipOptions(args, program.valued);
    return programName(script) === 'manage.py' && verb === 'test' ? 'test' : undefined;
  },
  php: (args) => (programName(args[0] ?? '') === 'artisan' && args[1] === 'test' ? 'test' : findRunKind(args)),
};

function kindByName(word: string | undefined, { tests, builds }: Program): RunKind | undefined {
  if (has(tests, word)) return 'test';
  return has(builds, word) ? 'build' : undefined;
}

/** A script that does not end by itself has the exit code of a Ctrl-C. */
const ENDLESS_SCRIPT = /watch|serve|(?:^|[:._-])(?:dev|ui|open|debug)(?:$|[:._-])/;
const TEST_SCRIPT = /^(?:tests?|specs?|e2e|check|verify|unit|integration|coverage)(?:[:._-].*)?$/;
const BUILD_SCRIPT = /^(?:build|compile|typecheck|type-check|types|tsc|bundle)(?:[:._-].*)?$/;

function scriptKind(name: string): RunKind | undefined {
  if (ENDLESS_SCRIPT.test(name)) return undefined;
  if (TEST_SCRIPT.test(name)) return 'test';
  return BUILD_SCRIPT.test(name) ? 'build' : undefined;
}

/**
 * The run as text that cannot contain a secret: the program and its verb, both from the table of programs. Paths,
 * filters, options and variables of the command line stay out.
 */
export function nameRun(words: Words): string {
  const [name = '', ...args] = unwrapRun(words);
  const end = args.indexOf('--');
  const said = (end < 0 ? args : args.slice(0, end)).filter((arg) => !arg.startsWith('-'));
  const hasScripts = /script/.test(findProgram(name).runs ?? '');
  const isScript = (word: string) => /^[a-z][\w:.-]{0,29}$/.test(word) && scriptKind(word) !== undefined;
  const verb = said.findIndex((word) => RUN_WORDS.has(word) || (hasScripts && isScript(word)));
  const runner = said.slice(0, Math.max(0, verb)).find((word) => /^(?:run|run-script|workspace)$/.test(word));
  return [name, runner, said[verb]].filter((word) => word !== undefined).join(' ');
}

const RUN_WORDS = new Set(
  [...programs()].flatMap(([name, { runs, tests = '', builds = '' }]) =>
    runs === undefined ? [] : `${name} ${tests} ${builds}`.trim().split(/\s+/),
  ),
);
// `run` is the verb of Cypress, but of others the word before a script.
RUN_WORDS.delete('run');
