import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const ENTRIES = ['src/program/library/council.d.ts', 'src/program/library/semantics.d.ts'];

/** The declarations that the library's entries reach, and no others; they may lean on no package. */
export async function emitTypes(root, folder) {
  const everything = `${folder}-everything`;
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // Whether the types are right is the concern of `npm run check`; here they are only written.
  const options = ['-p', 'tsconfig.types.json', '--noCheck', '--outDir', everything];
  const problems = await promisify(execFile)(process.execPath, [compiler, ...options], { cwd: root }).then(
    () => '',
    (error) => error.stdout || error.message,
  );
  for (const file of reachable(everything, ENTRIES)) {
    // Files that the library only loads may have declarations that cannot be written.
    if (problems.includes(file.replace(/\.d\.ts$/, '.ts('))) {
      throw new Error(`the library's types cannot be written:\n${problems}`);
    }
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(everything, file), target);
  }
  rmSync(everything, { recursive: true });
}

function reachable(folder, entries) {
  const found = new Set();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const specifier of importsOf(readFileSync(path.join(folder, file), 'utf8'))) {
      if (!specifier.startsWith('.')) throw new Error(`${file} needs the types of ${specifier}`);
      waiting.push(path.join(path.dirname(file), specifier).replace(/\.js$/, '.d.ts'));
    }
  }
  return found;
}

function importsOf(text) {
  return [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g)].map((match) => match[1]);
}
