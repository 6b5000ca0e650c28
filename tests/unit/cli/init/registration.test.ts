import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedLines } from '../../../../src/cli/init/file-edit.js';
import * as registration from '../../../../src/cli/init/registration.js';
import type { ServerCommand } from '../../../../src/cli/shell.js';

const LIST = { shown: '.mcp.json', path: ['mcpServers'], isShared: true };
const register = (text: string | undefined, server: ServerCommand) => registration.register(text, server, LIST);
const unregister = (text: string) => registration.unregister(text, LIST);
const registeredCommand = (text: string) => registration.registeredCommand(text, LIST);
const foreignKeys = (text: string) => registration.foreignKeys(text, LIST);

const SERVER = { command: '/usr/bin/node', args: ['/opt/witan/dist/witan.cjs', 'serve'] };

describe('registering in .mcp.json', () => {
  it('creates the file if there is none', () => {
    const text = register(undefined, SERVER);
    expect(JSON.parse(text)).toEqual({ mcpServers: { witan: SERVER } });
    expect(unregister(text)).toBeUndefined();
  });

  it('changes no other byte of a file, and restores it', () => {
    const before = `{
    "mcpServers": {
        "other": { "command": "npx",   "args": ["-y", "other"] }
    },
    "note": "}{ \\" ,"
}`;
    const after = register(before, SERVER);
    expect(changedLines(before, after)).toEqual([
      '-         "other": { "command": "npx",   "args": ["-y", "other"] }',
      '+         "other": { "command": "npx",   "args": ["-y", "other"] },',
      '+         "witan": {',
      '+             "command": "/usr/bin/node",',
      '+             "args": [',
      '+                 "/opt/witan/dist/witan.cjs",',
      '+                 "serve"',
      '+             ]',
      '+         }',
    ]);
    expect(unregister(after)).toBe(before);
  });

  it.each([
    ['on one line', '{"mcpServers":{"a":{"command":"a"}}}'],
    ['with Windows line ends', '{\r\n  "mcpServers": {\r\n    "a": {\r\n      "command": "a"\r\n    }\r\n  }\r\n}\r\n'],
    ['with other keys only', '{\n\t"a": [1, {"b": "]"}],\n\t"c": null\n}\n'],
  ])('restores a file %s', (_layout, before) => {
    const after = register(before, SERVER);
    expect(registeredCommand(after)).toEqual(SERVER);
    expect(unregister(after)).toBe(before);
  });

  it('changes nothing the second time', () => {
    const once = register('{"mcpServers": {}}', SERVER);
    expect(register(once, SERVER)).toBe(once);
  });

  it.each([
    [
      { command: '/old/node', args: ['serve'], env: { NODE_OPTIONS: '--require ./evil.js', PATH: '.' } },
      ['env (NODE_OPTIONS, PATH)'],
    ],
    [{ ...SERVER, env: { WITAN_CONFIG: './evil.yaml' } }, ['env (WITAN_CONFIG)']],
    [{ type: 'http', url: 'http://evil.example', headers: {} }, ['type', 'url', 'headers ()']],
    [{ ...SERVER, cwd: 'evil' }, ['cwd']],
    [{ args: SERVER.args, command: SERVER.command }, []],
    ['a text', []],
    [null, []],
  ])('writes its own entry completely and says what it removes of %j', (entry, dropped) => {
    const before = JSON.stringify({ mcpServers: { other: { env: { A: '1' } }, witan: entry } });
    expect(JSON.parse(register(before, SERVER))).toEqual({ mcpServers: { other: { env: { A: '1' } }, witan: SERVER } });
    expect(foreignKeys(before)).toEqual(dropped);
  });

  it.each([
    '{"mcpServers": {"witan": {"env": {"NODE_OPTIONS": "x"}}, "witan": {}}}',
    '{"mcpServers": {"witan": {"env": {"NODE_OPTIONS": "x"}}}, "mcpServers": {}}',
  ])('refuses a file in which a name occurs twice: %s', (text) => {
    expect(() => register(text, SERVER)).toThrow(/twice; fix it first/);
  });

  it('registers in any JSON object and keeps the rest', () => {
    const servers = fc.dictionary(fc.string(), fc.jsonValue());
    const file = fc.record({ mcpServers: servers, rest: fc.jsonValue() }, { requiredKeys: [] });
    const layout = fc.constantFrom(undefined, 1, 2, 4, '\t');
    fc.assert(
      fc.property(file, layout, (content, indent) => {
        const before = JSON.parse(JSON.stringify(content));
        const after = JSON.parse(register(JSON.stringify(content, null, indent), SERVER));
        const { witan, ...others } = after.mcpServers;
        expect(witan).toMatchObject(SERVER);
        delete before.mcpServers?.witan;
        expect({ ...after, mcpServers: others }).toEqual({ ...before, mcpServers: before.mcpServers ?? {} });
      }),
    );
  });

  it.each([
    ['{"mcpServers": {', 'is not valid JSON'],
    ['[]', 'is not a JSON object'],
    ['{"mcpServers": []}', 'has "mcpServers" that is not an object'],
  ])('refuses %s', (text, fault) => {
    expect(() => register(text, SERVER)).toThrow(fault);
    expect(() => unregister(text)).toThrow(fault);
  });
});
