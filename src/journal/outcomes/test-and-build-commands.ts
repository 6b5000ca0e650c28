import { programName, unwrapCommand, withoutOptions } from './unwrap-command.js';

export type RunKind = 'test' | 'build';

/** Given the words behind the program's name: what it does, if it tests or builds at all. */
type Rule = (args: readonly string[]) => RunKind | undefined;

const tests: Rule = () => 'test';
const builds: Rule = () => 'build';

type Verbs = Readonly<Record<string, RunKind>>;

/** `cargo test`: the first word decides. */
const byVerb =
  (verbs: Verbs, valued: readonly string[] = []): Rule =>
  (args) => {
    const words = withoutOptions(args, valued);
    const verb = words[0]?.startsWith('+') ? words[1] : words[0];
    return verb !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  };

interface TargetOptions {
  readonly valued?: readonly string[];
  /** Targets that neither test nor build, and do not fail either. */
  readonly ignored?: readonly string[];
  readonly withoutTarget?: RunKind;
}

/** `make clean test`: every target must be known, for any of them may be the one that fails. */
const byTargets =
  (verbs: Verbs, { valued = [], ignored = ['clean'], withoutTarget }: TargetOptions = {}): Rule =>
  (args) => {
    const words = args.filter((arg, index) => !/^-|=/.test(arg) && !valued.includes(args[index - 1] ?? ''));
    const targets = words.filter((word) => !ignored.includes(word));
    if (targets.length === 0) return withoutTarget;
    if (!targets.every((target) => Object.hasOwn(verbs, target))) return undefined;
    return targets.some((target) => verbs[target] === 'test') ? 'test' : 'build';
  };

/** What does not end by itself: its exit code is that of a Ctrl-C. */
const ENDLESS_SCRIPT = /watch|serve|(?:^|[:._-])(?:dev|ui|open|debug)(?:$|[:._-])/;
const TEST_SCRIPT = /^(?:tests?|specs?|e2e|check|verify|unit|integration|coverage)(?:[:._-].*)?$/;
const BUILD_SCRIPT = /^(?:build|compile|typecheck|type-check|types|tsc|bundle)(?:[:._-].*)?$/;

function scriptKind(name: string): RunKind | undefined {
  if (ENDLESS_SCRIPT.test(name)) return undefined;
  if (TEST_SCRIPT.test(name)) return 'test';
  return BUILD_SCRIPT.test(name) ? 'build' : undefined;
}

const VALUED = ['--prefix', '-C', '-w', '--workspace', '--filter', '-F', '--cwd', '--dir', '--loglevel'];

/** `test`, `run build`, `exec vitest`, `workspace web test`; in all but npm also `build` and `vitest` alone. */
const packageManager =
  (hasShortForm: boolean): Rule =>
  (args) => {
    const [verb = '', ...rest] = withoutOptions(args, VALUED);
    if (/^(?:t|tst|test)$/.test(verb)) return 'test';
    if (/^(?:run|run-script|rum|urn)$/.test(verb)) return scriptKind(withoutOptions(rest, VALUED)[0] ?? '');
    if (/^(?:exec|x|dlx)$/.test(verb)) return kindOfRun(withoutOptions(rest, ['-p', '--package']));
    if (!hasShortForm || verb === '') return undefined;
    if (verb === 'workspace') return packageManager(true)(rest.slice(1));
    if (verb === 'workspaces') return packageManager(true)(rest.slice(rest[0] === 'foreach' ? 1 : 0));
    return scriptKind(verb) ?? kindOfRun([verb, ...rest]);
  };

const python: Rule = (args) => {
  const module = args.indexOf('-m');
  if (module >= 0 && !args.slice(0, module).some((arg) => arg.endsWith('.py'))) {
    const [name = '', ...rest] = args.slice(module + 1);
    return name === 'build' ? 'build' : kindOfRun([name, ...rest]);
  }
  const [script = '', verb] = withoutOptions(args, ['-W', '-X']);
  return programName(script) === 'manage.py' && verb === 'test' ? 'test' : undefined;
};

const nodeTests: Rule = (args) => (args.includes('--test') ? 'test' : undefined);

const TARGETS: Verbs = {
  test: 'test',
  tests: 'test',
  check: 'test',
  unit: 'test',
  integration: 'test',
  e2e: 'test',
  verify: 'test',
  spec: 'test',
  all: 'build',
  build: 'build',
  compile: 'build',
  typecheck: 'build',
};

const make = byTargets(TARGETS, { valued: ['-C', '-f', '-j', '-l', '-o', '-W'], withoutTarget: 'build' });
const monorepo = byTargets(TARGETS, {
  ignored: ['run', 'run-many', 'affected'],
  valued: ['-p', '--projects', '--filter'],
});

const gradle: Rule = (args) => {
  const tasks = args.filter((arg) => !arg.startsWith('-')).map((task) => task.slice(task.lastIndexOf(':') + 1));
  if (tasks.some((task) => /^(?:check|.*[tT]est)$/.test(task))) return 'test';
  return tasks.some((task) => /^(?:build|assemble|classes|compile\w*|bundle\w*)$/.test(task)) ? 'build' : undefined;
};

const maven = byTargets(
  { test: 'test', verify: 'test', 'integration-test': 'test', compile: 'build', package: 'build', install: 'build' },
  { valued: ['-pl', '-f', '-P', '-s', '-T'] },
);

