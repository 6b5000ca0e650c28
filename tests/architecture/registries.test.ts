import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
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

  it('agree on the names of the built-in adapters, and every one has its contract test', () => {
    const known = [...KNOWN_ADAPTERS.keys()].filter((name) => name !== 'demo').sort();
    const registered = [...readSource('adapters/registry.ts').matchAll(/^ {2}(\w+): async/gm)].map(([, name]) => name);
    expect(registered.sort()).toEqual(known);
    const tested = [...cliVendors.map(({ name }) => name), ...HTTP_VENDORS.map(({ title }) => title.split(' ')[0])];
    expect(known.filter((name) => !tested.includes(name))).toEqual([]);
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
