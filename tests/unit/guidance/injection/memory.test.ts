import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { recordInjection } from '../../../../src/guidance/injection/logs.js';
import { claimPause } from '../../../../src/guidance/injection/pauses.js';
import { readSessionMemory } from '../../../../src/guidance/injection/session-memory.js';
import type { ToolCall } from '../../../../src/guidance/relevance/tool-action.js';
import { call, decide, item, NOW, project } from '../fixture.js';

const write = (toolUseId: string, content = 'a') =>
  call('Write', { file_path: '/path/to/plugin.json', content }, { sessionId: 's', toolUseId });
const claim = (dataFolder: string, asked: ToolCall, afterMs = 0) =>
  claimPause(dataFolder, asked, { itemIds: ['a'], now: new Date(NOW.getTime() + afterMs) });

describe('a claim to pause', () => {
  it('is given to every call until two seconds after the first one, and to none later', () => {
    const { dataFolder } = project();
    expect(claim(dataFolder, write('one', '1'))).toEqual(['a']);
    expect(claim(dataFolder, write('two', '2'), 100)).toEqual(['a']);
    expect(claim(dataFolder, write('three', '3'), 2_000)).toEqual(['a']);
    expect(claim(dataFolder, write('four', '4'), 2_001)).toEqual([]);
    expect(claim(dataFolder, { ...write('four', '4'), sessionId: 'another session' }, 2_001)).toEqual(['a']);
  });

  it('is given twice for the same input; then the item is answered for the whole session', () => {
    const { dataFolder } = project();
    expect(claim(dataFolder, write('one'))).toEqual(['a']);
    expect(claim(dataFolder, write('two'), 10)).toEqual(['a']);
    expect(claim(dataFolder, write('three'), 20)).toEqual([]);
    expect(claim(dataFolder, write('four', 'another input'), 30)).toEqual([]);
  });

  it('is given again when the hook of the same call runs twice, without counting as another hold', () => {
    const { dataFolder } = project();
    for (let run = 0; run < 3; run++) expect(claim(dataFolder, write('one'), run)).toEqual(['a']);
    expect(claim(dataFolder, write('two'), 10)).toEqual(['a']);
  });

  it('treats a command with another description as the same input', () => {
    const { dataFolder } = project();
    const push = (toolUseId: string, description: string) =>
      call('Bash', { command: 'git push --force', description }, { sessionId: 's', toolUseId });
    expect(claim(dataFolder, push('one', 'Push'))).toEqual(['a']);
    expect(claim(dataFolder, push('two', 'Push again'), 10)).toEqual(['a']);
    expect(claim(dataFolder, push('three', 'Really push'), 20)).toEqual([]);
  });

  it('does not pause calls for hours when the clock is set back', () => {
    const { dataFolder } = project();
    expect(claim(dataFolder, write('one', '1'))).toEqual(['a']);
    expect(claim(dataFolder, write('two', '2'), -3_600_000)).toEqual([]);
  });

  it('pauses exactly two of several processes with the same input, and all with different inputs', async () => {
    const folders = project();
    const bundle = path.join(folders.projectFolder, 'claim.cjs');
    const source = path.resolve('src/guidance/injection/pauses.ts');
    await build({
      stdin: {
        contents: `import { claimPause } from ${JSON.stringify(source)};
          const [, , dataFolder, toolUseId, command, time] = process.argv;
          const call = { sessionId: 's', toolUseId, toolName: 'Bash', toolInput: { command } };
          console.log(claimPause(dataFolder, call, { itemIds: ['a'], now: new Date(time) }).length);`,
        resolveDir: path.resolve('.'),
        loader: 'ts',
      },
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    });
    const run = async (dataFolder: string, id: number, command: string) => {
      const args = [bundle, dataFolder, `call-${id}`, command, NOW.toISOString()];
      return (await promisify(execFile)(process.execPath, args)).stdout.trim();
    };
    const ids = Array.from({ length: 5 }, (_, id) => id);
    const same = await Promise.all(ids.map((id) => run(folders.dataFolder, id, 'git push')));
    expect(same.sort()).toEqual(['0', '0', '0', '1', '1']);
    const other = path.join(folders.projectFolder, '.other');
    mkdirSync(other);
    const different = await Promise.all(ids.map((id) => run(other, id, `git push ${id}`)));
    expect(different).toEqual(['1', '1', '1', '1', '1']);
  });

  it('is not given if it cannot be remembered, because the call would be paused forever', () => {
    const folders = project();
    folders.write('blocked', 'a file where the folder should be');
    expect(claim(path.join(folders.projectFolder, 'blocked'), write('one'))).toEqual([]);
    expect(claim(folders.dataFolder, write(''))).toEqual([]);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'is not given on a full disk, and a log that cannot grow costs nothing else',
    () => {
      const { dataFolder } = project();
      mkdirSync(dataFolder, { recursive: true });
      for (const name of ['pauses.jsonl', 'injections.jsonl']) symlinkSync('/dev/full', path.join(dataFolder, name));
      expect(claim(dataFolder, write('one'))).toEqual([]);
      const { log } = decide([item()], call('Write', '/path/to/plugin.json'));
      expect(() => recordInjection(dataFolder, log)).not.toThrow();
      expect(readSessionMemory(dataFolder, 's').seen.size).toBe(0);
    },
  );
});

describe("a session's memory", () => {
  it('has what was shown, left out and paused in this session only', () => {
    const { dataFolder } = project();
    const injection = decide([item()], call('Write', '/path/to/plugin.json'));
    recordInjection(dataFolder, injection.log);
    claimPause(dataFolder, call('Write', '/path/to/plugin.json'), { itemIds: [item().id], now: NOW });
    const memory = readSessionMemory(dataFolder, 'session-1');
    expect(memory.pauses).toMatchObject([{ item: item().id, toolUseId: 'call-1', at: NOW.getTime() }]);
    expect(memory.seen.get(item().id)).toEqual({ at: NOW.getTime(), toolUseId: 'call-1' });
    expect(readSessionMemory(dataFolder, 'other').seen.size).toBe(0);
  });

  it('is empty if its files are missing or broken', () => {
    const { dataFolder } = project();
    expect(readSessionMemory(dataFolder, 's')).toEqual({ pauses: [], seen: new Map() });
    mkdirSync(dataFolder, { recursive: true });
    writeFileSync(path.join(dataFolder, 'pauses.jsonl'), '{"session":"s"\nnull\n[]\n{"session":"s","item":5}\n');
    writeFileSync(path.join(dataFolder, 'injections.jsonl'), '\u0000\n{"__proto__":{"session":"s"}}\n');
    expect(readSessionMemory(dataFolder, 's')).toEqual({ pauses: [], seen: new Map() });
  });
});
