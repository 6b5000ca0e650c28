import { findProgram, programName, programs, unwrap, type Words } from '../../commands/programs.js';

/**
 * Finds what may be another command among the arguments: `docker compose run tools terraform destroy`,
 * `find . -exec rm -rf {} +`, `ssh host git push`. The arguments of programs that read, and of git, are texts and names.
 */
export function innerCommands(words: Words): Words[] {
  const program = programName(words[0] ?? '');
  const start = program === 'find' ? words.findIndex((word) => word.startsWith('-exec')) + 1 : 1;
  if (start === 0 || (program !== 'find' && takesTextOnly(program))) return [];
  const rest = words.slice(start, start + MAX_INNER_COMMANDS);
  // By its bare name: `/srv/test` is a folder.
  const reader = rest.findIndex((word) => programs().get(word)?.reads === true);
  return rest.slice(0, reader === -1 ? undefined : reader).map((_, index) => words.slice(start + index));
}

const MAX_INNER_COMMANDS = 20;

export function takesTextOnly(program: string): boolean {
  const { reads, takesText } = findProgram(program);
  return reads === true || takesText === true;
}

/**
 * Finds out if a keyword is itself one of these commands, whatever else they are given: `git push --force` is also
 * `git -C dir push origin main -f`, and `rm -rf` is `rm --recursive --force build`. A dry run is not the command.
 */
export function matchesCommand(keyword: string, commands: readonly Words[], inner: readonly Words[] = []): boolean {
  const [first = '', ...rest] = unwrap(keyword.trim().split(/\s+/));
  const program = programName(first);
  if (commands.length === 0 || program === '') return false;
  const operands = rest.filter((word) => !isOption(word));
  const options = rest.filter(isOption);
  // A single word may be the name of anything: `brew install terraform`.
  return [...commands, ...(rest.length > 0 ? inner : [])].some((words) => {
    const name = programName(words[0] ?? '');
    return (
      // `deploy.sh`, `prisma@5` and `hashicorp/terraform:1.9` are known by their first part.
      (name === program || name.split(/[.:@]/)[0] === program) &&
      hasOperands(words.slice(1), operands) &&
      options.every((option) => hasOption(words, option)) &&
      !words.some((word) => DRY_RUN.test(word))
    );
  });
}

const DRY_RUN = /^--?(?:dry-?run(?!=none)|help$)/;

/** In this order, from the first on. The word behind an option may be its value, so it can be skipped. */
function hasOperands(given: Words, wanted: Words): boolean {
  let found = 0;
  for (const [index, word] of given.entries()) {
    if (found === wanted.length) return true;
    if (isOption(word) || word === '--') continue;
    const before = given[index - 1] ?? '';
    if (word.toLowerCase() === wanted[found]?.toLowerCase()) found++;
    else if (!isOption(before) || before.includes('=')) return false;
  }
  return found === wanted.length;
}

function hasOption(words: Words, wanted: string): boolean {
  const has = (name: string) => words.some((word) => word === name || word.startsWith(`${name}=`));
  // Some programs take both `-destroy` and `--destroy`.
  if (has(wanted) || (wanted.length > 3 && has(wanted.startsWith('--') ? wanted.slice(1) : `-${wanted}`))) return true;
  const program = programName(words[0] ?? '');
  if (program === 'git' && words.includes('push') && (wanted === '--force' || wanted === '-f')) {
    return words.some((word) => FORCED_PUSH.test(word));
  }
  const short = words.filter((word) => /^-[a-zA-Z]{1,5}$/.test(word)).join('');
  const letters = program === 'rm' ? short.toLowerCase() : short;
  if (!wanted.startsWith('--')) {
    return wanted
      .slice(1)
      .split('')
      .every((letter) => letters.includes(letter) || has(LONG_OPTIONS[letter] ?? ''));
  }
  const letter = Object.keys(LONG_OPTIONS).find((name) => LONG_OPTIONS[name] === wanted);
  return letter !== undefined && letters.includes(letter) && SHORT_FORMS.has(program);
}

const LONG_OPTIONS: Readonly<Record<string, string>> = { d: '--delete', f: '--force', r: '--recursive' };
/** Elsewhere `-f` is mostly a file, as in `kubectl delete -f pod.yaml`. */
const SHORT_FORMS = new Set(['git', 'rm', 'cp', 'mv', 'ln']);
/** Options that overwrite the remote branch: `-f`, `--force-with-lease`, `--mirror`, `+main`. */
const FORCED_PUSH = /^(?:-[a-zA-Z]*f[a-zA-Z]*|--force\S*|--mirror|\+.+)$/;

function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-' && word !== '--';
}
