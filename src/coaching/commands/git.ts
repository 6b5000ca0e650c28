import type { Judge } from './judge.js';
import { hasOption, outputsOf } from './options.js';
import { isInProject } from './project-code.js';
import { isTrusted, mayWrite, pathsOf } from './shell.js';

/** Commands of git that only read, in a repository whose settings the agent cannot have written. */
export const judgeGit: Judge = ({ words, shell }) => {
  let index = 0;
  for (; index < words.length; index++) {
    const word = words[index] ?? '';
    const next = words[index + 1] ?? '';
    if (word === '-C' && isFolderOfProject(next)) index++;
    else if (word === '-c' && SETTING.test(next)) index++;
    else if (!/^(?:--no-pager|-P|-p|--no-optional-locks|--literal-pathspecs|--version|--help)$/.test(word)) break;
  }
  const [command = '', ...rest] = words.slice(index);
  if (command === '') return words.length > 0;
  if (command === 'version' || command === 'help') return !hasOption(rest, '-w --web');
  if (!isInProject(shell)) return false;
  if (hasOption(rest, NEVER) || rest.some((word) => /^-O/.test(word))) return false;
  if (
    !outputsOf(
      rest.filter((word) => word.startsWith('--o')),
      '--output',
    ).every((file) => mayWrite(file, shell))
  )
    return false;
  if (READERS.has(command)) return true;
  const operands = rest.filter((word) => !word.startsWith('-'));
  const options = rest.filter((word) => word.startsWith('-'));
  return Object.hasOwn(SOMETIMES, command) && (SOMETIMES[command]?.({ operands, options }) ?? false);

  function isFolderOfProject(folder: string): boolean {
    const paths = pathsOf(folder, shell);
    return paths.length > 0 && paths.every((path) => isTrusted(path, shell));
  }
};

const SETTING = /^(?:color\.|core\.(?:pager=(?:cat|less)?$|quotepath=))/i;
const NEVER = '--ext-diff --open-files-in-pager --exec-path --upload-pack --exec --lost-found';
const READERS = new Set(
  `status log show diff blame annotate grep ls-files ls-tree rev-parse rev-list describe shortlog cat-file for-each-ref
  show-ref show-branch name-rev merge-base count-objects var check-ignore check-attr whatchanged cherry diff-tree
  diff-files diff-index range-diff merge-tree verify-commit fsck`.split(/\s+/),
);

interface Given {
  readonly operands: readonly string[];
  readonly options: readonly string[];
}

const LISTING =
  /^(?:-[lairvqn]+|-n\d+|--(?:list|all|remotes|contains|no-contains|merged|no-merged|points-at|show-current|verbose|abbrev|no-abbrev|format|sort|color|no-color|column|no-column|ignore-case)(?:=.*)?)$/;

/** They read with these operands and options. */
const SOMETIMES: Readonly<Record<string, (given: Given) => boolean>> = {
  branch: lists,
  tag: lists,
  reflog: ({ operands: [first = 'show'] }) => !/^(?:expire|delete|write|drop)$/.test(first),
  stash: ({ operands: [first] }) => first === 'list' || first === 'show',
  remote: ({ operands }) =>
    operands.length === 0 || (operands.length < 3 && /^(?:show|get-url)$/.test(operands[0] ?? '')),
  worktree: ({ operands: [first] }) => first === 'list',
  submodule: ({ operands: [first] }) => first === 'status',
  notes: ({ operands: [first] }) => first === 'show' || first === 'list',
  bisect: ({ operands: [first] }) => first === 'log',
  'symbolic-ref': ({ operands, options }) =>
    operands.length === 1 && options.every((one) => one === '--short' || one === '-q'),
  config: ({ operands, options }) => {
    if (
      !options.every((one) =>
        /^(?:-[lz]|--(?:get|get-all|get-regexp|list|local|global|system|show-origin|show-scope|name-only|type=\w+|null|includes))$/.test(
          one,
        ),
      )
    )
      return false;
    const isAsked = hasOption([...options], '--get --get-all --get-regexp --list -l');
    return isAsked || /^(?:get|list)$/.test(operands[0] ?? '') || operands.length === 1;
  },
  fetch: ({ operands }) => operands.every(isRemote),
  'ls-remote': ({ operands }) => operands.every(isRemote),
};

function lists({ operands, options }: Given): boolean {
  const hasMode = options.some((option) => !/^--(?:sort|format|color|column|abbrev)/.test(option));
  return options.every((option) => LISTING.test(option)) && (operands.length === 0 || hasMode);
}

/** No transport that runs a program, and no `from:to`, which moves a branch. */
function isRemote(operand: string): boolean {
  return /^[\w][\w./*-]*$/.test(operand) || /^https:\/\/[\w./~-]+$/.test(operand);
}
