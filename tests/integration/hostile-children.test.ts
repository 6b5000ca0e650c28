import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { childEnvironment, runChild } from '../../src/processes/index.js';
import { processesWith, waitUntil } from '../support/running-processes.js';

/** How each kind misbehaves (a shell or Node program; $0 or the first argument is its marker) and how it must end. */
interface Kind {
  readonly does: string;
  readonly shell?: string;
  readonly node?: string;
  readonly ends: 'ok' | 'exited' | 'timeout' | 'output_too_large';
}

// Whatever lingers must carry the marker in its own arguments, or a survivor would not be noticed.
const LINGER = `sh -c 'while :; do sleep 0.2; done' "$0"`;
const STUBBORN = `sh -c 'trap "" TERM HUP INT; while :; do sleep 0.2; done' "$0"`;

const KINDS: readonly Kind[] = [
  { does: 'sleeps for ever', shell: 'while :; do sleep 0.2; done', ends: 'timeout' },
  { does: 'ignores TERM', shell: 'trap "" TERM HUP INT; while :; do sleep 0.2; done', ends: 'timeout' },
  { does: 'forks, holds the pipe and exits', shell: `${LINGER} & echo done`, ends: 'ok' },
  { does: 'forks a child that ignores TERM and exits', shell: `${STUBBORN} & echo done`, ends: 'ok' },
  { does: 'forks twice and exits', shell: `( ${LINGER} & ) ; ( ( ${STUBBORN} & ) & ) ; echo done`, ends: 'ok' },
  { does: 'forks twice and fails', shell: `( ( ${LINGER} & ) & ) ; exit 7`, ends: 'exited' },
  { does: 'forks and waits for a stubborn child', shell: `${STUBBORN} & wait`, ends: 'timeout' },
  { does: 'floods standard output', shell: 'yes "$0"', ends: 'output_too_large' },
  { does: 'floods standard output and ignores TERM', shell: 'trap "" TERM; yes "$0"', ends: 'output_too_large' },
  { does: 'floods standard error', shell: 'yes "$0" >&2', ends: 'timeout' },
  { does: 'exits at once without reading', shell: 'exit 0', ends: 'ok' },
  { does: 'fails at once without reading', shell: 'exit 3', ends: 'exited' },
  { does: 'closes its input and output and stays', shell: `exec <&- >&- 2>&-; ${LINGER}`, ends: 'timeout' },
  { does: 'prints half a JSON', shell: `printf '{"result": "unfini'`, ends: 'ok' },
  { does: 'prints half a JSON and hangs', shell: `printf '{"result":'; ${LINGER}`, ends: 'timeout' },
  { does: 'never reads its input', shell: `${LINGER}`, ends: 'timeout' },
  { does: 'prints NUL and bytes that are no text', shell: `printf 'a\\000b\\377\\376c'`, ends: 'ok' },
  { does: 'kills itself', shell: 'kill -9 $$', ends: 'exited' },
  { does: 'kills its whole group', shell: 'kill -9 0', ends: 'exited' },
  { does: 'stops itself', shell: 'kill -STOP $$; while :; do sleep 0.2; done', ends: 'timeout' },
  { does: 'writes one byte now and then for ever', shell: 'while :; do printf x; sleep 0.05; done', ends: 'timeout' },
  { does: 'writes one endless line', shell: 'cat /dev/zero "$0"', ends: 'output_too_large' },
  { does: 'throws', node: 'process.stdin.resume(); throw new Error("hostile")', ends: 'exited' },
  {
    does: 'handles TERM by working on',
    node: 'process.on("SIGTERM", () => {}); setInterval(() => {}, 50)',
    ends: 'timeout',
  },
  {
    does: 'spawns again whenever it is asked to end',
    node: `const again = () => require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 50)', process.argv[1]]);
      process.on('SIGTERM', again); again(); setInterval(() => {}, 50)`,
    ends: 'timeout',
  },
];

const INPUTS = [
  { size: 'with a small prompt', stdin: 'hello' },
  { size: 'with a prompt of 300 KB', stdin: 'x'.repeat(300_000) },
];

const CHILDREN = KINDS.flatMap((kind) => INPUTS.map((input) => ({ ...kind, ...input })));

describe.concurrent('fifty hostile programs', () => {
  it('are fifty', () => {
    expect(CHILDREN).toHaveLength(50);
  });

  it.each(CHILDREN)('a child that $does, $size, becomes a value and leaves nobody behind', async (child) => {
    const marker = `hostile-${randomUUID()}`;
    const outcome = await run(child, marker);
    expect(outcome.ok ? 'ok' : outcome.error.kind).toBe(child.ends);
    expect(processesWith(marker)).toEqual([]);
  });

  it.each(KINDS.filter((kind) => kind.ends === 'timeout'))('a child that $does can be cancelled', async (kind) => {
    const marker = `hostile-${randomUUID()}`;
    const controller = new AbortController();
    const pending = run({ ...kind, stdin: 'hello' }, marker, controller.signal, 60_000);
    await waitUntil('the child runs', () => processesWith(marker).length > 0);
    controller.abort();
    expect(await pending).toEqual({ ok: false, error: { kind: 'cancelled' } });
    expect(processesWith(marker)).toEqual([]);
  });
});

function run(
  child: Pick<Kind, 'shell' | 'node'> & { stdin: string },
  marker: string,
  signal?: AbortSignal,
  timeoutMs = 400,
) {
  const [command, args] =
    child.node === undefined
      ? ['sh', ['-c', child.shell ?? '', marker]]
      : [process.execPath, ['-e', child.node, marker]];
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
