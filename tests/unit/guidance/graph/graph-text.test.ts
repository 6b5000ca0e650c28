import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_GRAPH, openGraphText } from '../../../../src/guidance/graph/graph-text.js';

const GRAPH = `{
  "meta": { "version": 1.0, "note": "nodes: [" },
  "nodes": [
    {"id": "a", "weight": 1.0, "text": "x \\"y\\" }"},
    {
        "id": "b",
        "confidence": 1.00,
        "custom": { "kept":   true }
    }
  ],
  "edges": [ ]
}
`;

function open(text: string) {
  const graph = openGraphText(text);
  if (graph === undefined) throw new Error('not a graph');
  return graph;
}

describe('the text of a graph', () => {
  it('keeps every byte around a changed field', () => {
    expect(open(GRAPH).setFields('b', { confidence: 0.8 })).toBe(GRAPH.replace('1.00', '0.8'));
  });

  it('gets new fields in the manner of the node', () => {
    expect(open(GRAPH).setFields('a', { status: 'active' })).toContain('"text": "x \\"y\\" }", "status": "active"},');
    expect(open(GRAPH).setFields('b', { status: 'active' })).toContain(
      '"custom": { "kept":   true },\n        "status": "active"\n    }',
    );
  });

  it('loses a field whose value is undefined, and nothing else', () => {
    expect(open(GRAPH).setFields('b', { confidence: undefined })).toBe(
      GRAPH.replace('"confidence": 1.00,\n        ', ''),
    );
    expect(open(GRAPH).setFields('a', { text: undefined, none: undefined })).toBe(
      GRAPH.replace(', "text": "x \\"y\\" }"', ''),
    );
  });

  it('loses a node, and nothing else', () => {
    expect(open(GRAPH).remove('a')).toBe(GRAPH.replace('{"id": "a", "weight": 1.0, "text": "x \\"y\\" }"},\n    ', ''));
    const withoutLast = open(GRAPH).remove('b') ?? '';
    expect(JSON.parse(withoutLast).nodes).toHaveLength(1);
    expect(withoutLast.startsWith(GRAPH.slice(0, GRAPH.indexOf(',\n    {\n')))).toBe(true);
  });

  it('gets a node at the end of its list', () => {
    const appended = open(GRAPH).append({ id: 'c' });
    expect(appended).toContain(GRAPH.slice(0, GRAPH.indexOf('\n  ],')));
    expect(open(appended).nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(open(open(EMPTY_GRAPH).append({ id: 'c' })).nodes).toHaveLength(1);
  });

  it('knows nothing of a node that is not there', () => {
    expect(open(GRAPH).setFields('x', { a: 1 })).toBeUndefined();
    expect(open(GRAPH).remove('x')).toBeUndefined();
  });

  it.each(['', '[]', 'null', '{', '{"nodes": {}}', '{"edges": []}'])('is refused: %j', (text) => {
    expect(openGraphText(text)).toBeUndefined();
  });

  it('is changed as its parsed form would be, whatever it holds', () => {
    const key = fc.string({ maxLength: 5 }).filter((name) => name !== '__proto__' && name !== 'id');
    const nodes = fc.uniqueArray(
      fc.record({ id: fc.string({ minLength: 1 }), rest: fc.dictionary(key, fc.jsonValue()) }),
      {
        minLength: 1,
        maxLength: 5,
        selector: ({ id }) => id,
      },
    );
    fc.assert(
      fc.property(nodes, key, fc.jsonValue(), fc.nat(4), (list, name, value, indent) => {
        const plain = list.map(({ id, rest }) => ({ id, ...rest }));
        const [first] = plain;
        const text = JSON.stringify({ before: 1, nodes: plain, after: [] }, undefined, indent);
        const changed = open(text).setFields(first?.id ?? '', { [name]: value });
        const expected = [{ ...first, [name]: value }, ...plain.slice(1)];
        expect(JSON.parse(changed ?? '')).toEqual({
          before: 1,
          nodes: JSON.parse(JSON.stringify(expected)),
          after: [],
        });
        expect(JSON.parse(open(text).remove(first?.id ?? '') ?? '').nodes).toHaveLength(plain.length - 1);
      }),
      { numRuns: 200 },
    );
  });
});
