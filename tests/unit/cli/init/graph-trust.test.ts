import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { fakeStream, testShell } from '../test-shell.js';

/** A project with these items of others, and a person who gives this answer; undefined: no terminal. */
function project(titles: readonly string[], answer?: string) {
  const base = testShell(answer === undefined ? {} : { stdout: fakeStream({ columns: 80 }) });
  const trusted: (readonly string[])[] = [];
  const asked: string[] = [];
  const foreignKnowledge = async () => ({ titles, trust: async () => void trusted.push(titles) });
  const ask = async (question: string) => {
    asked.push(question);
    return answer;
  };
  return { shell: { ...base, environment: { NO_COLOR: '1' }, foreignKnowledge, ask }, asked, trusted };
}

describe('the trust of witan init in process knowledge', () => {
  it('Init asks nothing where there are no items of others.', async () => {
    const { shell, asked, trusted } = project([], 'n');
    await runCommandLine(['init'], shell);
    expect([asked, trusted]).toEqual([[], []]);
  });

  it.each([
    ['y', 1],
    ['n', 0],
    ['', 0],
  ])('Init shows all titles and asks about the items as they are now: %j', async (answer, expected) => {
    const { shell, asked, trusted } = project(['CRITICAL Never \u001b[2Jpush', 'HIGH Other'], answer);
    await runCommandLine(['init'], shell);
    expect(asked).toEqual(['Trust these items as they are now? [y/N] ']);
    expect(shell.stdout.text()).toContain('  CRITICAL Never push\n  HIGH Other\n');
    expect(trusted).toHaveLength(expected);
  });

  it('Without a terminal no item is trusted, and --trust-knowledge answers yes.', async () => {
    const { shell, trusted } = project(['HIGH Other']);
    await runCommandLine(['init', '--trust'], shell);
    expect(trusted).toHaveLength(0);
    expect(shell.stdout.text()).toContain('witan init --trust-knowledge');
    await runCommandLine(['init', '--trust-knowledge', '--dry-run'], shell);
    expect(trusted).toHaveLength(0);
    await runCommandLine(['init', '--trust-knowledge'], shell);
    expect(trusted).toHaveLength(1);
  });
});
