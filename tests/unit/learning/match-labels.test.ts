import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownCluster, matchLabels } from '../../../src/learning/clusters/save-clustering.js';

const known = (label: number, members: string, isRetired = false): KnownCluster => ({
  label,
  isRetired,
  members: new Set(members),
});
const group = (members: string) => new Set(members);

describe('labels of clusters', () => {
  it('stay with the members when clusters grow, whatever their order', () => {
    const before = [known(0, 'abcd'), known(1, 'efg')];
    expect(matchLabels([group('efgxyz'), group('abcdvw')], before, 2)).toEqual([1, 0]);
  });

  it('go to the larger part when a cluster splits; the other gets one that was never used', () => {
    expect(matchLabels([group('ab'), group('cdef')], [known(3, 'abcdef')], 7)).toEqual([7, 3]);
  });

  it('stay with the larger one when two merge', () => {
    expect(matchLabels([group('abcdef')], [known(0, 'ab'), known(1, 'cdef')], 2)).toEqual([1]);
  });

  it('are not given to a cluster that shares too little with its predecessor', () => {
    expect(matchLabels([group('awxyz')], [known(0, 'abcd')], 1)).toEqual([1]);
  });

  it('come back with a cluster that had vanished, if no living one is continued', () => {
    expect(matchLabels([group('abcx')], [known(0, 'abcd', true)], 5)).toEqual([0]);
    expect(matchLabels([group('abcdefgh')], [known(0, 'ab', true), known(1, 'cdefgh')], 5)).toEqual([1]);
  });

  it('are never given twice and never reused, for any change of members', () => {
    const members = fc.uniqueArray(fc.constantFrom(...Array.from('abcdefghijklmnop')), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(members, { maxLength: 5 }), fc.array(members, { maxLength: 5 }), (groups, before) => {
        const clusters = before.map((each, label) => known(label, each.join(''), label % 2 === 1));
        const labels = matchLabels(
          groups.map((each) => new Set(each)),
          clusters,
          before.length,
        );
        expect(new Set(labels).size).toBe(groups.length);
        expect(labels.every((label) => Number.isInteger(label) && label >= 0)).toBe(true);
      }),
    );
  });
});
