import { computed, signal } from '@preact/signals';

/** How the page gets its key, and how it makes sure that it talks to the server that gave it. */

const STORED = 'witan-key';

let key: string | undefined;
let isServerKnown = false;

/** Whether `witan coach` serves these pages, and not `witan view`. */
export const isCoach = signal(false);

/** The command that serves these pages. */
export const command = computed(() => (isCoach.value ? 'witan coach' : 'witan view'));

/** The headers of a request that needs the key. */
export async function authorization(): Promise<Readonly<Record<string, string>>> {
  return { Authorization: `Bearer ${await knownKey()}` };
}

/**
 * The key, for a server that has it. Another program may have taken over the port: the key is sent only to a server that
 * shows first that it has it, too. Rejects if there is no such server.
 */
export async function knownKey(): Promise<string> {
  if (!isServerKnown) {
    // The tab that the command opened has the new key of a server that was started again.
    key = localStorage.getItem(STORED) ?? undefined;
    isServerKnown = key !== undefined && (await hasServerKey(key));
  }
  if (!isServerKnown || key === undefined) throw new TypeError('no server that has the key');
  return key;
}

/** After a connection broke, another program may answer. */
export function doubtServer(): void {
  isServerKnown = false;
}

/** Calls `use` when another tab has got a new key: the command was run again, and opened that tab. */
export function onNewKey(use: () => void): void {
  addEventListener('storage', (event) => event.key === STORED && use());
}

/** True if this page may ask for data. */
export async function openAccess(): Promise<boolean> {
  const [, code] = /^#k=([\w-]+)$/.exec(location.hash) ?? [];
  if (code !== undefined) {
    // The code is used now: it must not stay in the address or the history.
    history.replaceState(null, '', location.pathname + location.search);
    const answer = await post<{ key?: string }>({ code });
    if (answer.key !== undefined) localStorage.setItem(STORED, answer.key);
  }
  return authorization().then(
    () => true,
    () => false,
  );
}

async function hasServerKey(stored: string): Promise<boolean> {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-');
  const { proof, command } = await post<{ proof?: string; command?: string }>({ nonce });
  if (command !== undefined) isCoach.value = command === 'witan coach';
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', encoder.encode(stored), algorithm, false, ['sign']);
  const expected = new Uint8Array(
    await crypto.subtle.sign('HMAC', imported, encoder.encode(`${location.host} ${nonce}`)),
  );
  return proof === toBase64Url(expected);
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function post<Answer>(body: object): Promise<Partial<Answer>> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch('/key', { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as Partial<Answer>;
  } catch {
    return {};
  }
}
