import { expect, it } from 'vitest';
import { titleClusters } from '../../../src/learning/clusters/explain-groups.js';
import second from '../../data/second/experience-themes.json' with { type: 'json' };

const textOf = (entry: { goal: string; hypothesis: string; action: string; result: string }) =>
  [entry.goal, entry.hypothesis, entry.action, entry.result].join('. ');
const themes = second.themes.filter(({ half }) => half === 'tuning');
const noise = second.noise.filter(({ half }) => half === 'tuning').map(textOf);

it('titles a cluster with words that its members share and others do not use', () => {
  const titles = titleClusters(
    themes.map(({ entries }) => entries.map(textOf)),
    noise,
  );
  const titleOf = (start: string) => titles[themes.findIndex(({ name }) => name.startsWith(start))];
  expect(titleOf('missing index')).toContain('index');
  expect(titleOf('docker image')).toContain('image');
  expect(titleOf('feature flag')).toContain('flag');
  expect(new Set(titles).size).toBe(themes.length);
});

it('uses no word of a single member as a title', () => {
  expect(titleClusters([['Rotate the hunter2 password', 'Shorten the build']])).toEqual(['']);
});
