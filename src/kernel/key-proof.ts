import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits in 43 characters. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Shows that a server has the key, without telling it. The address, such as `127.0.0.1:47600`, is in it, so that a program
 * on another port cannot pass the question on.
 */
export function proofOf(key: string, address: string, nonce: string): string {
  return createHmac('sha256', key).update(`${address} ${nonce}`).digest('base64url');
}

/** Takes the same time wherever the texts differ. */
export function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}
