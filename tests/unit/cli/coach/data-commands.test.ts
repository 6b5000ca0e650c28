import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandLinePorts } from '../../../../src/cli/ports.js';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import type { Clock } from '../../../../src/kernel/clock.js';
import { movableClock } from '../../../support/coaching-fixture.js';
import { filesWith, markedData } from '../../../support/own-data-fixture.js';
import { fakePorts } from '../fake-ports.js';

const [FIRST, SECOND] = ['planted-first-text', 'planted-second-text'];

/** The commands on real data. */
async function fixture(changes: Partial<CommandLinePorts> = {}, clock?: Clock) {
  const marked = await markedData([FIRST, SECOND]);
  const ports = fakePorts({ openOwnData: () => marked.open(clock), ...changes });
  return { ...marked, ports, run: (...args: string[]) => runCommandLine(['coach', ...args], ports) };
}

describe('witan coach stats', () => {
  it('shows work, skills, gaps, sessions and cost', async () => {
    const { run, ports, ids } = await fixture();
    expect(await run('stats', '--period', '7d')).toBe(0);
    const text = ports.stdout.text();
    for (const part of ['the last 7 days', 'Cost', 'novice', `topic ${FIRST}`, `title ${SECOND}`]) {
      expect(text).toContain(part);
    }
    expect(text).toContain(ids[0]?.slice(0, 8));
  });

  it('says how many calls have an unknown price', async () => {
    const { run, ports } = await fixture({}, movableClock());
    await run('stats');
    expect(ports.stdout.text()).toContain('today $0 of $2.00, and 2 calls of unknown price');
  });

  it('prints the same as JSON', async () => {
    const { run, ports } = await fixture();
    await run('stats', '--json');
    expect(JSON.parse(ports.stdout.text())).toMatchObject({
      stats: { period: 'all', sessionsCompleted: 0, hintsUsed: 2, knowledgeGapsIdentified: 2 },
      memories: 2,
      sessions: [{ issueTitle: expect.stringContaining('title') }, {}],
    });
  });

  it('says where it looked if there is nothing', async () => {
    const ports = fakePorts();
    expect(await runCommandLine(['coach', 'stats'], ports)).not.toBe(0);
    expect(ports.stderr.text()).toContain('there is no data of the coach');
  });
});

describe('witan coach export', () => {
  it('writes one JSON value', async () => {
    const { run, ports } = await fixture();
    expect(await run('export')).toBe(0);
    expect(JSON.parse(ports.stdout.text())).toMatchObject({ format: 'witan-coach', memories: [{}, {}] });
  });

  it('writes to a file', async () => {
    const written: string[] = [];
    const { run, ports } = await fixture({
      writeFileAtomically: async (file, text) => {
        for await (const part of text) written.push(part);
        written.unshift(path.basename(file));
      },
    });
    expect(await run('export', '--output', 'coach.json')).toBe(0);
    expect(written.shift()).toBe('coach.json');
    expect(written.join('')).toContain(`memory ${FIRST}`);
    expect(ports.stdout.text()).toMatch(/^Written: .*coach\.json\n$/);
  });
});

describe('witan coach delete', () => {
  it('asks, and deletes the session whose id begins so', async () => {
    const asked: string[] = [];
    const { run, folder, ids, ports } = await fixture({
      ask: async (question) => {
        asked.push(question);
        return 'y';
      },
    });
    expect(await run('delete', '--session', ids[0]?.slice(0, 13) ?? '')).toBe(0);
    expect(asked).toEqual([expect.stringContaining(`title ${FIRST}`)]);
    expect(ports.stdout.text()).toContain('1 session and 1 memory deleted.');
    expect(filesWith(folder, FIRST)).toEqual([]);
    expect(filesWith(folder, SECOND)).not.toEqual([]);
  });

  it('deletes everything without asking with --yes', async () => {
    const { run, folder, ports } = await fixture();
    expect(await run('delete', '--all', '--yes', '--json')).toBe(0);
    const deleted = { sessions: 2, memories: 2, isErased: true };
    expect(JSON.parse(ports.stdout.text())).toEqual({ deleted, chroma: false });
    expect([...filesWith(folder, FIRST), ...filesWith(folder, SECOND)]).toEqual([]);
  });

  it('deletes nothing after a no', async () => {
    const { run, folder } = await fixture({ ask: async () => 'n' });
    expect(await run('delete', '--all')).toBe(1);
    expect(filesWith(folder, FIRST)).toHaveLength(3);
  });

  it('is refused while a coach runs', async () => {
    const { run, ports, folder } = await fixture({ findRunningCoach: async () => '/projects/shop' });
    expect(await run('delete', '--all', '--yes')).not.toBe(0);
    expect(ports.stderr.text()).toContain('a coach runs for /projects/shop; end it with Ctrl-C first');
    expect(filesWith(folder, FIRST)).toHaveLength(3);
  });

  it.each([
    [['delete', '--yes'], 'either --session <id> or --all'],
    [['delete', '--all', '--session', 'x', '--yes'], 'either --session <id> or --all'],
    [['delete', '--session', 'nothing', '--yes'], 'is the id of no session'],
    [['delete', '--session', '', '--yes'], 'several ids'],
  ])('says what is wrong with %j', async (args, problem) => {
    const { run, ports, folder } = await fixture();
    expect(await run(...args)).not.toBe(0);
    expect(ports.stderr.text()).toContain(problem);
    expect(filesWith(folder, FIRST)).toHaveLength(3);
  });

  it('says that the files of ChromaDB need its vacuum', async () => {
    const { run, ports } = await fixture({
      openProgram: async () => ({ coaching: { chroma: {} } }) as never,
    });
    await run('delete', '--all', '--yes');
    expect(ports.stdout.text().replaceAll('\n', ' ')).toContain('chroma vacuum --path');
  });
});

it('the help of every command about the data has an example', async () => {
  for (const name of ['stats', 'export', 'delete']) {
    const { run, ports } = await fixture();
    await run(name, '--help');
    expect(ports.stdout.text()).toContain(`witan coach ${name}`);
  }
});
