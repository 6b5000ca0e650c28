import { expect, test } from 'vitest';
import { projectWarnings } from '../../../src/main/open-council.js';

const SOURCES = [{ path: '/projects/app/.witan/config.yaml', layer: 'project', trusted: false }] as const;
const warn = (projectChanges: readonly { key: string; value: string | undefined }[]) =>
  projectWarnings({ projectChanges, sources: SOURCES }, '/projects/app', (text) =>
    text.replaceAll('hunter2', '[secret]'),
  );

test('one line names the file, every key and the values of single settings', () => {
  expect(
    warn([
      { key: 'evidence.deny', value: undefined },
      { key: 'council.quorum', value: '0.9' },
    ]),
  ).toEqual(["this project's .witan/config.yaml sets evidence.deny, council.quorum (0.9)"]);
  expect(warn([])).toEqual([]);
});

test('a value is redacted before it is cut, made plain and cut short', () => {
  const [line = ''] = warn([{ key: 'a', value: `hunter2\u001b[2J\n\u202e${'x'.repeat(500)}` }]);
  expect(line).toContain('a ([secret] xxx');
  expect(line).not.toMatch(/[\p{Control}\u202e]/u);
  expect(line.length).toBeLessThan(100);
});

test('a long list of keys is cut with its count', () => {
  const [line] = warn(Array.from({ length: 40 }, (_, at) => ({ key: `k${at}`, value: undefined })));
  expect(line).toMatch(/k11 and 28 more$/);
});
