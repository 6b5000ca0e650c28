import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import * as hook from '../../../src/journal/hook.js';
import { createJournal } from '../../../src/journal/index.js';
import { thisProcess } from '../../../src/kernel/process-identity.js';
import { bundleProgram } from '../../support/bundle-program.js';
import { BELIEF, expectValue, journalIn, livingProcess } from '../../support/journal-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT } from '../../support/source-files.js';

let program = '';
beforeAll(async () => {
  program = await bundleProgram('tests/fixtures/journal/hook-event.ts');
});

/** Fires a hook as Claude Code does: through a shell that is gone when the hook ends. */
function fire(folder: string, name: string, session: string, fields: object = {}): unknown {
  const input = JSON.stringify({ session_id: session, hook_event_name: name, ...fields });
  const shell = ['-c', `"${process.execPath}" "${program}" "${folder}"; true`];
  return JSON.parse(execFileSync('sh', shell, { input, encoding: 'utf8' }));
}

const passingTest = {
  tool_name: 'Bash',
  tool_input: { command: 'npm test' },
  tool_response: { stdout: '', stderr: '', interrupted: false },
  tool_use_id: 'toolu_1',
  duration_ms: 0,
};

describe('hooks and server of one Claude Code', () => {
  it('share a session, its count and its outcomes, whichever comes first', async () => {
    const folder = join(scratchFolder('hooks'), 'journal');
    const sessionId = fire(folder, 'SessionStart', 'abc');
    // As the server does it: its parent is the same process, found by itself.
    const journal = createJournal({ folder, claudeSessionId: 'abc', owner: thisProcess() });
    expect(expectValue(await journal.ensureSession())).toBe(sessionId);
    await journal.create(BELIEF);
    expect(fire(folder, 'PostToolUse', 'abc', passingTest)).toEqual([1, expect.objectContaining({ passed: true })]);
    const { entry } = expectValue(await journal.resolve({ status: 'confirmed', result: 'green' }));
    expect(entry).toMatchObject({ session_id: sessionId, confidence_tier: 'gold' });
    expect(fire(folder, 'SessionEnd', 'abc')).toBe(1);
    expect(await journal.getSessionId()).toBeNull();
  });

  it('find each other by their process after /clear, when the server knows an outdated id', async () => {
    const folder = join(scratchFolder('hooks'), 'journal');
    const journal = createJournal({ folder, claudeSessionId: 'before', owner: thisProcess() });
    const before = expectValue(await journal.ensureSession());
    fire(folder, 'SessionEnd', 'before');
    const after = fire(folder, 'SessionStart', 'after');
    expect(after).not.toBe(before);
    expect(await journal.getSessionId()).toBe(after);
    expect(expectValue(await journal.create(BELIEF)).entry.session_id).toBe(after);
    expect(existsSync(join(folder, 'sessions'))).toBe(false);
  });

  it('treat the process behind the shell as the owner of the session', async () => {
    const folder = join(scratchFolder('hooks'), 'journal');
    fire(folder, 'SessionStart', 'abc');
    const owner = JSON.parse(readFileSync(join(folder, '.session_owner'), 'utf8')) as object;
    expect(owner).toMatchObject({ ...thisProcess(), claude_session_ids: ['abc'] });
  });
});

describe('a hook', () => {
  it('never throws and waits only briefly, whatever state the journal is in', async () => {
    const other = livingProcess();
    const { journal, folder } = journalIn();
    await journal.startSession();
    writeFileSync(join(folder, '.lock'), JSON.stringify({ ...other.mark, token: '0123456789abcdef' }));
    for (const folders of [
      { folder, claudeSessionId: 'x', lockWaitMs: 10 },
      { folder: join(folder, '.lock', 'below-a-file'), claudeSessionId: 'x' },
    ]) {
      expect(await hook.noteSessionSeen(folders)).toBeUndefined();
      expect(await hook.incrementToolCount(folders)).toBe(0);
      expect(await hook.shouldCheckIn(folders)).toBe(false);
      expect(await hook.captureOutcome(folders, passingTest)).toBeUndefined();
      expect(await hook.endSession(folders)).toBe(0);
      await hook.resetToolCount(folders);
    }
    await other.end();
  });

  it('asks for a check-in when the count is reached, and begins to count again', async () => {
    const { journal, folder } = journalIn({ claudeSessionId: 'abc' });
    await journal.create(BELIEF);
    const folders = { folder, claudeSessionId: 'abc' };
    for (const count of [1, 2, 3]) expect(await hook.incrementToolCount(folders)).toBe(count);
    expect(await hook.shouldCheckIn(folders, 3)).toBe(true);
    await hook.resetToolCount(folders);
    expect(await hook.shouldCheckIn(folders, 3)).toBe(false);
  });

  it('loads nothing but built-ins', async () => {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: ['src/journal/hook.ts'],
      bundle: true,
      platform: 'node',
      format: 'esm',
      write: false,
      metafile: true,
      outdir: 'unused',
    });
    const files = Object.keys(metafile.inputs);
    expect(
      files.filter(
        (file) =>
          !/^src\/(?:journal|commands|kernel)\/|^src\/storage\/(?:own-files\/|write-atomically\.ts$)/.test(file),
      ),
    ).toEqual([]);
    const outside = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
    expect(outside.filter(({ path }) => !isBuiltin(path))).toEqual([]);
  });
});
