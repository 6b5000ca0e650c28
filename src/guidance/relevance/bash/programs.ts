/** Programs that look at files and change nothing: what they name is no reason to show anything. */
export const READERS = new Set(
  `cat head tail less more bat grep egrep fgrep rg ag ack ls ll tree wc file stat du df diff cmp comm sort uniq cut tr
  jq yq awk sed find fd locate which whereis type man info help echo printf pwd date whoami id uname env printenv true
  false test [ [[ basename dirname realpath readlink md5sum sha1sum sha256sum cksum xxd hexdump od strings column nl tac
  shellcheck eslint tflint tfsec ruff mypy flake8 pylint hadolint yamllint actionlint markdownlint sqlfluff tsc biome
  oxlint prettier black isort gofmt rustfmt ps top htop history sleep open code vim vi nano emacs`.split(/\s+/),
);

/** Words of programs with subcommands that only look. */
export const READING_SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(
    'diff log show status blame grep ls-files ls-tree rev-parse describe shortlog reflog remote cat-file add fetch help config branch stash tag worktree bisect whatchanged'.split(
      ' ',
    ),
  ),
  gh: new Set(['view', 'list', 'status', 'diff', 'checks', 'search', 'auth']),
  kubectl: new Set(['get', 'describe', 'logs', 'top', 'explain', 'diff', 'config', 'version', 'api-resources']),
  helm: new Set(['list', 'ls', 'status', 'get', 'show', 'template', 'lint', 'search', 'history']),
  terraform: new Set(['fmt', 'validate', 'show', 'output', 'graph', 'version', 'providers', 'plan']),
  docker: new Set(['ps', 'images', 'logs', 'inspect', 'version', 'info', 'stats']),
  npm: new Set(['ls', 'list', 'view', 'info', 'outdated', 'audit', 'why', 'help', 'search', 'pack']),
  pnpm: new Set(['ls', 'list', 'view', 'info', 'outdated', 'audit', 'why', 'help']),
  yarn: new Set(['list', 'info', 'outdated', 'audit', 'why', 'help']),
};

/** Options before a subcommand that have a value of their own. */
export const VALUE_OPTIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace']),
  gh: new Set(['-R', '--repo']),
  kubectl: new Set(['-n', '--namespace', '--context', '--kubeconfig', '--cluster', '--user']),
  helm: new Set(['-n', '--namespace', '--kube-context', '--kubeconfig']),
  npm: new Set(['--prefix', '-w', '--workspace', '-C']),
  pnpm: new Set(['--filter', '-F', '-C', '--dir']),
  yarn: new Set(['--cwd']),
  docker: new Set(['--context', '-H', '--host', '--config']),
  'docker-compose': new Set(['-f', '--file', '-p']),
};

/** Programs that run a text they are given: behind one of these options (`*`: anywhere), or on their input. */
export const INTERPRETERS: Readonly<Record<string, RegExp>> = {
  psql: /^(?:-[a-zA-Z]*c|--command)$/,
  mysql: /^(?:-[a-zA-Z]*e|--execute)$/,
  mariadb: /^(?:-[a-zA-Z]*e|--execute)$/,
  sqlite3: /./,
  duckdb: /./,
  'redis-cli': /./,
  mongosh: /^--eval$/,
  sqlcmd: /^-[qQ]$/,
};

/** Programs that run a file: its name says what is done. */
export const RUNNERS = new Set(
  'node deno bun tsx ts-node python python3 ruby perl php bash sh zsh source . gh ansible-playbook go cargo make just task'.split(
    ' ',
  ),
);

/** Programs that run what a project has named: `make deploy-web`, `npm run db-migrate`. */
export const TASK_RUNNERS = new Set(
  'npm pnpm yarn bun make just task rake gradle gradlew composer nx turbo'.split(' '),
);

/** A statement that changes a database, whoever is told to run it. */
export const CHANGING_STATEMENT =
  /\b(?:alter|create|drop|truncate)\s+(?:table|index|column|database|schema|view|type)\b/i;

/** Programs that take away every file they are given. */
export const REMOVERS = new Set(['rm', 'shred', 'unlink']);
/** Programs that change every file they are given. */
export const CHANGERS = new Set(['tee', 'truncate', 'touch', 'sponge', 'dos2unix']);
/** Programs whose last operand is what they write. */
export const COPIERS = new Set(['cp', 'install', 'ln', 'rsync', 'scp']);
export const CHANGING_GIT = new Set(['mv', 'rm', 'checkout', 'restore', 'apply', 'am']);

/** Options by which a program that otherwise looks changes its files. */
export function changesInPlace(program: string, options: readonly string[]): boolean {
  const has = (...names: string[]) => options.some((option) => names.includes(option.split('=')[0] ?? ''));
  if (program === 'sed' || program === 'perl')
    return options.some((option) => /^-[a-z]*i/.test(option)) || has('--in-place');
  if (program === 'sort') return has('-o', '--output');
  if (program === 'awk') return options.includes('inplace');
  if (program === 'yq') return has('-i', '--inplace');
  if (program === 'gofmt') return has('-w');
  if (program === 'black' || program === 'isort') return !has('--check', '--diff');
  return has('--in-place', '--inplace', '--write', '--fix', '--overwrite');
}
