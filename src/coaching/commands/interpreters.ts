import type { Judge, JudgeAgain, Judgment } from './judge.js';
import { judgeCode, judgeStatements } from './languages.js';
import { hasOption, valuesOf } from './options.js';
import { runScript } from './package-managers.js';
import { isInProject, usesOnlyProject } from './project-code.js';
import { isTrusted, pathsOf, type Shell, UNKNOWN } from './shell.js';

/** `bash -c "…"`, `bash check.sh`, `echo ls | sh` */
export const judgeShell: Judge = ({ words, input, shell }, again) => {
  // Only checks the syntax.
  if (words[0] === '-n') return true;
  if (words.some((word) => /^[-+]/.test(word) && !/^-[ceulvxo]+$|^--(?:login|norc|noprofile)$/.test(word)))
    return false;
  const option = words.findIndex((word) => /^-[a-z]*c$/.test(word));
  if (option !== -1) return again.script(words[option + 1] ?? UNKNOWN, shell);
  const file = words.find((word) => !word.startsWith('-'));
  if (file !== undefined) return judgeFile(file, shell, again);
  return input !== undefined && input !== UNKNOWN && again.script(input, shell);
};

/** A script of the project by its text, from where the agent cannot have written it. */
export function judgeFile(file: string, shell: Shell, again: JudgeAgain): Judgment {
  const [path, ...others] = pathsOf(file, shell);
  if (path === undefined || others.length > 0 || !isTrusted(path, shell)) return false;
  const text = shell.context.readText(path);
  const isShell = text !== undefined && (/\.(?:sh|bash)$/.test(path) || /^#!.*\b(?:ba|z|da)?sh\b/.test(text));
  return isShell && again.script(text, shell);
}

export const judgePython: Judge = (call, again) => {
  const { words, input, shell } = call;
  // Modules are found in the folder in which Python starts.
  if (!isInProject(shell)) return false;
  const start = words.findIndex((word) => !/^-[BEIOSsuvx]+$/.test(word));
  const [option = '', ...rest] = start === -1 ? [] : words.slice(start);
  if (option === '-m') {
    const [module = '', ...given] = rest;
    // A second file of json.tool is written.
    if (module === 'json.tool') return given.filter((word) => !word.startsWith('-')).length < 2;
    return READING_MODULES.has(module) ? usesOnlyProject(given, shell) : again.program(rest, call);
  }
  if (option === '-c') return judgeCode(rest[0] ?? '');
  if (/(?:^|\/)manage\.py$/.test(option)) return again.program(['manage.py', ...rest], call);
  return (option === '' || option === '-') && input !== undefined && judgeCode(input);
};

const READING_MODULES = new Set('http.server py_compile compileall build site platform dis ast'.split(' '));

export const judgeNode: Judge = (call, again) => {
  const { input, shell } = call;
  if (!isInProject(shell)) return false;
  // `--import tsx` loads a module of the project or of one of its packages.
  const words = call.words.flatMap((word, index) =>
    LOADS.test(call.words[index - 1] ?? '') ? [`--import=${word}`] : LOADS.test(word) ? [] : [word],
  );
  const loaded = words.filter((word) => /^--(?:import|require|loader|experimental-loader)=/.test(word));
  if (!usesOnlyProject(loaded, shell)) return false;
  const [option = '', ...rest] = words.filter((word) => !HARMLESS_FLAGS.test(word) && !loaded.includes(word));
  if (/^--test(?:[-=]|$)/.test(option)) {
    return !words.some((word) => /update|write/.test(word)) && usesOnlyProject([option, ...rest], shell);
  }
  if (option === '--check' || option === '-c') return usesOnlyProject(rest, shell);
  if (option === '--run') return runScript({ ...call, words: rest }, again);
  if (/^(?:-e|-p|-pe|--eval|--print)$/.test(option)) return judgeCode(rest[0] ?? '');
  const [, tool] = /^(?:\.\/)?node_modules\/(?:\.bin\/)?([\w-]+)(?:\/(?!.*\.\.)|$)/.exec(option) ?? [];
  if (tool !== undefined) return usesOnlyProject([option], shell) && again.program([tool, ...rest], call);
  return option === '' && input !== undefined && judgeCode(input);
};

const LOADS = /^(?:-r|--require|--import|--loader|--experimental-loader)$/;
const HARMLESS_FLAGS = /^--(?:no-warnings|enable-source-maps|watch|experimental-(?!loader)[\w-]+)$/;

/** `ruby -c`, `php -l` and `perl -c` only check; `-e` and `-r` run code. */
export const judgeOtherLanguage: Judge = (call, again) => {
  const [option = '', ...rest] = call.words;
  if (!isInProject(call.shell)) return false;
  if (option === (call.name === 'php' ? '-l' : '-c')) {
    return !rest.some((word) => word.startsWith('-')) && usesOnlyProject(rest, call.shell);
  }
  if (option === (call.name === 'php' ? '-r' : '-e')) return rest.length === 1 && judgeCode(rest[0] ?? '');
  return /(?:^|\/)artisan$/.test(option) && again.program(['artisan', ...rest], call);
};

export const judgeDatabase: Judge = ({ words, input }) => {
  if (hasOption(words, '-o -L -f -l --output --log-file --file --tee --pager --init-file -init')) return false;
  const given = valuesOf(words, '-c -e -cmd --command --execute --eval');
  const operands = words.filter((word) => /\s/.test(word) || word.startsWith('.'));
  const statements = [...given, ...operands, ...(input === undefined ? [] : [input])];
  return statements.length > 0 && statements.every(judgeStatements);
};
