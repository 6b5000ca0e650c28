import type { Clock } from '../../kernel/clock.js';
import { isEqual, proofOf, randomSecret } from '../../kernel/key-proof.js';

/**
 * The key of one project's pages, and the codes that are exchanged for it. A code is in the address that the browser
 * opens: it works once and for a minute, so that it is worth nothing in a history.
 */
export interface Keys {
  newCode(): string;
  /** The key for a code; undefined if the code was used, is too old or never existed. */
  exchange(code: string): string | undefined;
  /** Shows that the server at this address has the key, without telling it. */
  prove(address: string, nonce: string): string;
  readonly isKey: (given: string) => boolean;
}

/** Calls `codeUsed` when a code was exchanged. */
export function createKeys(
  key: string,
  { clock, codeUsed }: { readonly clock: Pick<Clock, 'elapsed'>; readonly codeUsed?: () => void },
): Keys {
  const codes = new Map<string, number>();
  return {
    newCode() {
      const code = randomSecret();
      codes.set(code, clock.elapsed() + CODE_LIFETIME_MS);
      for (const oldest of [...codes.keys()].slice(0, -MAX_CODES)) codes.delete(oldest);
      return code;
    },
    exchange(code) {
      const validUntil = codes.get(code);
      codes.delete(code);
      if (validUntil === undefined || clock.elapsed() > validUntil) return undefined;
      codeUsed?.();
      return key;
    },
    prove: (address, nonce) => proofOf(key, address, nonce),
    isKey: (given) => isEqual(given, key),
  };
}

const CODE_LIFETIME_MS = 60_000;
const MAX_CODES = 20;
