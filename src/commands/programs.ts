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

export const PROGRAMS = new Map<string, Program>();

function know(names: string, facts: Program): void {
  for (const name of names.split(/\s+/)) PROGRAMS.set(name, { ...PROGRAMS.get(name), ...facts });
}

know(
  `cat head tail less more bat grep egrep fgrep rg ag ack ls ll tree wc file stat du df diff cmp comm sort uniq cut tr
    jq yq awk sed find fd locate which whereis type man info help echo printf pwd date whoami id uname env printenv true
    false test [ [[ basename dirname realpath readlink md5sum sha1sum sha256sum cksum xxd hexdump od strings column nl tac
    shellcheck eslint tflint tfsec ruff mypy flake8 pylint hadolint yamllint actionlint markdownlint sqlfluff tsc biome
    oxlint prettier black isort gofmt rustfmt ps top htop history sleep open code vim vi nano emacs`,
  { reads: true },
);
// Also those that change no tracked file.
know('git', {
  reads: `diff log show status blame grep ls-files ls-tree rev-parse describe shortlog reflog remote cat-file add
      fetch help config branch stash tag worktree bisect whatchanged`,
});
know('gh', { reads: 'view list status diff checks search auth' });
know('git gh glab', { takesText: true });
know('kubectl', {
  reads: 'get describe logs top explain diff config version api-resources rollout/status rollout/history',
});
know('helm', { reads: 'list ls status get show template lint search history' });
know('terraform', { reads: 'fmt validate show output graph version providers plan' });
know('docker', { reads: 'ps images logs inspect version info stats' });
know('npm pnpm yarn', { reads: 'ls list view info outdated audit why help search pack' });

know('sed perl', { rewrites: / -[a-z]*i| --in-place\b/ });
know('sort', { rewrites: / (?:-o|--output)(?:=| |$)/ });
know('awk', { rewrites: / inplace\b/ });
know('yq', { rewrites: / (?:-i|--inplace)(?:=| |$)/ });
know('gofmt', { rewrites: / -w(?:=| |$)/ });
know('black isort', { rewrites: /^(?!.* --(?:check|diff)(?:=| |$))/ });
know('rm shred unlink', { changes: 'removed' });
know('tee truncate touch sponge dos2unix', { changes: 'all' });
know('mv', { changes: 'moved' });
know('cp install ln rsync scp', { changes: 'last' });
know('curl wget', { changes: 'output' });
know('psql mysql mariadb sqlite3 duckdb redis-cli mongosh sqlcmd clickhouse-client cqlsh', { isDatabaseClient: true });
know('sh bash dash zsh ksh', { isShell: true });

know('nohup command exec corepack caffeinate cross-env cross-env-shell bunx pnpx', { wraps: true });
know('sudo', { wraps: true, valued: '-u -g -C -D -h -p -r -t -U' });
know('doas', { wraps: true, valued: '-u -C' });
know('env', { wraps: true, valued: '-u --unset -C --chdir' });
know('dotenv', { wraps: true, valued: '-e -f' });
know('time', { wraps: true, valued: '-f -o' });
know('nice ionice', { wraps: true, valued: '-n -c' });
know('stdbuf', { wraps: true, valued: '-i -o -e' });
know('timeout', { wraps: true, valued: '-k -s --kill-after --signal', ownWords: 1 });
know('xvfb-run', { wraps: true, valued: '-n -s -e -f -w --server-args' });
know('xargs', { wraps: true, valued: '-I -P -L -n -d -s -a -E', hidesExitCode: true });
know('setsid', { wraps: true, hidesExitCode: true });
know('npx', { wraps: true, valued: '-p --package -w --workspace' });
know('poetry pipenv uv pdm rye hatch conda', { wraps: 'run', valued: '--project --directory -n' });
know('bundle fnm', { wraps: 'exec' });
know('mise', { wraps: 'exec x' });
know('direnv', { wraps: 'exec', ownWords: 1 });

know('npm', SCRIPTS);
know('pnpm yarn bun', { ...SCRIPTS, runs: 'any script' });
know('jest mocha ava tap tape jasmine pytest py.test unittest nose2 tox nox rspec phpunit pest', { runs: 'test' });
know('ctest gotestsum bats prove busted behave cucumber karma wtr', { runs: 'test' });
know('vitest', { runs: 'test', except: 'list init bench dev watch' });
know('tsc vue-tsc tsgo webpack rollup esbuild tsup swc ninja msbuild javac gcc g++ clang clang++ rustc ghc', {
  runs: 'build',
});
know('bazel bazelisk dotnet swift zig flutter stack cabal nx', { runs: 'verb', tests: 'test', builds: 'build' });
know('meson mix dart', { runs: 'verb', tests: 'test', builds: 'compile' });
know('deno', { runs: 'verb', tests: 'test', builds: 'check compile' });
know('go', { runs: 'verb', tests: 'test', builds: 'build vet', valued: '-C' });
know('cargo', { runs: 'verb', tests: 'test t nextest', builds: 'build b check c clippy', valued: '--config -C -Z' });
know('rails composer playwright', { runs: 'verb', tests: 'test' });
know('cypress', { runs: 'verb', tests: 'run' });
know('vite next', { runs: 'verb', builds: 'build' });
know('just task rake', TARGETS);
know('make gmake', { ...TARGETS, valued: '-C -f -j -l -o -W', buildsAlone: true });
know('turbo lerna', { ...TARGETS, valued: '-p --projects --filter', except: 'run run-many affected' });
know('sbt lein', { ...TARGETS, tests: 'test', builds: 'compile' });
know('mvn mvnw', {
  ...TARGETS,
  tests: 'test verify integration-test',
  builds: 'compile package install',
  valued: '-pl -f -P -s -T',
});
know('gradle gradlew', { runs: 'tasks', builds: 'assemble classes' });
know('node tsx', { runs: 'any', tests: '--test' });
know('cmake', { runs: 'any', builds: '--build' });
know('xcodebuild', { runs: 'any', tests: 'test', buildsAlone: true });
know('python', { runs: 'python', valued: '-W -X' });
know('php', { runs: 'php' });

const UNKNOWN: Program = {};

export function findProgram(word: string): Program {
  const name = programName(word);
  return PROGRAMS.get(/^python[\d.]+$/.test(name) ? 'python' : name) ?? UNKNOWN;
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
