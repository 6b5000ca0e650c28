import { z } from 'zod';
import { isEqual, proofOf, randomSecret } from '../kernel/key-proof.js';

/** A server of ours that may run, with the key that it must have. */
export interface KnownServer {
  readonly url: string;
  readonly key: string;
}

/** A new code from a server that runs already; undefined if it does not answer as ours would. */
export async function askForCode(server: KnownServer): Promise<string | undefined> {
  const answer = await askServer(server, '/code', {});
  return CODE.safeParse(answer?.body).data?.code;
}

interface ServerAnswer {
  readonly isOk: boolean;
  readonly body: unknown;
}

/** Undefined if nothing answers as our server would. */
export async function askServer(server: KnownServer, path: string, body: object): Promise<ServerAnswer | undefined> {
  try {
    if (!(await hasKey(server))) return undefined;
    return await post(`${server.url}${path}`, body, { Authorization: `Bearer ${server.key}` });
  } catch {
    return undefined;
  }
}

/** The server shows first that it has the key: another program may have taken over the port. */
export async function hasKey({ url, key }: KnownServer): Promise<boolean> {
  const nonce = randomSecret();
  const { proof } = PROOF.parse((await post(`${url}/key`, { nonce })).body);
  return isEqual(proof, proofOf(key, new URL(url).host, nonce));
}

async function post(url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<ServerAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
    signal: AbortSignal.timeout(ANSWER_MS),
    redirect: 'error',
  });
  return { isOk: response.ok, body: await response.json() };
}

const ANSWER_MS = 2_000;
const PROOF = z.object({ proof: z.string() });
const CODE = z.object({ code: z.string() });
