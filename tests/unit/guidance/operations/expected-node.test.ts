import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createKnowledge } from '../../../../src/guidance/operations/create-knowledge.js';
import type { ChangeOptions, Knowledge } from '../../../../src/guidance/operations/knowledge.js';
import { NOW, node, project, VERSION_BUMP } from '../fixture.js';

const ID = VERSION_BUMP.id;

function open(
  nodes: readonly unknown[] = [node({ status: 'draft', created_at: NOW.toISOString(), mine: [1, { a: 2 }] })],
) {
  const folders = project(nodes);
  const knowledge = createKnowledge({
    folders,
    redact: (text) => text.replaceAll('hunter2', '[gone]'),
    now: () => NOW,
  });
  return { folders, knowledge, text: () => readFileSync(folders.graphFile(), 'utf8') };
}

const CHANGES: Readonly<
  Record<string, (knowledge: Knowledge, options: ChangeOptions) => ReturnType<Knowledge['edit']>>
> = {
  edit: (knowledge, options) => knowledge.edit(ID, { label: 'Another', priority: 'LOW' }, options),
  promote: (knowledge, options) => knowledge.promote(ID, options),
  archive: (knowledge, options) => knowledge.archive(ID, options),
  delete: (knowledge, options) => knowledge.delete(ID, options),
  feedback: (knowledge, options) => knowledge.feedback(ID, 'snooze', options),
};

describe.each(Object.entries(CHANGES))('%s of a node that a person saw', (_name, change) => {
  it('is refused with both texts if the node is another one by now, and works on what is stored', async () => {
    const { knowledge, text } = open();
    const seen = hashOf(knowledge);
    await knowledge.edit(ID, { evidence: 'changed elsewhere' });
    const before = text();
    const refused = await change(knowledge, { expected: seen });
    expect(refused).toMatchObject({ ok: false, error: { kind: 'conflict', details: { hash: hashOf(knowledge) } } });
    if (refused.ok || refused.error.kind !== 'conflict') throw new Error('no conflict');
    expect(JSON.parse(refused.error.details.stored)).toMatchObject({ evidence: 'changed elsewhere' });
    if (_name !== 'delete')
      expect(JSON.parse(refused.error.details.yours)).toMatchObject({ evidence: 'changed elsewhere' });
    expect(refused.error.details.yours).not.toBe(refused.error.details.stored);
    expect(text()).toBe(before);
    expect(await change(knowledge, { expected: refused.error.details.hash })).toMatchObject({ ok: true });
    expect(text()).not.toBe(before);
  });

  it('is undone by restoring the text from before', async () => {
    const { knowledge, folders } = open();
    const before = folders.readNodes();
    const changes: Parameters<NonNullable<ChangeOptions['onChanged']>>[0][] = [];
    await change(knowledge, { expected: hashOf(knowledge), onChanged: (made) => changes.push(made) });
    const [made] = changes;
    if (made === undefined) throw new Error('nothing changed');
    expect(folders.readNodes()).not.toEqual(before);
    expect(await knowledge.restore(made.before, { expected: made.after.hash })).toMatchObject({ ok: true });
    expect(folders.readNodes()).toEqual(before);
    expect(hashOf(knowledge)).toBe(made.before.hash);
  });
});

describe('restoring', () => {
  it('is refused if the node was changed after the change that it undoes', async () => {
    const { knowledge } = open();
    const earlier = nodeOf(knowledge);
    await knowledge.promote(ID);
    const after = hashOf(knowledge);
    await knowledge.edit(ID, { label: 'Changed elsewhere' });
    expect(await knowledge.restore(earlier, { expected: after })).toMatchObject({ error: { kind: 'conflict' } });
  });

  it('takes only a text of the node, and takes secrets out of it', async () => {
    const { knowledge, folders } = open();
    const { id, graph } = nodeOf(knowledge);
    for (const text of ['', '[]', '{"id":"other"}', 'null']) {
      expect(await knowledge.restore({ id, graph, text })).toMatchObject({ error: { kind: 'invalid' } });
    }
    expect(await knowledge.restore({ id, graph: '../x', text: JSON.stringify(node()) })).toMatchObject({ ok: false });
    await knowledge.restore({ id, graph, text: JSON.stringify(node({ evidence: 'the password is hunter2' })) });
    expect(folders.readNodes()).toMatchObject([{ evidence: 'the password is [gone]' }]);
  });
});

function nodeOf(knowledge: Knowledge) {
  const found = knowledge.node(ID);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}

function hashOf(knowledge: Knowledge): string {
  return nodeOf(knowledge).hash;
}
