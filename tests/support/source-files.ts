import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Paths relative to the root, with forward slashes. */
export function sourceFiles(...folders: string[]): string[] {
  return filesBelow(folders, /\.(ts|mjs)$/);
}

/** The program itself, with the components of its pages. */
export function programFiles(): string[] {
  return filesBelow(['src', 'adapters'], /\.tsx?$/);
}

function filesBelow(folders: readonly string[], name: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && name.test(entry.name))
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
  );
}

export function readSource(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** Without comments, so that a word in an explanation is not taken for code. */
export function codeOf(file: string): string {
  return readSource(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '');
}

/** The documents for people: at the root, in docs/, in every module, in the plugin, and the commented configuration. */
export function documentFiles(): string[] {
  const roots = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'config.yaml'];
  const nested = ['docs', 'src', 'adapters', 'plugin'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`),
  );
  return [...roots, ...nested].filter((file) => existsSync(path.join(ROOT, file)));
}
