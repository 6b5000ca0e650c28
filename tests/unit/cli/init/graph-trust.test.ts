import { describe, expect, it } from 'vitest';
import type { CommandLinePorts } from '../../../../src/cli/ports.js';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { fakePorts, fakeStream } from '../fake-ports.js';

/** A project with these graph titles, and a person who gives this answer; undefined: no terminal. */
function project(titles: readonly string[], answer?: string) {
  const base = fakePorts(answer === undefined ? {} : { stdout: fakeStream({ columns: 80 }) });
  const trusted = new Set<string>();
  const asked: string[] = [];
  const graphTrust: CommandLinePorts['graphTrust'] = {
    state: async (folder) => ({ isTrusted: trusted.has(folder), files: titles.length > 0 ? 1 : 0, titles }),
    trust: async (folder) => void trusted.add(folder),
    distrust: async (folder) => void trusted.delete(folder),
  };
  const ask = async (question: string) => {
    asked.push(question);
    return answer;
  };
  return { ports: { ...base, environment: { NO_COLOR: '1' }, graphTrust, ask }, asked, trusted };
}

describe('the trust of witan init in process knowledge', () => {
  it('is given without a question if there are no graph files yet, and removed by --remove', async () => {
    const { ports, asked, trusted } = project([], 'n');
    await runCommandLine(['init'], ports);
    expect([asked, trusted.size]).toEqual([[], 1]);
    await runCommandLine(['init', '--remove'], ports);
    expect(trusted.size).toBe(0);
  });

  it.each([
    ['y', 1],
    ['n', 0],
    ['', 0],
  ])('is requested with all titles if graph files exist: %j', async (answer, expected) => {
    const { ports, asked, trusted } = project(['CRITICAL Never \u001b[2Jpush', 'HIGH Other'], answer);
    await runCommandLine(['init'], ports);
    expect(asked).toEqual(['Trust the process knowledge of this folder, now and later? [y/N] ']);
    expect(ports.stdout.text()).toContain('  CRITICAL Never push\n  HIGH Other\n');
    expect(trusted.size).toBe(expected);
  });

  it('is not given without a terminal, and --trust-knowledge answers yes', async () => {
    const { ports, trusted } = project(['HIGH Other']);
    await runCommandLine(['init', '--trust'], ports);
    expect(trusted.size).toBe(0);
    expect(ports.stdout.text()).toContain('witan init --trust-knowledge');
    await runCommandLine(['init', '--trust-knowledge', '--dry-run'], ports);
    expect(trusted.size).toBe(0);
    await runCommandLine(['init', '--trust-knowledge'], ports);
    expect(trusted.size).toBe(1);
  });
});
