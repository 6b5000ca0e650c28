import { failure, type Result, success } from '../../../../kernel/result.js';
import type { OpenFile } from '../../confinement/project.js';

/** What there is to search in a file: all of it, or a sentence about why it is passed over. */
export async function textOf(file: OpenFile, maxBytes: number, maxLine: number): Promise<Result<Buffer, string>> {
  if (file.size > maxBytes) return failure(`${file.path} is passed over: it has more than ${maxBytes} bytes`);
  const content = await file.read(maxBytes);
  if (content.includes(0)) return failure(`${file.path} is passed over: it is not text`);
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(10, start);
    const next = end === -1 ? content.length : end + 1;
    if (next - start > maxLine)
      return failure(`${file.path} is passed over: it has a line of ${next - start} bytes, too long for this pattern`);
    start = next;
  }
  return success(content);
}
