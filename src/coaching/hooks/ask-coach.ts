import { request } from 'node:http';
import { isRecord } from '../../kernel/is-record.js';
import { isEqual, proofOf, randomSecret } from '../../kernel/key-proof.js';

/** What a hook tells the coach of its project. */
export interface HookReport {
  /** The name of the hook, such as `pre-tool-use`. */
  readonly hook: string;
  /** The id that Claude Code gave its session. */
  readonly agentSession: string;
  /** True if Claude Code asks about all tools that can write. */
  readonly isForAllTools: boolean;
  /** What the person wrote, for the transcript of the session. */
  readonly prompt?: string | undefined;
  /** For a tool call: whether it was held. */
  readonly tool?: { readonly name: string; readonly isHeld: boolean } | undefined;
  /** A test or build that ended. */
  readonly outcome?: { readonly kind: 'test' | 'build'; readonly run: string; readonly passed: boolean } | undefined;
}

const LIMIT_MS = 300;
const MAX_ANSWER_BYTES = 20_000;

interface Address {
  readonly url: string;
  readonly key: string;
}

/** The coach's text for the agent; empty if it has none or does not answer in time. Never rejects. */
export async function askCoach(coach: Address, report: HookReport): Promise<string> {
  // Another program may have its port by now, and must not get the key.
  if (!(await provesKey(coach))) return '';
  const answer = await post(`${coach.url}/api/hook`, report, { authorization: `Bearer ${coach.key}` });
  return isRecord(answer) && typeof answer.context === 'string' ? answer.context : '';
}

/** Checks whether the coach runs at its address and shows that it has the key. Never rejects. */
export async function provesKey({ url, key }: Address): Promise<boolean> {
  const nonce = randomSecret();
  const answer = await post(`${url}/key`, { nonce });
  const address = url.slice(url.indexOf('//') + 2);
  return isRecord(answer) && typeof answer.proof === 'string' && isEqual(answer.proof, proofOf(key, address, nonce));
}

/** The answer as JSON; undefined without one. */
function post(url: string, content: object, more: Readonly<Record<string, string>> = {}): Promise<unknown> {
  return new Promise((resolve) => {
    const none = () => resolve(undefined);
    const body = JSON.stringify(content);
    const length = Buffer.byteLength(body);
    const headers = { ...more, 'content-type': 'application/json', 'content-length': length, connection: 'close' };
    const sent = request(url, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > MAX_ANSWER_BYTES) sent.destroy();
      });
      response.on('end', () => resolve(response.statusCode === 200 ? parse(text) : undefined));
      response.on('error', none);
    });
    sent.on('error', none);
    sent.on('close', none);
    setTimeout(() => sent.destroy(), LIMIT_MS).unref();
    sent.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
