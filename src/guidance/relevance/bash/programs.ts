/** Programs that only read: nothing is shown for the files that they name. */
export const READERS = new Set(
  `cat head tail less more bat grep egrep fgrep rg ag ack ls ll tree wc file stat du df diff cmp comm sort uniq cut tr
  jq yq awk sed find fd locate which whereis type man info help echo printf pwd date whoami id uname env printenv true
  false test [ [[ basename dirname realpath readlink md5sum sha1sum sha256sum cksum xxd hexdump od strings column nl tac
  shellcheck eslint tflint tfsec ruff mypy flake8 pylint hadolint yamllint actionlint markdownlint sqlfluff tsc biome
  oxlint prettier black isort gofmt rustfmt ps top htop history sleep open code vim vi nano emacs`.split(/\s+/),
);

/** Programs whose arguments are names and messages, which may mention any command. */
export const TEXT_PROGRAMS = new Set(['git', 'gh', 'glab']);

/** Subcommands that only read, or that change no tracked file. */
const READING_SUBCOMMANDS: Readonly<Record<string, RegExp>> = {
  git: /^(?:diff|log|show|status|blame|grep|ls-files|ls-tree|rev-parse|describe|shortlog|reflog|remote|cat-file|add|fetch|help|config|branch|stash|tag|worktree|bisect|whatchanged)$/,
  gh: /^(?:view|list|status|diff|checks|search|auth)$/,
  kubectl: /^(?:get|describe|logs|top|explain|diff|config|version|api-resources)$/,
  helm: /^(?:list|ls|status|get|show|template|lint|search|history)$/,
  terraform: /^(?:fmt|validate|show|output|graph|version|providers|plan)$/,
  docker: /^(?:ps|images|logs|inspect|version|info|stats)$/,
  npm: /^(?:ls|list|view|info|outdated|audit|why|help|search|pack)$/,
  pnpm: /^(?:ls|list|view|info|outdated|audit|why|help)$/,
  yarn: /^(?:list|info|outdated|audit|why|help)$/,
};

export function isReader(program: string, words: readonly string[]): boolean {
  // `find … -delete` and `find … -exec rm` change what they find.
  if (program === 'find') return !words.some((word) => word === '-delete' || word.startsWith('-exec'));
  if (READERS.has(program)) return true;
  const reading = READING_SUBCOMMANDS[program];
  if (reading === undefined) return false;
  const first = words.findIndex((word) => !word.startsWith('-'));
  const [one = '', two = ''] = words.slice(first).filter((word) => !word.startsWith('-'));
  if (program === 'kubectl' && one === 'rollout') return /^(?:status|history)$/.test(two);
  // The first word may be the value of an option before it: `git -C dir log`. `gh pr view` has two subcommands.
  return reading.test(one) || ((first > 0 || program === 'gh') && reading.test(two));
}

/** Options by which a program that otherwise reads changes its files. */
export function rewritesFiles(program: string, options: readonly string[]): boolean {
  const has = (...names: string[]) => options.some((option) => names.includes(option.split('=')[0] ?? ''));
  if (program === 'sed' || program === 'perl') {
    return options.some((option) => /^-[a-z]*i/.test(option)) || has('--in-place');
  }
  if (program === 'sort') return has('-o', '--output');
  if (program === 'awk') return options.includes('inplace');
  if (program === 'yq') return has('-i', '--inplace');
  if (program === 'gofmt') return has('-w');
  if (program === 'black' || program === 'isort') return !has('--check', '--diff');
  return has('--in-place', '--inplace', '--write', '--fix', '--overwrite');
}

/** Programs that run the statements they are given. */
export const DATABASE_CLIENTS = new Set(
  'psql mysql mariadb sqlite3 duckdb redis-cli mongosh sqlcmd clickhouse-client cqlsh'.split(' '),
);

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
