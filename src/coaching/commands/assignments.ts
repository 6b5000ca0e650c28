import { isTrusted, pathsOf, type Shell } from './shell.js';

const ASSIGNMENT = /^([A-Za-z_]\w*)(\+?=|\[)(.*)$/s;

export function isAssignment(word: string): boolean {
  return ASSIGNMENT.test(word);
}

/** Whether programs may be given this variable: one of these, with a value that neither runs nor writes anything. */
export function isHarmlessExport(word: string, shell: Shell): boolean {
  const [, name = '', operator, value = ''] = ASSIGNMENT.exec(word) ?? [];
  if (operator !== '=') return false;
  if (PAGERS.test(name)) return /^(?:cat|less|)$/.test(value);
  if (name === 'NODE_OPTIONS') return value.split(' ').every((option) => NODE_OPTION.test(option));
  if (name === 'PYTHONPATH') {
    const paths = value.split(':').flatMap((folder) => pathsOf(folder || '.', shell));
    return paths.length > 0 && paths.every((path) => isTrusted(path, shell));
  }
  return HARMLESS.test(name) || (/UPDATE|SNAPSHOT/.test(name) && /^(?:0|no|false|never|)$/i.test(value));
}

/** A variable of the shell alone can be any, unless the shell or programs that it starts look at it. */
export function isHarmlessVariable(word: string, shell: Shell): boolean {
  const [, name = '', operator] = ASSIGNMENT.exec(word) ?? [];
  if (operator !== '=') return false;
  return (!SPECIAL.test(name) && !shell.context.isExported(name)) || isHarmlessExport(word, shell);
}

const PAGERS = /^(?:GIT_|MAN)?PAGER$/;
const NODE_OPTION =
  /^(?:--(?:max-old-space-size=\d+|no-warnings|enable-source-maps|trace-[\w-]+|experimental-vm-modules|no-deprecation)|)$/;
const HARMLESS =
  /^(?:CI|DEBUG|LANG|LANGUAGE|LC_\w+|TZ|TERM|COLUMNS|LINES|VERBOSE|PORT|HOST|(?:FORCE|NO|CLI)_?COLOR\w*|(?:NODE|RAILS|RACK|APP|FLASK|MIX|BABEL|GO|DJANGO)_ENV|DJANGO_SETTINGS_MODULE|RUST_(?:BACKTRACE|LOG)|\w*LOG_LEVEL|CGO_ENABLED|GOOS|GOARCH|PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|HASHSEED|WARNINGS)|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS|DOCKER_BUILDKIT|\w*_?(?:SEED|TIMEOUT(?:_MS)?|RETRIES|WORKERS))$/;
/** Names with a meaning for shells, loaders and programs that agents use all the time. */
const SPECIAL =
  /^(?:PATH|HOME|CDPATH|PWD|OLDPWD|SHELL|SHELLOPTS|BASHOPTS|IFS|ENV|BASH_\w+|PS\d|PROMPT_COMMAND|GLOBIGNORE|EXECIGNORE|FPATH|HIST\w+|TMPDIR|TMP|TEMP|EDITOR|VISUAL|BROWSER|\w*PAGER|LESS\w*|XDG_\w+|CC|CXX|(?:LD|DYLD|GIT|NODE|NPM|npm|PYTHON|PERL|RUBY|JAVA|GO|CARGO|RUST|MAKE|DOCKER)\w+)$/;
