import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO, type ServeSession, startServeSession } from '../support/serve-session.js';

const GOOD = { question: 'Should our job queue use PostgreSQL or SQLite?', participants: DEMO, mode: 'quick' };
let session: ServeSession;

beforeAll(async () => {
  session = await startServeSession();
});
afterAll(() => session.client.close());

describe('a mistake in a request', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['no question', { question: undefined }, /^question is missing/],
    ['an empty question', { question: '' }, /^question: .*5 or more/],
    ['one participant', { participants: DEMO.slice(0, 1) }, /^participants: 1 given; name 2/],
    ['nine rounds', { rounds: 9 }, /^rounds: 9 .* 1 to 5/],
    ['a fraction of a round', { rounds: 1.5 }, /^rounds: 1\.5/],
    ['an unknown mode', { mode: 'quik' }, /^mode: "quik" .*did you mean "quick"/],
    ['an unknown field', { contxt: 'x' }, /^unknown field "contxt"; did you mean "context"/],
    ['an unknown adapter', { participants: [{ cli: 'demoo' }, ...DEMO] }, /"demoo".*did you mean "demo"/],
    ['an unknown model', { participants: [{ cli: 'demo', model: 'stewart' }, ...DEMO] }, /"stewart".*steward/],
    ['a model that is an option', { participants: [{ cli: 'demo', model: '--help' }, ...DEMO] }, /--help/],
    ['an unknown stance', { participants: [{ cli: 'demo', stance: 'pro' }] }, /^participants\[0\]\.stance: "pro"/],
    ['a missing folder', { working_directory: '/no/such/folder' }, /^working_directory: .*\/no\/such\/folder/],
    ['the root of the disk', { working_directory: '/' }, /^working_directory: .*root/],
    ['the home folder', { working_directory: homedir() }, /^working_directory: .*home folder/],
    ['a cap of nothing', { max_cost_usd: 0 }, /^max_cost_usd: 0/],
  ])('gets one clear line: %s', async (_, change, message) => {
    const { isError, content } = await session.call('deliberate', { ...GOOD, ...change });
    const error = content.error as { type: string; message: string };
    expect(isError).toBe(true);
    expect(error.type).toBe('validation_error');
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('\n');
  });

  it('gets an error if it is over 10 MiB, and the session continues', async () => {
    const asked = session.call('deliberate', { ...GOOD, context: 'x'.repeat(11 * 1024 * 1024) });
    await expect(asked).rejects.toMatchObject({ code: -32600, message: expect.stringContaining('10 MiB') });
  });

  it('loses nothing: the next good request is answered', async () => {
    const { isError, content } = await session.call('deliberate', GOOD);
    expect(isError).toBe(false);
    expect(content.status).toBe('complete');
  });
});

describe('a mistake in the configuration', () => {
  it('is reported with file and line, and its correction is used without a restart', async () => {
    const broken = await startServeSession('council: { quorm: 0.5 }\n');
    const { isError, content } = await broken.call('deliberate', GOOD);
    const error = content.error as { type: string; message: string };
    expect(isError).toBe(true);
    expect(error).toMatchObject({ type: 'validation_error' });
    expect(error.message).toMatch(/given\.yaml:2.*quorm.*quorum/);
    writeFileSync(broken.configFile, 'version: "1.0"\ncouncil: { quorum: 0.5 }\n');
    expect((await broken.call('deliberate', GOOD)).content.status).toBe('complete');
    await broken.client.close();
  });
});
