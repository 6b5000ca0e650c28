export type Words = readonly string[];

/** The facts about a program. A list has its words separated by spaces. */
export interface Program {
  /** Only reads, whatever it is given or with these subcommands (`rollout/status` is two words). */
  readonly reads?: true | string;
  /** The options, in one text, with which it changes its operands although it otherwise reads. */
  readonly rewrites?: RegExp;
  /** The operands that it changes: the last of a copy, and `output` behind `-o`. */
  readonly changes?: 'all' | 'last' | 'moved' | 'removed' | 'output';
  /** Its arguments are names and messages, which may mention any command. */
  readonly takesText?: true;
  /** Runs the SQL or other statements that it is given. */
  readonly isDatabaseClient?: true;
  readonly isShell?: true;
  /** Runs another command, which follows its options, or one of these words and the options behind it. */
  readonly wraps?: true | string;
  /** The number of words that it takes before that command. */
  readonly ownWords?: number;
  /** Its exit code is not that of the wrapped command. */
  readonly hidesExitCode?: true;
  /** Options whose value is a word of its own. */
  readonly valued?: string;
  /** Tests or builds always, or depending on its arguments; `runs.ts` has the rules. */
  readonly runs?: 'test' | 'build' | 'verb' | 'targets' | 'any' | 'tasks' | 'scripts' | 'any script' | 'python' | 'php';
  /** The verbs, targets or options with which it tests. */
  readonly tests?: string;
  readonly builds?: string;
  /** Targets that do neither and do not fail; for a program that always runs, verbs with which it does not. */
  readonly except?: string;
  /** Builds if no target is given. */
  readonly buildsAlone?: true;
}

const TARGETS: Program = {
  runs: 'targets',
  tests: 'test tests check unit integration e2e verify spec',
  builds: 'all build compile typecheck',
  except: 'clean',
};
const SCRIPTS: Program = {
  runs: 'scripts',
  tests: 'test t tst',
  wraps: 'exec x dlx',
  valued: '--prefix -C -w --workspace --filter -F --cwd --dir --loglevel -p --package',
};

/** Names, separated by spaces, with facts about each of them. */
const FACTS: readonly (readonly [string, Program])[] = [
  [
    `cat head tail less more bat grep egrep fgrep rg ag ack ls ll tree wc file stat du df diff cmp comm sort uniq cut tr
    jq yq awk sed find fd locate which whereis type man info help echo printf pwd date whoami id uname env printenv true
    false test [ [[ basename dirname realpath readlink md5sum sha1sum sha256sum cksum xxd hexdump od strings column nl tac
    shellcheck eslint tflint tfsec ruff mypy flake8 pylint hadolint yamllint actionlint markdownlint sqlfluff tsc biome
    oxlint prettier black isort gofmt rustfmt ps top htop history sleep open code vim vi nano emacs`,
    { reads: true },
  ],
  // Also those that change no tracked file.
  [
    'git',
    {
      reads: `diff log show status blame grep ls-files ls-tree rev-parse describe shortlog reflog remote cat-file add
      fetch help config branch stash tag worktree bisect whatchanged`,
    },
  ],
  ['gh', { reads: 'view list status diff checks search auth' }],
  ['git gh glab', { takesText: true }],
  [
    'kubectl',
    {
      reads: 'get describe logs top explain diff config version api-resources rollout/status rollout/history',
    },
  ],
  ['helm', { reads: 'list ls status get show template lint search history' }],
  ['terraform', { reads: 'fmt validate show output graph version providers plan' }],
  ['docker', { reads: 'ps images logs inspect version info stats' }],
  ['npm pnpm yarn', { reads: 'ls list view info outdated audit why help search pack' }],

  ['sed perl', { rewrites: / -[a-z]*i| --in-place\b/ }],
  ['sort', { rewrites: / (?:-o|--output)(?:=| |$)/ }],
  ['awk', { rewrites: / inplace\b/ }],
  ['yq', { rewrites: / (?:-i|--inplace)(?:=| |$)/ }],
  ['gofmt', { rewrites: / -w(?:=| |$)/ }],
  ['black isort', { rewrites: /^(?!.* --(?:check|diff)(?:=| |$))/ }],
  ['rm shred unlink', { changes: 'removed' }],
  ['tee truncate touch sponge dos2unix', { changes: 'all' }],
  ['mv', { changes: 'moved' }],
  ['cp install ln rsync scp', { changes: 'last' }],
  ['curl wget', { changes: 'output' }],
  ['psql mysql mariadb sqlite3 duckdb redis-cli mongosh sqlcmd clickhouse-client cqlsh', { isDatabaseClient: true }],
  ['sh bash dash zsh ksh', { isShell: true }],

  ['nohup command exec corepack caffeinate cross-env cross-env-shell bunx pnpx', { wraps: true }],
  ['sudo', { wraps: true, valued: '-u -g -C -D -h -p -r -t -U' }],
  ['doas', { wraps: true, valued: '-u -C' }],
  ['env', { wraps: true, valued: '-u --unset -C --chdir' }],
  ['dotenv', { wraps: true, valued: '-e -f' }],
  ['time', { wraps: true, valued: '-f -o' }],
  ['nice ionice', { wraps: true, valued: '-n -c' }],
  ['stdbuf', { wraps: true, valued: '-i -o -e' }],
  ['timeout', { wraps: true, valued: '-k -s --kill-after --signal', ownWords: 1 }],
  ['xvfb-run', { wraps: true, valued: '-n -s -e -f -w --server-args' }],
  ['xargs', { wraps: true, valued: '-I -P -L -n -d -s -a -E', hidesExitCode: true }],
  ['setsid', { wraps: true, hidesExitCode: true }],
  ['npx', { wraps: true, valued: '-p --package -w --workspace' }],
  ['poetry pipenv uv pdm rye hatch conda', { wraps: 'run', valued: '--project --directory -n' }],
  ['bundle fnm', { wraps: 'exec' }],
  ['mise', { wraps: 'exec x' }],
  ['direnv', { wraps: 'exec', ownWords: 1 }],

  ['npm', SCRIPTS],
  ['pnpm yarn bun', { ...SCRIPTS, runs: 'any script' }],
  ['jest mocha ava tap tape jasmine pytest py.test unittest nose2 tox nox rspec phpunit pest', { runs: 'test' }],
  ['ctest gotestsum bats prove busted behave cucumber karma wtr', { runs: 'test' }],
  ['vitest', { runs: 'test', except: 'list init bench dev watch' }],
  [
    'tsc vue-tsc tsgo webpack rollup esbuild tsup swc ninja msbuild javac gcc g++ clang clang++ rustc ghc',
    {
      runs: 'build',
    },
  ],
  ['bazel bazelisk dotnet swift zig flutter stack cabal nx', { runs: 'verb', tests: 'test', builds: 'build' }],
  ['meson mix dart', { runs: 'verb', tests: 'test', builds: 'compile' }],
  ['deno', { runs: 'verb', tests: 'test', builds: 'check compile' }],
  ['go', { runs: 'verb', tests: 'test', builds: 'build vet', valued: '-C' }],
  ['cargo', { runs: 'verb', tests: 'test t nextest', builds: 'build b check c clippy', valued: '--config -C -Z' }],
  ['rails composer playwright', { runs: 'verb', tests: 'test' }],
  ['cypress', { runs: 'verb', tests: 'run' }],
  ['vite next', { runs: 'verb', builds: 'build' }],
  ['just task rake', TARGETS],
  ['make gmake', { ...TARGETS, valued: '-C -f -j -l -o -W', buildsAlone: true }],
  ['turbo lerna', { ...TARGETS, valued: '-p --projects --filter', except: 'run run-many affected' }],
  ['sbt lein', { ...TARGETS, tests: 'test', builds: 'compile' }],
  [
    'mvn mvnw',
    {
      ...TARGETS,
      tests: 'test verify integration-test',
      builds: 'compile package install',
      valued: '-pl -f -P -s -T',
    },
  ],
  ['gradle gradlew', { runs: 'tasks', builds: 'assemble classes' }],
  ['node tsx', { runs: 'any', tests: '--test' }],
  ['cmake', { runs: 'any', builds: '--build' }],
  ['xcodebuild', { runs: 'any', tests: 'test', buildsAlone: true }],
  ['python', { runs: 'python', valued: '-W -X' }],
  ['php', { runs: 'php' }],
];

