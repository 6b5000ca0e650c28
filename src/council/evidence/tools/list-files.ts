import { z } from 'zod';
import { failure, type Result, success } from '../../../kernel/result.js';
import { printablePath } from '../confinement/printable-path.js';
import { compileGlob } from '../glob/compile-glob.js';
import type { EvidenceTool } from '../tool.js';

const listFilesArguments = z.strictObject({ pattern: z.string().min(1), path: z.string().optional() });
type Given = z.output<typeof listFilesArguments>;

export const listFiles: EvidenceTool<Given> = {
  name: 'list_files',
  description:
    'list files whose path matches a glob pattern (*, ?, **, {a,b}, [abc]), below path if given; ignored files are left out',
  example: { pattern: '**/*.test.ts', path: 'src' },
  arguments: listFilesArguments,
  run: async (given, { project, signal }) => {
    const glob = compileGlob(given.pattern);
    if (!glob.ok) return failure(`The pattern cannot be used: ${glob.error}.`);
    const folder = await project.locateFolder(given.path ?? '');
    if (!folder.ok) return folder;
    const below = folder.value;
    const found: string[] = [];
    let total = 0;
    for await (const entry of project.walk({ below, respectIgnoreFiles: true, signal })) {
      const relative = below === '' ? entry.path : entry.path.slice(below.length + 1);
      if (entry.kind === 'folder' || !glob.value.matches(relative)) continue;
      total++;
      if (found.length < MOST_SHOWN) found.push(printablePath(entry.path) + (entry.kind === 'link' ? ' (link)' : ''));
    }
    return render(given.pattern, found, total, signal.aborted);
  },
};

const MOST_SHOWN = 500;

function render(pattern: string, found: readonly string[], total: number, isCut: boolean): Result<string, string> {
  if (isCut && total === 0) return failure('The time was up before a file was found; give a path to look in.');
  if (total === 0) {
    const hint = pattern.includes('/') ? '' : ` To look in all folders, ask for "**/${printablePath(pattern)}".`;
    return success(`No file matches "${printablePath(pattern)}" (ignored files are left out).${hint}`);
  }
  const notes = [
    ...(total > found.length ? [`(${found.length} of ${total} files shown; narrow the pattern or give a path)`] : []),
    ...(isCut ? ['(the time was up: there may be more)'] : []),
  ];
  return success([...found, ...notes].join('\n'));
}
