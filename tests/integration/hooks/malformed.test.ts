import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, rmSync, symlinkSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { HOOKS } from '../../../src/hooks/vocabulary.js';
import { thisProcess } from '../../../src/kernel/process-identity.js';
import { guidanceProject, writeCall } from '../../support/guidance-project.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { seedOr } from '../../support/seed.js';
import { ROOT } from '../../support/source-files.js';
import { HOOK, NEUTRAL, runHookProgram } from './hook-program.js';
import { malformedEvents } from './malformed-events.js';

// WITAN_HOSTILE_EVENTS=2000: that many different events, and every one of them under every condition. Without it each
// condition gets a few of its own.
const ALL = Number(process.env.WITAN_HOSTILE_EVENTS ?? 0);
const SAMPLE = 14;
const SEED = seedOr(20_261_116);
const names = Object.keys(HOOKS);

interface Condition {
  readonly folder: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** What runs the program, if not the test itself. */
  readonly carrier?: readonly string[];
}

/** Each makes a project in which something is wrong. */
const CONDITIONS: Readonly<Record<string, () => Condition>> = {
  'no graph': () => ({ folder: guidanceProject({}).folder }),
  'a corrupt graph': () => corrupted('{"nodes": [{"id": "process_x", "type": "Concept"'),
  'graphs and journal that are locked, a loop, a folder and a pipe in place of graphs': () => {
    const { folder, dataFolder } = guidanceProject();
    const graphs = join(folder, '.claude', 'graphs');
    symlinkSync('loop_graph.json', join(graphs, 'loop_graph.json'));
    mkdirSync(join(graphs, 'folder_graph.json'));
    spawnSync('mkfifo', [join(graphs, 'pipe_graph.json')]);
    const journal = join(folder, '.claude', 'journal');
    for (const made of [dataFolder, journal]) mkdirSync(made, { recursive: true });
    const lock = join(dataFolder, '.graphs.lock');
    writeFileSync(lock, 'held by another process');
    // It never grows old enough to be given up for dead.
    utimesSync(lock, new Date('2100-01-01'), new Date('2100-01-01'));
    writeFileSync(join(journal, '.lock'), JSON.stringify({ ...thisProcess(), token: '0123456789abcdef' }));
    return { folder };
  },
  'a graph of 50 MB': () => {
    const { folder } = corrupted('');
    const file = openSync(join(folder, '.claude/graphs/deployment_graph.json'), 'w');
    writeSync(file, '{"nodes": ["');
    for (let megabyte = 0; megabyte < 50; megabyte++) writeSync(file, 'x'.repeat(1_000_000));
    writeSync(file, '"]}');
    return { folder };
  },
  'no HOME': () => ({ folder: guidanceProject().folder, environment: { HOME: undefined } }),
  'data and journal that cannot be written': () => {
    const { folder, dataFolder } = guidanceProject();
    rmSync(dataFolder, { recursive: true });
    writeFileSync(dataFolder, '');
    writeFileSync(join(folder, '.claude', 'journal'), '');
    return { folder };
  },
};

describe('malformed events', () => {
  it.each(Object.entries(CONDITIONS))(
    'are met with silence and exit 0: %s',
    { timeout: 3_600_000 },
    async (_, make) => {
      await expectSilence(make());
    },
  );

  it('are ignored silently under an unknown hook name', async () => {
    for (const name of ['', 'PreToolUse', '--help', '__proto__', 'constructor']) {
      expect(await runHookProgram(name, writeCall(guidanceProject(), 'plugin.json'))).toEqual(NEUTRAL);
    }
  });
});

const disk = scratchFolder('full-disk');
const mounted = `mount -t tmpfs -o size=96k tmpfs "$0"`;
const tried = spawnSync('unshare', ['-rm', 'sh', '-c', mounted, disk], { encoding: 'utf8' });
if (tried.status !== 0)
  console.log(`skipped: no small disk can be mounted here (${tried.error?.message ?? tried.stderr.trim()})`);

describe.skipIf(tried.status !== 0)('a full disk', () => {
  /** Runs what follows in a world of its own, in which the disk has the project and not a byte to spare. */
  const carrier = (): readonly string[] => {
    const { folder } = guidanceProject();
    const fill = 'cp -r "$1/.claude" "$0/" && head -c 200000 /dev/zero > "$0/filler" 2>/dev/null; shift; exec "$@"';
    return ['unshare', '-rm', 'sh', '-c', `${mounted} && ${fill}`, disk, folder];
  };

  it('is met with silence and exit 0 by malformed events', { timeout: 3_600_000 }, async () => {
    await expectSilence({ folder: disk, environment: { HOME: disk }, carrier: carrier() });
  });

  it('is met with exit 0, and no call is paused that could not be recorded', () => {
    const event = join(scratchFolder('event'), 'event.json');
    writeFileSync(event, writeCall({ folder: disk, dataFolder: join(disk, '.witan') }, 'plugin.json'));
    const script = names.map((name) => `"$1" "$2" ${name} < "$0"; echo "exit $?"`).join('\n');
    const [program, ...args] = [...carrier(), 'sh', '-c', script, event, process.execPath, HOOK];
    const { stdout, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      env: { ...process.env, WITAN_HOOK_TIMEOUT_MS: '10000' },
    });
    expect(stdout.match(/^exit 0$/gm)).toHaveLength(names.length);
    expect(stdout).not.toContain('"deny"');
    expect(stdout).toContain('Version Bump File Checklist');
    expect(stderr).toBe('');
  });
});

let conditions = 0;

async function expectSilence({ folder, environment = { HOME: process.env.HOME }, carrier = [] }: Condition) {
  const events = ALL > 0 ? malformedEvents(ALL, SEED) : malformedEvents(SAMPLE, SEED + 1_000 * ++conditions);
  const order = join(scratchFolder('order'), 'order.json');
  const encoded = events.map((event) => event.toString('base64'));
  writeFileSync(order, JSON.stringify({ hook: HOOK, folder, environment, names, events: encoded }));
  const program = join(ROOT, 'tests/fixtures/hooks/fire-events.mjs');
  const [command, ...args] = [...carrier, process.execPath, program, order];
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 10_000_000 });
  expect(JSON.parse(stdout)).toEqual({ fired: events.length, failures: [] });
  reportCases(events.length);
}

function corrupted(text: string): Condition {
  const { folder } = guidanceProject({});
  mkdirSync(join(folder, '.claude', 'graphs'), { recursive: true });
  writeFileSync(join(folder, '.claude', 'graphs', 'deployment_graph.json'), text);
  return { folder };
}