let table: Map<string, Program> | undefined;

/** The table by name, made on first use: most hooks need none of it. */
export function programs(): ReadonlyMap<string, Program> {
  if (table !== undefined) return table;
  table = new Map();
  for (const [names, facts] of FACTS) {
    for (const name of names.split(/\s+/)) table.set(name, { ...table.get(name), ...facts });
  }
  return table;
}

const UNKNOWN: Program = {};

export function findProgram(word: string): Program {
  const name = programName(word);
  return programs().get(/^python[\d.]+$/.test(name) ? 'python' : name) ?? UNKNOWN;
}

/** `./node_modules/.bin/jest` and `jest.cmd` are jest. */
export function programName(word: string): string {
  const name = word.slice(word.lastIndexOf('/') + 1);
  return name.includes('.') ? name.replace(/\.(?:exe|cmd|bat|ps1)$/i, '') : name;
}

/** Looks for a word in a list of the table. */
export function has(list: string | undefined, word: string | undefined): boolean {
  return list !== undefined && word !== undefined && list.split(/\s+/).includes(word);
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
const KEYWORD = /^(?:if|then|else|elif|fi|do|done|while|until|!|\{|\})$/;

/**
 * The command that really runs: `FOO=1 sudo -u x git push` is `git push`, and so is `then poetry run git push`. A
 * wrapper without a command stays. With `exitCode`, what changes the exit code stays, too: `!` and `xargs`.
 */
export function unwrap(words: Words, keep: { readonly exitCode?: boolean } = {}): Words {
  const start = words.findIndex((word) => !ASSIGNMENT.test(word) && (keep.exitCode || !KEYWORD.test(word)));
  if (start === -1) return [];
  const command = words.slice(start);
  const [name = '', first = ''] = command;
  const program = findProgram(name);
  // `command -v git` only says where it is.
  const isQuestion = name === 'command' && /^-[vV]/.test(first);
  if (program.wraps === undefined || isQuestion || (keep.exitCode && program.hidesExitCode)) return command;
  const behind = skipOptions(command.slice(1), program.valued);
  if (program.wraps !== true && !has(program.wraps, behind[0])) return command;
  const inner = (program.wraps === true ? behind : skipOptions(behind.slice(1), program.valued)).slice(
    program.ownWords,
  );
  return inner.length === 0 ? command : unwrap(inner, keep);
}

/** The words behind the leading options. */
export function skipOptions(args: Words, valued?: string): Words {
  let start = 0;
  while (args[start]?.startsWith('-')) {
    if (args[start] === '--') return args.slice(start + 1);
    start += has(valued, args[start]) ? 2 : 1;
  }
  return args.slice(start);
}
