/** How a program that runs another is written. */
interface Wrapper {
  /** How many of its own operands come first. */
  readonly operands?: number;
  /** Options that it may be given. */
  readonly flags?: RegExp;
  /** Options with a value. */
  readonly values?: string;
}

/** Programs that run the command behind their options. With any other option, what they do is not known. */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  'sudo doas': { flags: /^-[nEHS]$/, values: '-u -g' },
  time: { flags: /^-[pvl]$/ },
  'command nohup cross-env exec': {},
  setsid: { flags: /^-[wf]$/ },
  stdbuf: { flags: /^-[ioe][L\d]+$/ },
  env: { flags: /^(?:-i|-)$/, values: '-u' },
  'xvfb-run dotenv': { flags: /^-a$/ },
  'c8 nyc': { flags: /^--(?:reporter=[\w-]+|all|silent|check-coverage|skip-full|no-clean)$/ },
  nice: { flags: /^-\d+$/, values: '-n' },
  ionice: { flags: /^-[cn]\d$/, values: '-c -n' },
  timeout: {
    operands: 1,
    flags: /^(?:--(?:preserve-status|foreground|verbose|signal=\w+|kill-after=\w+)|-v)$/,
    values: '-s -k',
  },
  xargs: {
    flags:
      /^(?:-[0rt]+(?:[nPL]\d+)?|-[nPL]\d+|-[dI]\S+|--(?:null|no-run-if-empty|verbose|max-args=\d+|max-procs=\d+))$/,
    values: '-n -P -L -d -I',
  },
  'npx bunx pnpx': { flags: /^(?:-y|-q|--(?:yes|no|no-install|quiet))$/, values: '-p --package' },
};

/** Tools that run a command with a word of their own: `uv run pytest`, `docker compose exec web pytest`. */
const RUNNERS: readonly (Wrapper & { readonly words: RegExp; readonly isContainer?: boolean })[] = [
  {
    words:
      /^(?:poetry|uv|pdm|rye|hatch|pipenv|conda|mamba|bundle|mise|asdf|direnv|op|doppler|nvm|volta|rtx) (?:run|exec) /,
    flags: /^--(?:frozen|locked|offline|quiet|no-sync|isolated|all-extras|dev)$|^-q$/,
    values: '--extra --group',
  },
  {
    words: /^(?:docker compose|docker-compose|podman compose|docker|podman) (?:run|exec) /,
    operands: 1,
    flags: /^(?:-[itdT]+|--(?:rm|no-deps|no-TTY|interactive|tty|init|quiet-pull))$/,
    values: '-e -u -w --env --user --workdir --index --name -p',
    isContainer: true,
  },
];

export interface Unwrapped {
  readonly words: readonly string[];
  /** It runs where paths mean something else. */
  readonly isContainer: boolean;
}

/** The command within; undefined for a program that runs no other, 'unknown' if it cannot be found. */
export function unwrap(name: string, rest: readonly string[]): Unwrapped | 'unknown' | undefined {
  const wrapper = BY_NAME.get(name);
  const nothing = { words: ['true'], isContainer: false };
  // Only says where a program is.
  if (name === 'command' && /^-[vV]$/.test(rest[0] ?? '')) return nothing;
  if (wrapper !== undefined) {
    const words = withoutOptions(rest, wrapper);
    const runsBuiltin = /^(?:command|time|exec)$/.test(name) && CHANGES_SHELL.test(words?.[0] ?? '');
    if (words === undefined || runsBuiltin) return 'unknown';
    if (words.length > 0) return { words, isContainer: false };
    // `exec > file` only redirects; `env` and `time` alone show something.
    return rest.length > 0 ? 'unknown' : nothing;
  }
  const line = `${[name, ...rest].join(' ')} `;
  for (const { words, isContainer = false, ...runner } of RUNNERS) {
    const [found] = words.exec(line) ?? [];
    if (found === undefined) continue;
    const inner = withoutOptions(rest.slice(found.trim().split(' ').length - 1), runner);
    return inner === undefined || inner.length === 0 ? 'unknown' : { words: inner, isContainer };
  }
  return undefined;
}

/** Behind another word, what they do to the shell is not followed. */
const CHANGES_SHELL =
  /^(?:cd|pushd|popd|eval|source|\.|export|declare|typeset|local|readonly|set|unset|read|mapfile|readarray|printf|let|getopts|hash)$/;

const BY_NAME = new Map(
  Object.entries(WRAPPERS).flatMap(([names, wrapper]) => names.split(' ').map((name) => [name, wrapper] as const)),
);

/** Undefined for an option that is not listed. */
function withoutOptions(words: readonly string[], wrapper: Wrapper): readonly string[] | undefined {
  const values = new Set((wrapper.values ?? '').split(' '));
  let index = 0;
  let operands = wrapper.operands ?? 0;
  for (; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--') continue;
    if (word.startsWith('-')) {
      if (values.has(word)) index++;
      else if (!wrapper.flags?.test(word)) return undefined;
    } else if (operands > 0) operands--;
    else break;
  }
  return words.slice(index);
}
