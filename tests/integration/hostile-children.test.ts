import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { childEnvironment, runChild } from '../../src/processes/index.js';
import { HOSTILE_KINDS, type HostileKind, hostileCommand } from '../support/hostile-kinds.js';
import { processesWith, waitUntil } from '../support/running-processes.js';

const INPUTS = [
  { size: 'with a small prompt', stdin: 'hello' },
  { size: 'with a prompt of 300 KB', stdin: 'x'.repeat(300_000) },
];

const CHILDREN = HOSTILE_KINDS.flatMap((kind) => INPUTS.map((input) => ({ ...kind, ...input })));

describe.concurrent('fifty hostile programs', () => {
  it('are fifty at least', () => {
    expect(CHILDREN.length).toBeGreaterThanOrEqual(50);
  });

  it.each(CHILDREN)('become a value and leave no process behind: a child that $does, $size', async (child) => {
    const marker = `hostile-${randomUUID()}`;
    const outcome = await run(child, marker);
    expect(outcome.ok ? 'ok' : outcome.error.kind).toBe(child.ends);
    expect(processesWith(marker)).toEqual([]);
  });

  it.each(HOSTILE_KINDS.filter((kind) => kind.ends === 'timeout'))(
    'can be cancelled: a child that $does',
    async (kind) => {
      const marker = `hostile-${randomUUID()}`;
      const controller = new AbortController();
      const pending = run({ ...kind, stdin: 'hello' }, marker, controller.signal, 60_000);
      await waitUntil('the child runs', () => processesWith(marker).length > 0);
      controller.abort();
      expect(await pending).toEqual({ ok: false, error: { kind: 'cancelled' } });
      expect(processesWith(marker)).toEqual([]);
    },
  );
});

function run(
  child: Pick<HostileKind, 'shell' | 'node'> & { stdin: string },
  marker: string,
  signal?: AbortSignal,
  timeoutMs = 400,
) {
  const [command, args] = hostileCommand(child, marker);
  return runChild({
    command,
    args,
    stdin: child.stdin,
    env: childEnvironment(process.env),
    cwd: tmpdir(),
    // Programs of the kind that end by themselves get all the time they need on a busy machine.
    timeoutMs: 'ends' in child && child.ends !== 'timeout' ? 15_000 : timeoutMs,
    graceMs: 150,
    maxOutputBytes: 256 * 1024,
    ...(signal === undefined ? {} : { signal }),
  });
}
