import path from 'node:path';
import { codeOf, programFiles, readSource, sourceFiles } from './source-files.js';

const WRITTEN = sourceFiles('scripts', 'tests').filter((file) => !/^tests\/(?:data|fixtures)\//.test(file));

/** Comments that open with a relative clause instead of a verb or a subject. */
export function relativeComments(): string[] {
  return [...programFiles(), ...WRITTEN].flatMap((file) => findRelativeComments(readSource(file)).map(inFile(file)));
}

export function findRelativeComments(text: string): string[] {
  // A line of a longer comment continues a sentence.
  const opener =
    /(?:\/\*\*?\s+(?:\* )?|(?<!\/\/.*\n[ \t]*)\/\/ )(?:What|Whether|Of|Where|Who|Whom|Whose|How|Which)\b.*/g;
  return [...text.matchAll(opener)].map(([comment]) => comment);
}

export function functionsNamedOf(): string[] {
  return [...programFiles(), ...WRITTEN].flatMap((file) => findFunctionsNamedOf(codeOf(file)).map(inFile(file)));
}

export function findFunctionsNamedOf(code: string): string[] {
  const declared =
    /\bfunction\*? (\w+Of)\b|\bconst (\w+Of) = (?:async )?(?:\(|<|\w+ =>)|^ +(?:async )?(\w+Of)\(.*\{$/gm;
  return [...code.matchAll(declared)].map(([, name, constant, method]) => name ?? constant ?? method ?? '');
}

/** Titles of tests that begin with a verb: alone in a list of failures they do not say what failed. */
export function titlesWithoutSubject(): string[] {
  const tests = WRITTEN.filter((file) => file.endsWith('.test.ts'));
  return tests.flatMap((file) => findTitlesWithoutSubject(readSource(file)).map(inFile(file)));
}

export function findTitlesWithoutSubject(text: string): string[] {
  // Also after `it.each(…)`. A number of the specification may come first.
  const titles = text.matchAll(/(?:\b(?:it|test)(?:\.\w+)?\(|\)\()\s*(['"`])(?:[\w.-]+: )?((?:\\.|(?!\1).)+)\1,/g);
  return [...titles].map(([, , title = '']) => title).filter((title) => VERB.test(title) && !NO_VERB.test(title));
}

const VERB = /^(?:are|were|have|had|do|did|can|cannot|may|must|will|would|should|never|still|[a-z]+s) /;
const NO_VERB = /^(?:this|its|as|always|sometimes|others|less|tests) /;

/** Interfaces with a function in them that are used twice at most: by the one that makes such an object and one that takes it. */
export function interfacesOfOneUser(): string[] {
  const sources = programFiles().map((file) => ({ file, code: withoutImports(codeOf(file)) }));
  const uses = new Map<string, number>();
  for (const { code } of sources)
    for (const [word] of code.matchAll(/\b[A-Z]\w*/g)) uses.set(word, (uses.get(word) ?? 0) + 1);
  return sources.flatMap(({ file, code }) =>
    [...code.matchAll(/\binterface (\w+)[^{;]*\{([\s\S]*?)^\}/gm)]
      .filter(([, , members = '']) => /\)(?::| =>)/.test(members))
      // With its declaration.
      .filter(([, name = '']) => (uses.get(name) ?? 0) <= 3)
      .map(([, name = '']) => inFile(file)(name)),
  );
}

function withoutImports(code: string): string {
  return code.replace(/^(?:import|export)\b[^;]*?\bfrom\s+'[^']+';/gm, '');
}

/** Files under 60 lines with one export that only one other file of the same folder imports. */
export function singleUseFiles(): string[] {
  const files = new Set(programFiles());
  const importers = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, specifier = ''] of codeOf(file).matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const target = path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts');
      const imported = files.has(target) ? target : `${target}x`;
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
    }
  }
  return [...files].filter((file) => {
    const [importer = '', ...others] = importers.get(file) ?? [];
    const isClose = others.length === 0 && path.posix.dirname(importer) === path.posix.dirname(file);
    return isClose && readSource(file).split('\n').length <= 60 && countExports(codeOf(file)) === 1;
  });
}

/** Of values, or of types where there are only types. */
function countExports(code: string): number {
  const values = code.match(/^export (?:async function|function|const|class|let|enum|abstract)\b/gm) ?? [];
  return values.length || (code.match(/^export (?:interface|type|\{|\*)/gm) ?? []).length;
}

function inFile(file: string): (text: string) => string {
  return (text) => `${file}: ${text}`;
}
