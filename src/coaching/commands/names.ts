/** Words in the names of options, scripts and tasks that say: this changes files. */
const CHANGING = new Set(
  `fix write update inplace autocorrect correct autofix apply overwrite accept bless edit init generate regenerate gen
  codegen format fmt migrate migration scaffold install add remove upgrade bump release publish deploy new create sync
  rename rewrite replace snapshots patch alter promote`.split(/\s+/),
);
const LOOKING = new Set(['no', 'dry', 'check', 'without', 'skip', 'never', 'verify']);
const CHECKING = new Set(
  `test tests testing spec specs check checks build builds compile lint linter typecheck types tsc verify unit integration
  e2e coverage cov bench benchmark ci all assemble package dependencies deps tasks help version tree validate clean
  classes jar quality analyze type typing smoke`.split(/\s+/),
);

/** `--fix`, `--updateSnapshot` and `--in-place`, but not `--fix-dry-run` and `--no-edit`. */
export function changesByName(option: string): boolean {
  if (!/^--[a-zA-Z]/.test(option)) return false;
  const words = wordsOf(option.split('=', 1)[0]?.replace('in-place', 'inplace') ?? '');
  const isOff = /=(?:false|no|never|0)$/.test(option);
  return !isOff && OPTION_WORDS.some((word) => words.includes(word)) && !words.some((word) => LOOKING.has(word));
}

/** `--pager`, `--compress-program`: an option of a reader that runs something. */
export function runsByName(option: string): boolean {
  return /^--[\w-]*(?:pager|exec|plugin|program|command|cmd|hook|hostname-bin|browser|editor|preprocessor)|^--(?:pre|comp)/.test(
    option,
  );
}

/** `--outDir`, `--log-file` and `--junitxml` name what is written, but not `--log-level`, `--output-format` and `--env-file`. */
export function writesByName(option: string): boolean {
  const words = wordsOf(option);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (/^(?:out|output|outfile|outdir|dest|destination|report|junit|xml)$/.test(last)) return true;
  if (words.some((word) => INPUTS.has(word))) return false;
  return (
    OUTPUTS.test(last) ||
    (/^out/.test(first) && !/^(?:format|style|type|failure|template|level|mode|color)$/.test(last))
  );
}

const OUTPUTS =
  /(?:dir|directory|folder|file|path|out|output|report|logs?|dest|destination|xml|basetemp|trace|record|dump|profile)$/;
const INPUTS = new Set(
  `config env root rootdir project manifest ignore include exclude setup working source src input test tests cwd pattern
  build release`.split(/\s+/),
);

/** `--inline-snapshot=fix` */
export function changesByValue(value: string): boolean {
  return OPTION_WORDS.includes(value.toLowerCase());
}

/** `init`, `new`, `autocorrect`: a command of a program that otherwise checks or builds. */
export function changesByCommand(operand: string): boolean {
  return CHANGING.has(operand);
}

/** Of the changing words, those that say so in an option: `--format json` only chooses how a result is shown. */
const OPTION_WORDS = [...CHANGING].filter(
  (word) =>
    !['format', 'fmt', 'patch', 'remove', 'add', 'new', 'release', 'create', 'snapshots', 'install'].includes(word),
);

/** A script or a task that only tests or builds, by its name: `test:unit`, `:app:check`, `build-prod`, `compileJava`. */
export function isCheckName(name: string): boolean {
  const words = wordsOf(name);
  const changes = words.some((word) => CHANGING.has(word)) && !words.some((word) => LOOKING.has(word));
  return !changes && words.some((word) => CHECKING.has(word) || /^py\d+$/.test(word));
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}
