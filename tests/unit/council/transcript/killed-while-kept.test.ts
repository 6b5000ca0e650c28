import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Recorder } from '../../../../src/council/record/run.js';
import { saveTranscript } from '../../../../src/council/transcript/save-transcript.js';
import { silentLogger } from '../../../../src/kernel/logger.js';
import { exampleResult } from '../../../support/example-result.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const startedAt = new Date('2026-11-16T10:15:02');

const recorder: Recorder = {
  recordSync: (_key, make) => make(),
  record: (_key, make) => make(),
};
const contextOf = (folder: string, run = recorder) => ({
  settings: { transcriptsFolder: folder },
  startedAt,
  run,
  logger: silentLogger,
});

it('leaves no file without content when it is killed after its name was taken', async () => {
  const folder = scratchFolder('killed-transcript');
  const result = exampleResult();
  let isTaken: () => void = () => undefined;
  const taken = new Promise<void>((resolve) => {
    isTaken = resolve;
  });
  const killed: Recorder = {
    ...recorder,
    async record(key, make) {
      const made = await make();
      if (key.name !== 'lasting/transcript') return made;
      isTaken();
      // As far as the program came.
      return new Promise(() => undefined);
    },
  };
  void saveTranscript(result, contextOf(folder, killed));
  await taken;
  const [sidecar = '', ...others] = readdirSync(folder);
  expect([path.extname(sidecar), others]).toEqual(['.json', []]);
  expect(JSON.parse(readFileSync(path.join(folder, sidecar), 'utf8'))).toMatchObject({
    deliberation_id: result.deliberation_id,
    transcript_path: path.join(folder, sidecar.replace('.json', '.md')),
  });
  const kept = await saveTranscript(result, contextOf(folder));
  expect(readdirSync(folder).sort()).toEqual([sidecar, sidecar.replace('.json', '.md')]);
  expect(kept.transcript_path).toBe(path.join(folder, sidecar.replace('.json', '.md')));
});

it('gives each of several deliberations in one second its own transcript', async () => {
  const folder = scratchFolder('same-second');
  const ids = Array.from({ length: 8 }, (_, at) => `20261116-101502-00000${at}`);
  const kept = await Promise.all(
    ids.map((deliberation_id) => saveTranscript({ ...exampleResult(), deliberation_id }, contextOf(folder))),
  );
  expect(new Set(kept.map(({ transcript_path }) => transcript_path)).size).toBe(ids.length);
  expect(readdirSync(folder)).toHaveLength(2 * ids.length);
});
