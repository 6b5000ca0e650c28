import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { guidanceProject, writeCall } from '../../support/guidance-project.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT } from '../../support/source-files.js';
import { HOOK, runHookProgram } from './hook-program.js';

const SCRIPT = pathToFileURL(join(ROOT, 'scripts', 'build', 'warm-caches.mjs')).href;

describe("the shipped code cache of the hook, whatever the builder's environment", () => {
  const dist = join(scratchFolder('warm'), 'dist');

  /** The build's last step, in an environment that turns the hooks off and sets options for Node. */
  beforeAll(() => {
    cpSync(dirname(HOOK), dist, {
      recursive: true,
      filter: (file) => !file.endsWith('.cache') && !file.endsWith('/types'),
    });
    const built = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import(${JSON.stringify(SCRIPT)}).then((m) => m.warmCaches(process.argv[1]))`,
        dist,
      ],
      {
        env: {
          ...process.env,
          DISABLE_EXPERIENCE_INJECTION: '1',
          WITAN_INSIDE_COUNCIL: '1',
          NODE_OPTIONS: '--max-old-space-size=900',
          WITAN_HOOK_TIMEOUT_MS: '1',
        },
        encoding: 'utf8',
        timeout: 60_000,
      },
    );
    if (built.status !== 0) throw new Error(`the caches were not made: ${built.stderr}`);
  });

  it('is made, and taken by a hook that runs without these settings', async () => {
    expect(readdirSync(dist).filter((name) => /^hook-main\.cjs-.+\.cache$/.test(name))).toHaveLength(1);
    const stateHome = scratchFolder('state-home');
    const answer = await runHookProgram('pre-tool-use', writeCall(guidanceProject(), 'plugin.json'), {
      args: [join(dist, 'hook.cjs')],
      environment: { XDG_STATE_HOME: stateHome },
    });
    expect(answer.stdout).toContain('"deny"');
    // One that V8 refused would have been followed by one of the person's own.
    expect(existsSync(join(stateHome, 'witan/code'))).toBe(false);
  });
});

/** Stores a code cache as the launcher does; `view` fails as it does without loopback. */
const PROGRAM = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  const [command] = process.argv.slice(2);
  if (command === 'view') process.exit(1);
  const folder = process.env.XDG_STATE_HOME + '/witan/code';
  mkdirSync(folder, { recursive: true });
  const bundle = { hook: 'hook-main.cjs', '--help': 'cli.cjs' }[command] ?? 'server.cjs';
  writeFileSync(folder + '/' + bundle + '-1.cache', command);
`;

describe('the code caches of a build where pages cannot be served', () => {
  it('include one of the command line, from its help', async () => {
    const dist = scratchFolder('no-loopback');
    writeFileSync(join(dist, 'witan.cjs'), PROGRAM);
    const { warmCaches } = await import(SCRIPT);
    await warmCaches(dist);
    expect(readdirSync(dist).sort()).toEqual([
      'cli.cjs-1.cache',
      'hook-main.cjs-1.cache',
      'server.cjs-1.cache',
      'witan.cjs',
    ]);
  });
});
