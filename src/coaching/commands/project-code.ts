import { statSync } from 'node:fs';
import { isInside } from '../../kernel/real-path.js';
import { changesByValue, writesByName } from './names.js';
import { isTrusted, mayWrite, pathsOf, type Shell, SYSTEM_FOLDERS, UNKNOWN } from './shell.js';

/**
 * For a program that runs code or reads settings: whether all of that comes from the project, where the agent cannot
 * have written it, and whether the files that its options name as output may be written.
 */
export function usesOnlyProject(words: readonly string[], shell: Shell, commands = 0): boolean {
  if (!isInProject(shell) || words.some((word) => word.includes(UNKNOWN))) return false;
  if (!writesOnlyOutput(words, shell)) return false;
  let operand = 0;
  return words.every((word, index) => {
    const [, name = word, value] = /^(--?[^=]+)=(.*)$/s.exec(word) ?? [];
    const output = value === undefined ? (words[index - 1] ?? '') : name;
    if ((value !== undefined || !word.startsWith('-')) && isOutputOption(output) && isClearOutput(output)) return true;
    if (value !== undefined && changesByValue(value)) return false;
    if (!word.startsWith('-') && operand++ < commands && !/[/~]/.test(word)) return true;
    // `-I/path`, `-javaagent:/path`, `x=/path`
    const attached = word.startsWith('--') ? '' : word.slice(word.startsWith('-') ? 2 : 0);
    const [, absolute = ''] = /[=:,]([/~](?!\/).*)$/s.exec(word) ?? [];
    const isOutput = /^-o./.test(word) && isPath(attached, shell);
    return isOutput || [value ?? attached, absolute].every((path) => comesFromProject(path, shell));
  });
}

/** Whether the files that options name as output may be written. */
export function writesOnlyOutput(words: readonly string[], shell: Shell): boolean {
  return words.every((word, index) => {
    const [, name = '', value = ''] = /^(--?[^=]+)=(.*)$/s.exec(word) ?? [];
    if (name !== '' && isOutputOption(name)) return mayBeOutput(value, shell);
    if (/^-o./.test(word)) return mayBeOutput(word.slice(2), shell);
    return word.startsWith('-') || !isOutputOption(words[index - 1] ?? '') || mayBeOutput(word, shell);
  });
}

/** Programs look for their settings from the folder in which they are started. */
export function isInProject(shell: Shell): boolean {
  return shell.folders.length > 0 && shell.folders.every((folder) => isTrusted(folder, shell));
}

function isOutputOption(option: string): boolean {
  if (option.includes('=')) return false;
  return option === '-d' || /^-[a-zA-Z]*o$/.test(option) || (option.startsWith('-') && writesByName(option));
}

/** Others, such as `--dir` and `--file`, may as well name what is read. */
function isClearOutput(option: string): boolean {
  return /^-[a-zA-Z]*[od]$|out|report|log|dest|junit|cov|cache|temp|tmp|target|xml|trace|dump/i.test(option);
}

/** `xml:report.xml` and `cache_dir=.cache` have a name before the path. */
function mayBeOutput(given: string, shell: Shell): boolean {
  const value = given.replace(/^\w+[:=](?!\/\/)/, '');
  return value === '-' || !isPath(value, shell) || isReport(value, shell) || mayWrite(value, shell);
}

/** A word such as `json` names a kind of output, unless there is a file of that name. */
function isPath(value: string, shell: Shell): boolean {
  return /[/.~]/.test(value) || pathsOf(value, shell).some(exists);
}

/** What tests leave behind, by its ending: `coverage.out`, or a `report.xml` that is not there yet. */
function isReport(value: string, shell: Shell): boolean {
  const isNew = !pathsOf(value, shell).some(exists);
  return !value.includes('..') && (isNew ? NEW_REPORT : REPORT).test(value) && comesFromProject(value, shell);
}

const REPORT = /\.(?:out|prof|log|lcov|info|sarif|tap)$/;
const NEW_REPORT = /\.(?:out|prof|log|lcov|info|sarif|tap|xml|json|html|txt)$/;

function comesFromProject(word: string, shell: Shell): boolean {
  const [fixed = ''] = word.split(/[*?[{]/);
  const paths = pathsOf(fixed, shell);
  return (
    paths.length > 0 &&
    paths.every((path) => isTrusted(path, shell) || SYSTEM_FOLDERS.some((folder) => isInside(folder, path)))
  );
}

function exists(path: string): boolean {
  try {
    return statSync(path) !== undefined;
  } catch {
    return false;
  }
}
