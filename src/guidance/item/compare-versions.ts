/** Below 0 if `a` is the older one; undefined if either is not a version. A pre-release is older than its release. */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [parse(a), parse(b)];
  if (left === undefined || right === undefined) return undefined;
  for (let index = 0; index < 3; index++) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.suffix === right.suffix) return 0;
  if (left.suffix === '' || right.suffix === '') return left.suffix === '' ? 1 : -1;
  return left.suffix.localeCompare(right.suffix, 'en', { numeric: true });
}

const FORMAT = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?(?:-([0-9A-Za-z.-]{1,40}))?$/;

function parse(text: string): { numbers: number[]; suffix: string } | undefined {
  const [, major, minor = '0', patch = '0', suffix = ''] = FORMAT.exec(text.trim()) ?? [];
  return major === undefined ? undefined : { numbers: [major, minor, patch].map(Number), suffix };
}
