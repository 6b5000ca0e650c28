import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readState, type ServerState, stateFile, writeState } from '../../../../src/http/server-state.js';
import { identifyProcess } from '../../../../src/kernel/process-identity.js';
import { serveCoach } from '../../../support/coach-fixture.js';

const SESSION = { id: 'session-1', isPaused: false, phase: 'Read' };

describe('the state file of a coach with a session', () => {
  it.each([
    ['removed', async (file: string) => rmSync(file)],
    ['emptied', async (file: string) => writeFileSync(file, '')],
    ['changed to a paused session', writePaused],
  ])('is written again if it is %s by another program, and the log says so', async (_, change) => {
    const { file, logged } = await withSession();
    await change(file);
    await expect.poll(() => logged.join(), { timeout: 10_000 }).toContain('is restored');
    expect(readState(file)?.session).toEqual(SESSION);
  });

  it('is left to another server that has taken over', async () => {
    const { coach, file, logged } = await withSession();
    const other = {
      ...withoutSession(file),
      server: { process: identifyProcess(process.ppid), url: 'http://127.0.0.1:1' },
    };
    await writeState(file, other);
    await coach.own?.close();
    expect(readState(file)).toEqual(other);
    expect(logged.join()).not.toContain('restored');
  });

  it('makes pages say that writes are not held if it cannot be written', async () => {
    const { coach, file, logged } = await withSession();
    rmSync(file);
    mkdirSync(file);
    await expect.poll(() => logged.join(), { timeout: 10_000 }).toContain('cannot be written');
    expect(coach.recorded.called).toContainEqual(['sessions.protectionLost']);
    rmSync(file, { recursive: true });
  });
});

async function withSession() {
  const coach = await serveCoach();
  const { stateFolder, program } = coach.options;
  await coach.own?.noteSession(SESSION);
  return { coach, file: stateFile(stateFolder, 'coach', program.projectFolder), logged: coach.logged };
}

function withoutSession(file: string) {
  const { session: _, ...state } = readState(file) ?? ({} as Partial<ServerState>);
  return state as ServerState;
}

async function writePaused(file: string): Promise<void> {
  const state = readState(file);
  if (state !== undefined) await writeState(file, { ...state, session: { ...SESSION, isPaused: true } });
}
