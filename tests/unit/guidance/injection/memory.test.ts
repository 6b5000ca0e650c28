import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { claimPause } from '../../../../src/guidance/injection/claim-pause.js';
import { recordInjection } from '../../../../src/guidance/injection/record-injection.js';
import { readSessionMemory } from '../../../../src/guidance/injection/session-memory.js';
import { call, decide, item, NOW, project } from '../fixture.js';

const claim = (dataFolder: string, toolUseId: string, sessionId = 's') =>
  claimPause(dataFolder, { sessionId, toolUseId, itemIds: ['a'], now: NOW });

describe('a claim to pause', () => {
  it('is given to the first call of a session, again and again, and to no other', () => {
    const { dataFolder } = project();
    expect(claim(dataFolder, 'one')).toEqual(['a']);
    expect(claim(dataFolder, 'two')).toEqual([]);
    expect(claim(dataFolder, 'one')).toEqual(['a']);
    expect(claim(dataFolder, 'two', 'another session')).toEqual(['a']);
  });

  it('is given to exactly one of several processes at the same moment', async () => {
    const place = project();
    const bundle = path.join(place.projectFolder, 'claim.cjs');
    const source = path.resolve('src/guidance/injection/claim-pause.ts');
    await build({
      stdin: {
        contents: `import { claimPause } from ${JSON.stringify(source)};
          const [, , dataFolder, toolUseId] = process.argv;
          console.log(claimPause(dataFolder, { sessionId: 's', toolUseId, itemIds: ['a'], now: new Date() }).length);`,
        resolveDir: path.resolve('.'),
        loader: 'ts',
      },
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    });
    const run = (id: number) => promisify(execFile)(process.execPath, [bundle, place.dataFolder, `call-${id}`]);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, id) => run(id)));
    expect(answers.map(({ stdout }) => stdout.trim()).sort()).toEqual(['0', '0', '0', '0', '0', '1']);
  });

  it('is not given where it cannot be remembered: the call would be held back for ever', () => {
    const place = project();
    place.write('blocked', 'a file where the folder should be');
    expect(claim(path.join(place.projectFolder, 'blocked'), 'one')).toEqual([]);
    expect(claim(place.dataFolder, '')).toEqual([]);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'is not given on a full disk, and a log that cannot grow costs nothing else',
    () => {
      const { dataFolder } = project();
      mkdirSync(dataFolder);
      for (const name of ['pauses.jsonl', 'injections.jsonl']) symlinkSync('/dev/full', path.join(dataFolder, name));
      expect(claim(dataFolder, 'one')).toEqual([]);
      const { log } = decide([item()], call('Write', '/path/to/plugin.json'));
      expect(() => recordInjection(dataFolder, log)).not.toThrow();
      expect(readSessionMemory(dataFolder, 's').seen.size).toBe(0);
    },
  );
});

describe("a session's memory", () => {
  it('holds what was shown, withheld and held back in this session only', () => {
    const { dataFolder } = project();
    const injection = decide([item()], call('Write', '/path/to/plugin.json'));
    recordInjection(dataFolder, injection.log);
    claimPause(dataFolder, { sessionId: 'session-1', toolUseId: 'call-1', itemIds: [item().id], now: NOW });
    const memory = readSessionMemory(dataFolder, 'session-1');
    expect(memory.pauses.get(item().id)).toBe('call-1');
    expect(memory.seen.get(item().id)).toEqual({ at: NOW.getTime(), toolUseId: 'call-1' });
    expect(readSessionMemory(dataFolder, 'other').seen.size).toBe(0);
  });

  it('is empty where its files are missing or broken', () => {
    const { dataFolder } = project();
    expect(readSessionMemory(dataFolder, 's')).toEqual({ pauses: new Map(), seen: new Map() });
    mkdirSync(dataFolder);
    writeFileSync(path.join(dataFolder, 'pauses.jsonl'), '{"session":"s"\nnull\n[]\n{"session":"s","item":5}\n');
    writeFileSync(path.join(dataFolder, 'injections.jsonl'), '\u0000\n{"__proto__":{"session":"s"}}\n');
    expect(readSessionMemory(dataFolder, 's')).toEqual({ pauses: new Map(), seen: new Map() });
  });
});
