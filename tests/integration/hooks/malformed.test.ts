import { spawnSync } from 'node:child_process';
import { mkdirSync, openSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOOK_NAMES } from '../../../src/hooks/hook-names.js';
import { guidanceProject, writeCall } from '../../support/guidance-project.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { HOOK, NEUTRAL, runHookProgram } from './hook-program.js';
import { malformedEvents } from './malformed-events.js';

// All of them: WITAN_HOSTILE_EVENTS=2000. A sample is enough for every day.
const EVENTS = Number(process.env.WITAN_HOSTILE_EVENTS ?? 36);
const SEED = 20_261_116;
const names = Object.keys(HOOK_NAMES);

interface Condition {
  readonly folder: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Each makes a project in which something is wrong. */
const CONDITIONS: Readonly<Record<string, () => Condition>> = {
  'no graph': () => ({ folder: guidanceProject({}).folder }),
  'a corrupt graph': () => corrupted('{"nodes": [{"id": "process_x", "type": "Concept"'),
  'a graph that is locked, unreadable or a loop': () => {
    const { folder } = corrupted('{}');
    const graphs = join(folder, '.claude', 'graphs');
    symlinkSync('loop_graph.json', join(graphs, 'loop_graph.json'));
    mkdirSync(join(graphs, 'folder_graph.json'));
    spawnSync('mkfifo', [join(graphs, 'pipe_graph.json')]);
    writeFileSync(join(graphs, 'default_graph.json.lock'), JSON.stringify({ pid: process.pid }));
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
      const { folder, environment = {} } = make();
      const share = Math.ceil(EVENTS / Object.keys(CONDITIONS).length);
      for (const [at, event] of malformedEvents(share, SEED).entries()) {
        const name = names[at % names.length] ?? 'stop';
        const ending = await runHookProgram(name, event, {
          environment: { CLAUDE_PROJECT_DIR: folder, ...environment, ...(at % 2 === 0 && { CLAUDECODE: '1' }) },
          cwd: folder,
        });
        expect({ ...ending, event: String(event).slice(0, 300), name }).toMatchObject(
          // A healthy project greets any session; everything else has nothing to say to such events.
          name === 'session-start' && ending.stdout !== '' ? { exitCode: 0, stderr: '' } : NEUTRAL,
        );
      }
    },
  );

  it('are met with silence by names that are no hook', async () => {
    for (const name of ['', 'PreToolUse', '--help', '__proto__', 'constructor']) {
      expect(await runHookProgram(name, writeCall(guidanceProject(), 'plugin.json'))).toEqual(NEUTRAL);
    }
  });
});

const disk = scratchFolder('full-disk');
const tried = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], {
  encoding: 'utf8',
});
if (tried.status !== 0)
  console.log(`skipped: no small disk can be mounted here (${tried.error?.message ?? tried.stderr.trim()})`);

it.skipIf(tried.status !== 0)(
  'a full disk is met with exit 0, and nothing is held back that could not be remembered',
  () => {
    const script = [
      `mount -t tmpfs -o size=96k tmpfs ${disk}`,
      `mkdir -p ${disk}/.claude/graphs && cp ${guidanceProject().folder}/.claude/graphs/* ${disk}/.claude/graphs/`,
      `head -c 200000 /dev/zero > ${disk}/filler 2>/dev/null`,
      ...names.map((name) => `"${process.execPath}" "${HOOK}" ${name} < "$1"; echo "exit $?"`),
    ].join('\n');
    const event = join(scratchFolder('event'), 'event.json');
    writeFileSync(event, writeCall({ folder: disk, dataFolder: join(disk, '.witan') }, 'plugin.json'));
    const { stdout, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', event], { encoding: 'utf8' });
    expect(stdout.match(/^exit 0$/gm)).toHaveLength(names.length);
    expect(stdout).not.toContain('"deny"');
    expect(stdout).toContain('Version Bump File Checklist');
    expect(stderr).toBe('');
  },
);

function corrupted(text: string): Condition {
  const { folder } = guidanceProject({});
  mkdirSync(join(folder, '.claude', 'graphs'), { recursive: true });
  writeFileSync(join(folder, '.claude', 'graphs', 'deployment_graph.json'), text);
  return { folder };
}
