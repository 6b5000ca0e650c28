import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import type { Learning } from '../../../../src/learning/index.js';
import { falsifiedEntry, learningIn, resolvedEntry, saveAll, useSemantics } from '../../../support/learning-fixture.js';
import { testProgram } from '../../../support/test-program.js';
import { plantEntries, TUNING_THEMES } from '../../../support/themed-entries.js';
import { testShell } from '../test-shell.js';

const semantics = useSemantics();

const witan = async (learning: Learning | undefined, ...words: string[]) => {
  const shell = testShell({ openProgram: async () => testProgram({ existingLearning: async () => learning }) });
  const exitCode = await runCommandLine(['learn', ...words], shell);
  return { exitCode, stdout: shell.stdout.text(), stderr: shell.stderr.text() };
};

describe('witan learn', () => {
  it('shows clusters with an example, values with their state, and experiences', async () => {
    const { learning } = await learningIn({ semantics });
    const entries = plantEntries({ count: 80, seed: 5, themes: TUNING_THEMES.slice(0, 2), strayShare: 0 });
    await saveAll(
      learning,
      entries.map(({ entry }) => entry),
    );
    const clusters = await witan(learning, 'clusters');
    expect(clusters.stdout).toMatch(
      /^cluster +size +weight +title +for instance\ncluster_full_\d+ +\d+ +0\.\d\d +\S+, \S/,
    );
    const json = JSON.parse((await witan(learning, 'clusters', 'full', '--json')).stdout) as {
      clusters: { cluster_id: string }[];
    };
    const clusterId = json.clusters[0]?.cluster_id ?? '';

    expect((await witan(learning, 'values')).stdout).toBe('No values yet.\n');
    const { members } = await learning.getClusterMembers(clusterId, 1);
    const text = `${members[0]?.hypothesis}. ${members[0]?.action}`;
    const value = await learning.storeValue(text, clusterId, 'full');
    const shown = (await witan(learning, 'values')).stdout;
    expect(shown).toMatch(new RegExp(`^${value.id} +${clusterId} of \\d+, fit 0\\.\\d\\d, holds$`, 'm'));
    // The whole of it: a value that is cut says something else.
    expect(shown.replaceAll(/\s+/g, ' ')).toContain(text);
    expect(JSON.parse((await witan(learning, 'values', '--json')).stdout)).toMatchObject({
      count: 1,
      results: [{ id: value.id, cluster_id: clusterId, drifting: false }],
    });
    expect((await witan(learning, 'values', '--delete', value.id)).stdout).toBe(`Deleted ${value.id}.\n`);
    expect((await witan(learning, 'values', '--delete', value.id)).exitCode).toBe(2);

    const goal = entries[0]?.entry.goal ?? '';
    const found = await witan(learning, 'search', goal, '--limit', '2');
    expect(found.stdout).toMatch(/^0\.\d\d {2}ghap_planted_\d+ {2}\w+\n {2}goal +\S/);
    expect(JSON.parse((await witan(learning, 'search', goal, '--limit', '2', '--json')).stdout)).toMatchObject({
      count: 2,
      results: [{ score: expect.any(Number), outcome_result: expect.any(String) }, {}],
    });
    expect((await witan(learning, 'search', ' ')).stdout).toBe('Nothing like it was tried yet.\n');
  });

  it('shows how often predictions were confirmed, with the interval', async () => {
    const { learning } = await learningIn({ semantics });
    await saveAll(learning, [
      ...[1, 2, 3].map((number) => resolvedEntry({ id: `ghap_held_${number}` })),
      falsifiedEntry({ id: 'ghap_failed' }),
    ]);
    const { stdout } = await witan(learning, 'calibration');
    expect(stdout).toMatch(
      /^predictions +confirmed +share +interval\nall +3 of 4 +75 % +30 % to 95 %\ndebugging +3 of 4/,
    );
    expect(JSON.parse((await witan(learning, 'calibration', '--json')).stdout)).toMatchObject({
      strategies: [{ strategy: 'root-cause-analysis', confirmed: 3, count: 4, rate: 0.75 }],
    });
  });

  it.each([['clusters'], ['values'], ['calibration'], ['search', 'anything']])(
    'says that there is nothing yet for %s',
    async (...words) => {
      const { exitCode, stderr } = await witan(undefined, ...words);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('nothing was learned here yet')]);
    },
  );

  it.each([
    [['clusters', 'domain'], /axis: "domain" is not one of full/],
    [['search', 'x', '--limit', '51'], /--limit: 51 .*from 1 to 50/],
    [['values', '--axis', 'ful'], /--axis: "ful" .*did you mean "full"/],
  ])('refuses %j as wrong usage', async (words, message) => {
    const { exitCode, stderr } = await witan(undefined, ...words);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it.each(['', 'clusters', 'values', 'calibration', 'search'])('explains %j with an example', async (name) => {
    const { stdout } = await witan(undefined, ...(name === '' ? [] : [name]), '--help');
    expect(stdout).toMatch(/Example:\n {2}witan learn/);
  });
});
