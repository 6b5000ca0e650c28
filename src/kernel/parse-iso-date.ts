/** A date or a time in ISO 8601, in UTC if it has no zone; undefined for anything else. */
export function parseIsoDate(text: string): Date | undefined {
  const [, day, time, zone] = FORMAT.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const date = new Date(`${day}T${time ?? '00:00'}${zone ?? 'Z'}`);
  const midnight = new Date(`${day}T00:00Z`);
  if (Number.isNaN(date.getTime()) || Number.isNaN(midnight.getTime())) return undefined;
  // JavaScript reads 2026-02-31 as a day in March.
  return midnight.toISOString().startsWith(day) ? date : undefined;
}

const FORMAT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;