const testOrBuild = byVerb({ test: 'test', build: 'build' });
const NO_RUN_OF_VITEST = new Set(['list', 'init', 'bench', 'dev', 'watch']);

const RULES: Readonly<Record<string, Rule>> = {
  npm: packageManager(false),
  pnpm: packageManager(true),
  yarn: packageManager(true),
  bun: packageManager(true),
  node: nodeTests,
  tsx: nodeTests,
  deno: byVerb({ test: 'test', check: 'build', compile: 'build' }),
  python,
  go: byVerb({ test: 'test', build: 'build', vet: 'build' }, ['-C']),
  cargo: byVerb(
    {
      test: 'test',
      t: 'test',
      nextest: 'test',
      build: 'build',
      b: 'build',
      check: 'build',
      c: 'build',
      clippy: 'build',
    },
    ['--config', '-C', '-Z'],
  ),
  make,
  gmake: make,
  just: byTargets(TARGETS),
  task: byTargets(TARGETS),
  cmake: (args) => (args.includes('--build') ? 'build' : undefined),
  meson: byVerb({ test: 'test', compile: 'build' }),
  bazel: testOrBuild,
  bazelisk: testOrBuild,
  gradle,
  gradlew: gradle,
  mvn: maven,
  mvnw: maven,
  sbt: byTargets({ test: 'test', compile: 'build' }),
  dotnet: testOrBuild,
  swift: testOrBuild,
  xcodebuild: (args) => (args.includes('test') ? 'test' : 'build'),
  zig: testOrBuild,
  mix: byVerb({ test: 'test', compile: 'build' }),
  rake: byTargets(TARGETS),
  rails: byVerb({ test: 'test' }),
  flutter: testOrBuild,
  dart: byVerb({ test: 'test', compile: 'build' }),
  stack: testOrBuild,
  cabal: testOrBuild,
  lein: byTargets({ test: 'test', compile: 'build' }),
  composer: byVerb({ test: 'test' }),
  php: (args) => (programName(args[0] ?? '') === 'artisan' && args[1] === 'test' ? 'test' : kindOfRun(args)),
  playwright: byVerb({ test: 'test' }),
  cypress: byVerb({ run: 'test' }),
  vite: byVerb({ build: 'build' }),
  next: byVerb({ build: 'build' }),
  nx: byVerb({ test: 'test', build: 'build' }),
  turbo: monorepo,
  lerna: monorepo,
  vitest: (args) => (NO_RUN_OF_VITEST.has(args[0] ?? '') ? undefined : 'test'),
  ...each(tests, 'jest mocha ava tap tape jasmine pytest py.test unittest nose2 tox nox rspec phpunit pest'),
  ...each(tests, 'ctest gotestsum bats prove busted behave cucumber karma wtr'),
  ...each(
    builds,
    'tsc vue-tsc tsgo webpack rollup esbuild tsup swc ninja msbuild javac gcc g++ clang clang++ rustc ghc',
  ),
};

/** Asked for a list, a version or a plan, a program says nothing about the code. */
const ASKS_ONLY =
  /^(?:--help|-h|--version|--listTests|--collect-only|--co|--list|-list|--dry-run|--showConfig|--init|--watch|--watchAll)$/;

/** Whether a command tests or builds, whatever it is wrapped in. */
export function kindOfRun(words: readonly string[]): RunKind | undefined {
  const [program = '', ...args] = unwrapCommand(words);
  if (args.some((arg) => ASKS_ONLY.test(arg)) || (program === 'make' && args.includes('-n'))) return undefined;
  const name = /^python[\d.]*$/.test(program) ? 'python' : program;
  return Object.hasOwn(RULES, name) ? RULES[name]?.(args) : undefined;
}

/**
 * The run as text that cannot hold a secret: the program and its verb, both from the tables above.
 * Paths, filters, options and variables of the command line stay out.
 */
export function nameOfRun(words: readonly string[]): string {
  const [program = '', ...args] = unwrapCommand(words);
  const end = args.indexOf('--');
  const said = (end < 0 ? args : args.slice(0, end)).filter((arg) => !arg.startsWith('-'));
  const hasScripts = PACKAGE_MANAGERS.has(program);
  const at = said.findIndex((word) => isVerb(word) || (hasScripts && isScript(word)));
  const runner = said.slice(0, Math.max(0, at)).find((word) => SCRIPT_RUNNERS.has(word));
  const verb = at < 0 ? undefined : said[at];
  return [program, runner, verb].filter((word) => word !== undefined).join(' ');
}

const PACKAGE_MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const SCRIPT_RUNNERS = new Set(['run', 'run-script', 'exec', 'x', 'dlx', 'workspace']);
const OTHER_VERBS = new Set(
  't tst nextest b c clippy vet install package assemble classes integration-test'.split(' '),
);

function isVerb(word: string): boolean {
  return Object.hasOwn(TARGETS, word) || OTHER_VERBS.has(word) || Object.hasOwn(RULES, word);
}

function isScript(word: string): boolean {
  return word.length <= 30 && /^[a-z][\w:.-]*$/.test(word) && scriptKind(word) !== undefined;
}

function each(rule: Rule, names: string): Record<string, Rule> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}
