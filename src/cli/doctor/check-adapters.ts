import { errorMessage } from '../../kernel/error-code.js';
import { settleWithin } from '../../kernel/time-limit.js';
import type { Program } from '../../program/program.js';
import type { Finding } from './finding.js';

type Checked = Pick<Program, 'directory' | 'adapterVersion' | 'settings'>;

/** In parallel, so that adapters that hang cost the time limit only once. */
export async function checkAdapters(program: Checked, timeLimitMs: number): Promise<Finding[]> {
  return Promise.all(program.directory.names().map((name) => checkAdapter(name, program, timeLimitMs)));
}

async function checkAdapter(name: string, program: Checked, timeLimitMs: number): Promise<Finding> {
  const isConfigured = program.settings.configuredAdapters.includes(name);
  const absent = isConfigured ? 'broken' : 'missing';
  const end = performance.now() + timeLimitMs;
  const inTime = <Value>(ask: (signal: AbortSignal) => Promise<Value>) =>
    settleWithin({ maxMs: end - performance.now() }, ask);
  try {
    const adapter = await program.directory.adapter(name);
    if (adapter === undefined)
      return { subject: name, state: absent, text: 'has no adapter', remedy: 'see "adapters"' };
    const availability = await inTime((signal) => adapter.availability(signal));
    if (!availability.ok) {
      return {
        subject: name,
        state: absent,
        text: `did not respond within ${timeLimitMs / 1000} s`,
        remedy: 'try again',
      };
    }
    const found = availability.value;
    if (!found.available) return { subject: name, state: absent, text: found.reason, remedy: found.remedy };
    if (adapter.kind === 'http' && program.directory.models(name).length === 0 && (found.models ?? []).length === 0) {
      const fix = `add one with \`witan models add ${name} --model <id>\``;
      return { subject: name, state: 'note', text: `${found.detail}, but no model is known`, remedy: fix };
    }
    const [version, loginState] = await Promise.all([
      inTime(async (signal) => (adapter.kind === 'cli' ? program.adapterVersion(name, signal) : undefined)),
      inTime(async (signal) => adapter.login?.(signal)),
    ]);
    const shownVersion = version.ok && version.value !== undefined ? [version.value] : [];
    const text = [...shownVersion, found.detail].join(', ');
    const login = loginState.ok ? loginState.value : undefined;
    if (login === undefined || login.kind === 'unknown') return { subject: name, state: 'ok', text };
    if (login.kind === 'logged_in') return { subject: name, state: 'ok', text: `${text}, logged in` };
    return { subject: name, state: absent, text: `${text}, but not logged in`, remedy: login.remedy };
  } catch (error) {
    return { subject: name, state: absent, text: errorMessage(error) };
  }
}
