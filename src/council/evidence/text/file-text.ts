/** Checks whether bytes are not plain text: plain text has no NUL and does not begin with the mark of UTF-16. */
export function looksBinary(bytes: Buffer): boolean {
  return bytes.includes(0) || UTF_16_MARKS.some((mark) => bytes.subarray(0, 2).equals(mark));
}

const UTF_16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** Bytes as text; a mark of byte order goes, and what is not UTF-8 becomes U+FFFD. */
export function decodeText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = 0xfeff;

/** A line as it is shown: without the carriage return of Windows, and cut if it is too long to read. */
export function shownLine(line: string, maxLength: number): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}… (${text.length - maxLength} more characters)`;
}

export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const units = ['KB', 'MB', 'GB', 'TB', 'PB'];
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(1).replace(/\.0$/, '')} ${units[power - 1]}`;
}

/** A line break at the end closes the last line; it does not open another one. */
export function getLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Of one line; keys of many lines are recognized without their beginning or their end. */
export const MAX_SECRET_LENGTH = 8_000;
