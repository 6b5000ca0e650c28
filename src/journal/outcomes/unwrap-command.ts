/** A program that runs another one: which of its options take a value, and how many words of its own follow them. */
interface Wrapper {
  readonly valued?: readonly string[];
  readonly own?: number;
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: { valued: ['-u', '--unset', '-C', '--chdir'] },
  'cross-env': {},
  'cross-env-shell': {},
  dotenv: { valued: ['-e', '-f'] },
  time: { valued: ['-f', '-o'] },
  nice: { valued: ['-n'] },
  ionice: { valued: ['-c', '-n'] },
  nohup: {},
  command: {},
  exec: {},
  stdbuf: { valued: ['-i', '-o', '-e'] },
  sudo: { valued: ['-u', '-g', '-C', '-D'] },
  timeout: { valued: ['-k', '-s', '--kill-after', '--signal'], own: 1 },
  'xvfb-run': { valued: ['-n', '-s', '-e', '-f', '-w', '--server-args'] },
  caffeinate: {},
  corepack: {},
  npx: { valued: ['-p', '--package', '-w', '--workspace'] },
  bunx: {},
  pnpx: {},
};

/** The same, behind a word of their own: `poetry run pytest`. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  poetry: ['run'],
  pipenv: ['run'],
  uv: ['run'],
  pdm: ['run'],
  rye: ['run'],
  hatch: ['run'],
  bundle: ['exec'],
  mise: ['exec', 'x'],
  direnv: ['exec'],
  fnm: ['exec'],
  conda: ['run'],
};

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** The command that really runs: without `NAME=value`, `env`, `timeout 60`, `npx`, `poetry run` and the like. */
export function unwrapCommand(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !ASSIGNMENT.test(word));
  if (start < 0) return [];
  const [program = '', ...args] = words.slice(start);
  const name = programName(program);
  const wrapper = WRAPPERS[name];
  if (wrapper !== undefined) {
    const inner = withoutOptions(args, wrapper.valued ?? []).slice(wrapper.own ?? 0);
    return inner.length === 0 ? [name] : unwrapCommand(inner);
  }
  const [verb = '', ...rest] = withoutOptions(args, []);
  if (RUNNERS[name]?.includes(verb)) return unwrapCommand(withoutOptions(rest, ['--project', '--directory', '-n']));
  return [name, ...args];
}

/** `./node_modules/.bin/jest` and `jest.cmd` are jest. */
export function programName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1).replace(/\.(?:exe|cmd|bat|ps1)$/i, '');
}

/** What follows the leading options; `valued` names those whose value is a word of its own. */
export function withoutOptions(args: readonly string[], valued: readonly string[]): readonly string[] {
  let start = 0;
  while (start < args.length && args[start]?.startsWith('-')) {
    const option = args[start] ?? '';
    start += option !== '--' && valued.includes(option) ? 2 : 1;
    if (option === '--') break;
  }
  return args.slice(start);
}
