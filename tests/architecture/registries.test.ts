import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { KNOWN_ADAPTERS } from '../../src/config/sections/adapters.js';
import { cliVendors } from '../support/cli-vendors.js';
import { HTTP_VENDORS } from '../support/http-vendors.js';
import { codeOf, ROOT, readSource, sourceFiles } from '../support/source-files.js';

describe('registries', () => {
  it('list every file that makes an adapter', () => {
    const registry = readSource('adapters/registry.ts');
    const makers = sourceFiles('adapters').filter((file) => {
      const name = path.posix.basename(file, '.ts').replaceAll('-', '');
      const exported = /export function create(\w+)Adapter\(/.exec(codeOf(file))?.[1];
      return exported?.toLowerCase() === name;
    });
    expect(makers.length).toBeGreaterThanOrEqual(14);
    expect(makers.filter((file) => !registry.includes(`./${file.slice('adapters/'.length, -3)}.js`))).toEqual([]);
  });

  it('Every built-in adapter of the registry is in the configuration, in its documentation and in the contract tests.', () => {
    const registered = [...registeredAdapters(), ['demo', 'demo']] as const;
    const { adapters } = parse(readSource('config.yaml')) as { adapters: Record<string, { type: string }> };
    const documented = readSource('docs/configuration.md');
    expect([...KNOWN_ADAPTERS]).toEqual(registered);
    expect(Object.entries(adapters).map(([name, { type }]) => [name, type])).toEqual(registered);
    const tested = [...cliVendors.map(({ name }) => name), ...HTTP_VENDORS.map(({ title }) => title.split(' ')[0])];
    const missing = registered.filter(
      ([name, type]) => !(type === 'demo' || tested.includes(name)) || !new RegExp(`\\b${name}\\b`).test(documented),
    );
    expect(missing).toEqual([]);
  });

  it('list every tool in the README', () => {
    const readme = readSource('README.md');
    const names = sourceFiles('src/mcp/tools').flatMap((file) => /\bname: '(\w+)'/.exec(codeOf(file))?.[1] ?? []);
    expect(names.length).toBeGreaterThanOrEqual(15);
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('list every file that defines an MCP tool', () => {
    const tools = sourceFiles('src/mcp/tools').filter((file) => /\bdefineTool\(/.test(codeOf(file)));
    const missing = tools.filter((file) => {
      const index = path.posix.join(path.posix.dirname(file), 'index.ts');
      return (
        !existsSync(path.join(ROOT, index)) || !readSource(index).includes(`./${path.posix.basename(file, '.ts')}.js`)
      );
    });
    expect(tools.length).toBeGreaterThanOrEqual(3);
    expect(missing).toEqual([]);
  });
});

/** Name and type of every adapter in the tables of the registry. */
function registeredAdapters(): [name: string, type: string][] {
  const tables = readSource('adapters/registry.ts').matchAll(/^const (CLI|HTTP)_ADAPTERS[^{]*\{([^}]*)\}/gm);
  return [...tables].flatMap(([, type = '', entries = '']) =>
    [...entries.matchAll(/^ {2}(\w+): async/gm)].map(([, name = '']): [string, string] => [name, type.toLowerCase()]),
  );
}
