import type { Runs } from './create-runs.js';

/**
 * Demos are listed only while the project has no deliberation of its own: the first command of a new user leads to a page.
 * One whose id is known is always found.
 */
export function withDemoRuns(own: Runs, demos: Runs): Runs {
  const ownerOf = async (id: string): Promise<Runs> => {
    if (id === 'last') return newerOf(own, demos);
    return (await demos.find(id).catch(() => undefined)) === undefined ? own : demos;
  };
  return {
    ...own,
    async list(options) {
      const listed = await own.list(options);
      return (await own.list({ limit: 1 })).entries.length > 0 ? listed : demos.list(options);
    },
    find: async (id) => (await ownerOf(id)).find(id),
    show: async (id) => (await ownerOf(id)).show(id),
    follow: async (id) => (await ownerOf(id)).follow(id),
    answer: async (id, key) => (await ownerOf(id)).answer(id, key),
    prompt: async (id, call) => (await ownerOf(id)).prompt(id, call),
    lookUp: async (id, round, key) => (await ownerOf(id)).lookUp(id, round, key),
    citedLines: async (id) => (await ownerOf(id)).citedLines(id),
    export: async (id) => (await ownerOf(id)).export(id),
    delete: async (id) => (await ownerOf(id)).delete(id),
    version: async () => `${await own.version()} ${await demos.version()}`,
  };
}

async function newerOf(own: Runs, demos: Runs): Promise<Runs> {
  const [lastOwn, lastDemo] = [await startOfLast(own), await startOfLast(demos)];
  return lastDemo > lastOwn ? demos : own;
}

/** Empty, which is before any time, without one. */
async function startOfLast(runs: Runs): Promise<string> {
  return (await runs.list({ limit: 1 })).entries[0]?.startedAt ?? '';
}
