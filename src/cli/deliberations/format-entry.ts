import type { RunEntry } from '../../council/index.js';

/** `2026-11-16 10:15`, in local time. */
export function formatLocalTime(timestamp: string): string {
  const time = new Date(timestamp);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The known cost; an unknown price is not zero. */
export function formatCost({ usd, unknownCalls }: RunEntry['cost']): string {
  if (unknownCalls === 0) return `$${usd.toFixed(4)}`;
  return usd === 0 ? 'unknown' : `$${usd.toFixed(4)}+`;
}
