import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
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
