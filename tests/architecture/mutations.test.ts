import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as guards from '../integration/evidence-hostile/guards.js';
import { ROOT } from '../support/source-files.js';

interface Edit {
  readonly file: string;
  readonly from: string;
}

interface Mutation {
  readonly file: string;
  readonly edits: readonly { readonly file?: string; readonly from: string }[];
}

it('the mutations of the scorecard quote the source as it is, so that each still removes a guard', async () => {
  const edits = [...guardEdits(), ...(await mutationEdits())];
  expect(edits.length).toBeGreaterThan(150);
  const stale = edits.filter(({ file, from }) => {
    const source = path.join(ROOT, file);
    return !existsSync(source) || !readFileSync(source, 'utf8').includes(from);
  });
  expect(stale).toEqual([]);
});

function guardEdits(): Edit[] {
  const all = Object.values(guards).flat();
  return all.flatMap(({ file, from, also }) => [
    { file, from },
    ...(also === undefined ? [] : [{ file, from: also.from }]),
  ]);
}

async function mutationEdits(): Promise<Edit[]> {
  const folder = path.join(ROOT, 'scripts/scorecard/mutations');
  const tables: unknown[] = [];
  for (const name of readdirSync(folder)) tables.push(...Object.values(await import(path.join(folder, name))));
  const lists = tables.flatMap((table) => Object.values(table as Record<string, readonly Mutation[]>));
  return lists
    .flat()
    .flatMap((mutation) => (mutation?.edits ?? []).map(({ file = mutation.file, from }) => ({ file, from })));
}
