import { z } from 'zod';
import { failure, type Result, success } from '../../../kernel/result.js';
import { compileGlob } from '../../../project/glob/compile-glob.js';
import type { Entry } from '../../../project/list-checked-folder.js';
import { printablePath } from '../../../project/read-path.js';
import type { EvidenceContext, EvidenceTool } from '../tool.js';

const listFilesArguments = z.strictObject({ pattern: z.string().min(1), path: z.string().optional() });

export const listFiles: EvidenceTool<z.output<typeof listFilesArguments>> = {
  name: 'list_files',
  description:
    'list files whose path matches a glob pattern (*, ?, **, {a,b}, [abc]), below path if given; ignored files are left out',
  example: { pattern: '**/*.test.ts', path: 'src' },
  arguments: listFilesArguments,
  run: async ({ pattern, path }, context) => {
    const glob = compileGlob(pattern);
    if (!glob.ok) return failure(`The pattern cannot be used: ${glob.error}.`);
    const hint = pattern.includes('/') ? '' : ` To look in all folders, ask for "**/${printablePath(pattern)}".`;
    return listEntries(
      {
        folders: [path ?? ''],
        accepts: ({ kind }, relative) => kind !== 'folder' && glob.value.matches(relative),
        ifNone: `No file matches "${printablePath(pattern)}" (ignored files are left out).${hint}`,
      },
      context,
    );
  },
};

interface EntrySearch {
  /** As the participant wrote them. */
  readonly folders: readonly string[];
  readonly maxDepth?: number;
  /** `relative` is the path below the folder. */
  readonly accepts: (entry: Entry, relative: string) => boolean;
  /** Shown when nothing is found. */
  readonly ifNone: string;
}

/** The paths of entries below some folders: `list_files` and `find` both end here. */
export async function listEntries(
  { folders, maxDepth, accepts, ifNone }: EntrySearch,
  { project, signal }: EvidenceContext,
): Promise<Result<string, string>> {
  const found: string[] = [];
  let total = 0;
  for (const written of folders) {
    const folder = await project.locateFolder(written);
    if (!folder.ok) return folder;
    const below = folder.value;
    const options = { below, signal, ...(maxDepth === undefined ? {} : { maxDepth }) };
    for await (const entry of project.walk(options)) {
      if (!accepts(entry, below === '' ? entry.path : entry.path.slice(below.length + 1))) continue;
      total++;
      if (found.length < MAX_SHOWN) found.push(formatEntry(entry));
    }
  }
  if (signal.aborted && total === 0) return failure('The time was up before a file was found; give a path to look in.');
  if (total === 0) return success(ifNone);
  const notes = [
    ...(total > found.length ? [`(${found.length} of ${total} files shown; narrow the pattern or give a path)`] : []),
    ...(signal.aborted ? ['(the time was up: there may be more)'] : []),
  ];
  return success([...found, ...notes].join('\n'));
}

const MAX_SHOWN = 500;

/** `src/`, `src/a.ts` or `src/b.ts (link)`. */
export function formatEntry({ path, kind }: Entry): string {
  return printablePath(path) + (kind === 'folder' ? '/' : kind === 'link' ? ' (link)' : '');
}
