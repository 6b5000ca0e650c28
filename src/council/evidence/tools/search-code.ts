import { z } from 'zod';
import { failure } from '../../../kernel/result.js';
import { type CompiledGlob, compileGlob } from '../../../project/glob/compile-glob.js';
import { compilePattern } from '../search/compile-pattern.js';
import { DEFAULT_MAX_RESULTS, searchProject } from '../search/search-project.js';
import type { EvidenceTool } from '../tool.js';

const searchCodeArguments = z.strictObject({
  pattern: z.string().min(1),
  path: z.string().optional(),
  glob: z.string().min(1).optional(),
  context_lines: z.int().min(0).max(10).optional(),
  max_results: z.int().min(1).max(200).optional(),
  ignore_case: z.boolean().optional(),
});

export const searchCode: EvidenceTool<z.output<typeof searchCodeArguments>> = {
  name: 'search_code',
  description:
    'search the lines of text files for a regular expression (RE2 syntax), below path and in files that match glob if given; ignored files are left out',
  example: { pattern: 'class \\w+Engine', path: 'src', glob: '*.ts', context_lines: 2, max_results: 20 },
  arguments: searchCodeArguments,
  run: async (given, context) => {
    const pattern = await compilePattern(given.pattern, given.ignore_case ?? false);
    if (!pattern.ok) return pattern;
    const glob = given.glob === undefined ? undefined : compileGlob(given.glob);
    if (glob !== undefined && !glob.ok) return failure(`The glob cannot be used: ${glob.error}.`);
    const search = {
      pattern: pattern.value,
      written: given.pattern,
      paths: [given.path ?? ''],
      accepts: (path: string, folder: string) => glob === undefined || fits(path, folder, glob.value),
      report: 'lines',
      before: given.context_lines ?? 0,
      after: given.context_lines ?? 0,
      maxPerFile: Number.POSITIVE_INFINITY,
      maxResults: given.max_results ?? DEFAULT_MAX_RESULTS,
    } as const;
    return searchProject(search, context);
  },
};

/** A glob without a slash is about the name alone, as in the search tools that participants know. */
function fits(path: string, folder: string, glob: CompiledGlob): boolean {
  const relative = folder === '' ? path : path.slice(folder.length + 1);
  return glob.matches(relative) || glob.matches(path.slice(path.lastIndexOf('/') + 1));
}
