/** The header's two forms: seconds, or a date. Undefined when it names no time in the future. */
export function parseRetryAfter(header: string, now: number): number | undefined {
  if (header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return ms > 0 ? Math.ceil(ms) : undefined;
}
