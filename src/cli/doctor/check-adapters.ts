import type { OpenProgram } from '../ports.js';
import type { Finding } from './finding.js';
import { timeLimit } from './time-limit.js';

type Checked = Pick<OpenProgram, 'directory' | 'adapterVersion' | 'configuration'>;

/** Every adapter at once: one that hangs costs the time limit, not the limit times their number. */
export async function checkAdapters(program: Checked, timeLimitMs: number): Promise<Finding[]> {
  return Promise.all(program.directory.names().map((name) => checkAdapter(name, program, timeLimitMs)));
}

async function checkAdapter(name: string, program: Checked, timeLimitMs: number): Promise<Finding> {
  const isConfigured = program.configuration.configuredAdapters.includes(name);
  const absent = isConfigured ? 'broken' : 'missing';
  const { signal, expired, stop } = timeLimit(timeLimitMs);
  try {
    const adapter = await program.directory.adapter(name);
    if (adapter === undefined)
      return { subject: name, state: absent, text: 'has no adapter', remedy: 'see "adapters"' };
    const found = await Promise.race([adapter.availability(signal), expired]);
    if (found === 'expired') {
      return { subject: name, state: absent, text: `gave no sign within ${timeLimitMs / 1000} s`, remedy: 'try again' };
    }
    if (!found.available) return { subject: name, state: absent, text: found.reason, remedy: found.remedy };
    const [version, login] = await Promise.all([
      adapter.kind === 'cli' ? Promise.race([program.adapterVersion(name, signal), expired]) : undefined,
      adapter.login === undefined ? undefined : Promise.race([adapter.login(signal), expired]),
    ]);
    const shownVersion = version === undefined || version === 'expired' ? [] : [version];
    const text = [...shownVersion, found.detail].join(', ');
    if (login === undefined || login === 'expired' || login.kind === 'unknown') {
      return { subject: name, state: 'ok', text };
    }
    if (login.kind === 'logged_in') return { subject: name, state: 'ok', text: `${text}, logged in` };
    return { subject: name, state: absent, text: `${text}, but not logged in`, remedy: login.remedy };
  } catch (error) {
    return { subject: name, state: absent, text: error instanceof Error ? error.message : String(error) };
  } finally {
    stop();
  }
}
