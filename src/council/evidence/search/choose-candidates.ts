import type { RequiredText } from './required-text.js';
import type { FindInFolders } from './ripgrep.js';

/** All files of a search, and those of them that are worth opening, in the same order. */
export interface Candidates {
  readonly total: number;
  readonly files: readonly string[];
}

/**
 * Leaves out the files that cannot match, by the word of a faster program. One that fails costs time and nothing else:
 * then all files are candidates.
 */
export async function chooseCandidates(
  walked: AsyncIterable<string>,
  required: RequiredText | undefined,
  find: FindInFolders | undefined,
  limits: { readonly maxFileBytes: number; readonly signal: AbortSignal },
): Promise<Candidates> {
  const files: string[] = [];
  for await (const file of walked) files.push(file);
  const total = files.length;
  if (required === undefined || find === undefined || total < TOO_FEW) return { total, files };

  const found = new Set<string>();
  for (const folders of inBatches(new Set(files.map(folderOf)))) {
    const inThese = await find(folders, required, limits);
    if (inThese === undefined) return { total, files };
    for (const file of inThese) found.add(file);
  }
  return { total, files: files.filter((file) => found.has(file)) };
}

/** So few are opened faster than a program is started. */
const TOO_FEW = 200;
/** Well under what a system takes as arguments of one program, and few enough to be handed over in a moment. */
const BATCH_BYTES = 256 * 1024;

function* inBatches(folders: ReadonlySet<string>): Generator<readonly string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const folder of folders) {
    batch.push(folder);
    bytes += Buffer.byteLength(folder) + 3;
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function folderOf(file: string): string {
  const slash = file.lastIndexOf('/');
  return slash === -1 ? '' : file.slice(0, slash);
}
