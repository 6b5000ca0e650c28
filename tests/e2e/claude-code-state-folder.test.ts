import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyMachine, type EmptyMachine } from '../integration/cli-program.js';
import { runClaudeCode, toolResultsOf, whyNoPrograms } from '../support/claude-code.js';
import { startCoach } from '../support/coach-program.js';
import { startLoopbackApi } from '../support/loopback-api.js';
import { type Block, speakTurns } from '../support/loopback-messages-api.js';

const reason = whyNoPrograms('claude');
if (reason !== undefined) console.log(`skipped: Claude Code cannot read the coach's key: ${reason}`);

describe.skipIf(reason !== undefined)("Claude Code and the coach's key", { timeout: 180_000 }, () => {
  it('Without the rules of init, its tools read and find the key.', async () => {
    const machine = newMachine();
    const { results, key, file } = await tryToRead(machine);
    expect(results.map((result) => result.includes(key) || result.includes(file))).toEqual([true, true, true, true]);
  });

  it.each(['local', 'user', 'team'])(
    'With the rules of the scope %s, no tool reads or finds the key.',
    async (scope) => {
      const machine = newMachine();
      await machine.witan(scope === 'local' ? ['init'] : ['init', `--${scope}`]);
      const { results, key } = await tryToRead(machine);
      expect(results).toEqual([
        expect.stringContaining('denied'),
        expect.stringContaining('denied'),
        expect.stringContaining('No matches found'),
        expect.stringContaining('No files found'),
      ]);
      expect(results.join()).not.toContain(key);
    },
  );
});

function newMachine(): EmptyMachine {
  const machine = createEmptyMachine();
  onTestFinished(() => machine.remove());
  return machine;
}

/** Results of the calls by which a model tries to get the key of a running coach. */
async function tryToRead(machine: EmptyMachine) {
  await startCoach({ machine });
  const folder = join(machine.home, '.local/state/witan');
  const name = readdirSync(folder).find((entry) => /^coach-.*\.json$/.test(entry)) ?? '';
  const file = join(folder, name);
  const calls: Block[] = [
    use('Read', { file_path: file }),
    use('Grep', { pattern: '"key"', path: file, output_mode: 'content' }),
    use('Grep', { pattern: '"key"', path: dirname(folder), output_mode: 'content' }),
    use('Glob', { pattern: '**/coach-*.json', path: dirname(folder) }),
  ];
  const turns = [...calls.map((call) => [call]), [{ type: 'text', text: 'done' } as const]];
  const service = await startLoopbackApi(speakTurns(turns), { kind: 'answer', text: '' });
  onTestFinished(() => service.close());
  const tools = 'Read,Grep,Glob';
  const args = ['-p', 'Find the key.', '--tools', tools, '--allowedTools', tools];
  await runClaudeCode({ home: machine.home, cwd: machine.project, url: service.url, args });
  const { key } = JSON.parse(readFileSync(file, 'utf8')) as { readonly key: string };
  return { results: toolResultsOf(service.requests), key, file };
}

function use(name: string, input: object): Block {
  return { type: 'tool_use', id: `toolu_${Math.random().toString(36).slice(2)}`, name, input };
}
