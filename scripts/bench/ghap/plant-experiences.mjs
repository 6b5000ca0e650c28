import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { scratchFolder } from '../mcp-session.mjs';
import { loadSources } from '../semantics/load-sources.mjs';
import { openSession } from './open-session.mjs';

/** A project whose journal holds so many resolved entries, all of them stored by the server itself. */
export async function plantExperiences(count) {
  const { plantEntries, HELD_OUT_THEMES } = await loadSources({
    'tests/support/themed-entries.ts': ['plantEntries', 'HELD_OUT_THEMES'],
  });
  const project = mkdtempSync(path.join(scratchFolder(), `ghap-${count}-`));
  const archive = path.join(project, '.claude', 'journal', 'archive');
  mkdirSync(archive, { recursive: true });
  const planted = plantEntries({ count, seed: 4711, themes: HELD_OUT_THEMES });
  const lines = planted.map(({ entry }) => `${JSON.stringify(entry)}\n`);
  writeFileSync(path.join(archive, '20260101_session_planted.jsonl'), lines.join(''));

  const started = performance.now();
  const session = await openSession(project);
  await untilStored(project, count);
  await session.close();
  return { project, seconds: (performance.now() - started) / 1000 };
}

async function untilStored(project, count) {
  let stored = 0;
  let progressed = performance.now();
  while (stored < count) {
    await wait(100);
    const now = storedIn(project);
    if (now > stored) progressed = performance.now();
    else if (performance.now() - progressed > 60_000)
      throw new Error(`the server stored ${now} of ${count} and stopped`);
    stored = now;
  }
}

function storedIn(project) {
  try {
    return readFileSync(path.join(project, '.claude', 'journal', 'persisted.jsonl'), 'utf8').split('"id"').length - 1;
  } catch {
    return 0;
  }
}
