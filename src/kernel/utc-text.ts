/**
 * The same as `toISOString`. That one loads the machine's time zones first, although it needs none, which takes a hook as
 * long as matching all of its patterns.
 */
export function utcText(date: Date): string {
  const year = date.getUTCFullYear();
  // Years of other lengths and invalid dates are rare.
  if (!(year >= 1000 && year <= 9999)) return date.toISOString();
  const day = `${year}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${day}T${time}.${String(date.getUTCMilliseconds()).padStart(3, '0')}Z`;
}

function two(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}
