import { isAssignment, isHarmlessExport } from './assignments.js';
import type { Judge } from './judge.js';
import { changesByName, isCheckName } from './names.js';
import { commandIndex, hasOption, operandsOf, valuesOf } from './options.js';
import { packageScript } from './package-scripts.js';
import { isInProject, usesOnlyProject } from './project-code.js';

const ELSEWHERE = '-C --prefix --filter -F -w --workspace --cwd --dir';

/** `npm test`, `npm run lint -- --fix`, `yarn eslint`, `pnpm -r test`: a script by its text, or a program. */
export const judgePackageManager: Judge = (call, again) => {
  const { name, words, shell } = call;
  if (!isInProject(shell)) return false;
  const start = commandIndex(words, ELSEWHERE);
  const options = words.slice(0, start);
  const [command = '', ...rest] = words.slice(start);
  const end = words.indexOf('--');
  // npm reads its own options also behind the name of a script.
  const own = name === 'npm' ? words.slice(0, end === -1 ? undefined : end) : options;
  if (!own.every((word) => !word.startsWith('-') || OWN_OPTION.test(word)) || !usesOnlyProject(options, shell))
    return false;
  if (!words.filter((word) => /^-.*=|[/~]/.test(word)).every((word) => usesOnlyProject([word], shell))) return false;
  if (command === '') return words.length > 0 && words.every((word) => /^--?(?:v|version|help)$/.test(word));
  if (/^(?:workspace|workspaces|foreach)$/.test(command)) {
    return judgePackageManager({ ...call, words: rest.slice(command === 'workspace' ? 1 : 0) }, again);
  }
  if (/^(?:run|run-script)$/.test(command)) return runScript({ ...call, words: [...options, ...rest] }, again);
  if (/^(?:exec|dlx|x)$/.test(command)) {
    return again.program(
      rest.filter((word) => word !== '--'),
      call,
    );
  }
  if (/^(?:test|t|tst)$/.test(command) && name !== 'bun') {
    return runScript({ ...call, words: [...options, 'test', ...rest] }, again);
  }
  const readers = `${READERS} ${name === 'bun' ? 'test build' : 'ci'}`.split(' ');
  if (readers.includes(command)) return !rest.some((word) => CHANGING_WORDS.test(word) || changesByName(word));
  if (name === 'npm') return false;
  const isScript = packageScript(command, shell) !== undefined || isCheckName(command);
  return isScript ? runScript(call, again) : again.program([command, ...rest], call);
};

const OWN_OPTION =
  /^(?:-[swrFCgyqpdavhtuk]|-ws|--(?:silent|if-present|workspaces?|prefix|cwd|dir|filter|recursive|parallel|stream|loglevel|json|depth|long|all|prod|production|dev|omit|include-workspace-root|yes|no-[\w-]+|offline|prefer-offline|quiet|verbose|color|audit-level|version|help|package|reporter|aggregate-output|sort|global|run|coverage|watch|ci|bail|ignore-scripts|fund|workspace-root|topological-dev))(?:=.*)?$/;

const READERS =
  'ls list ll la view info show outdated audit why explain help search ping whoami root prefix bin doctor config licenses pm';
const CHANGING_WORDS = /^(?:fix|set|delete|rm|edit|-u)$/;

/** The text of the script with what is added to it; a script that is not found, by its name. */
export const runScript: Judge = ({ words, shell }, again) => {
  const start = commandIndex(words, ELSEWHERE);
  const [name, ...rest] = words.slice(start);
  if (name === undefined) return true;
  const added = rest.filter((word) => word !== '--');
  if (added.some((word) => changesByName(word) || word === '-u')) return false;
  const isElsewhere = words.slice(0, start).some((word) => `${ELSEWHERE} -r --recursive`.split(' ').includes(word));
  const script = isElsewhere ? undefined : packageScript(name, shell);
  if (script === undefined) return isCheckName(name);
  const suffix = added.map((word) => ` '${word.replaceAll("'", '')}'`).join('');
  for (const text of [...script.around, `${script.text}${suffix}`]) {
    const judgment = again.script(text, { ...shell, folders: [script.folder], skippedFolders: [] });
    if (judgment !== true) return judgment;
  }
  return true;
};

/** `run-s lint test:unit` and `concurrently "npm:lint" "tsc -w"` */
export const judgeSeveral: Judge = (call, again) => {
  for (const word of call.words.filter((one) => !one.startsWith('-'))) {
    const [, script = call.name === 'concurrently' ? undefined : word] = /^npm:(.+)$/.exec(word) ?? [];
    const judgment =
      script === undefined ? again.script(word, call.shell) : runScript({ ...call, words: [script] }, again);
    if (judgment !== true) return judgment;
  }
  return true;
};

/** `make test`, `gradle :app:check`, `mvn -q verify`: all that they are asked to do has the name of a test or a build. */
export const judgeTasks: Judge = ({ name, words, shell }) => {
  if (
    words.some(changesByName) ||
    !usesOnlyProject(
      words.filter((word) => !word.startsWith(':')),
      shell,
      2,
    )
  )
    return false;
  const isMake = name === 'make' || name === 'gmake';
  // `SHELL=…` chooses what runs the recipes.
  const isHarmless = (word: string) => !isAssignment(word) || isHarmlessExport(word, shell) || /^V=\d$/.test(word);
  if (isMake && (hasOption(words, '--eval -E') || !words.every(isHarmless))) return false;
  if (isMake && words.some((word) => /^-[a-z]*n$|^--(?:dry-run|just-print)$/.test(word))) return true;
  const end = words.indexOf('--');
  const operands = operandsOf(words.slice(0, end === -1 ? undefined : end), TASK_VALUES);
  const isRunner = ['nx', 'turbo', 'lerna'].includes(name);
  // `nx test app`: behind the task is what it is run for.
  const named = isRunner
    ? operands.filter((word) => !/^(?:run|run-many|affected|exec)$/.test(word)).slice(0, 1)
    : operands;
  const tasks = [...named.filter((word) => !word.includes('=')), ...valuesOf(words, '-e -s -t --target')];
  if (tasks.length === 0) return isMake || ['rake', 'tox', 'nox'].includes(name);
  // The phase of Maven that puts a build into the person's own folder.
  return tasks.every((task) => isCheckName(task) || (task === 'install' && name.startsWith('mvn')));
};

const TASK_VALUES =
  '-C -f -p -s -pl -P -k -j -e -t --project-dir --directory --target --projects --tests --scope --filter';
