import { z } from 'zod';
import { failure, success } from '../../../kernel/result.js';
import { renderFileTree } from '../../../project/render-file-tree.js';
import type { EvidenceTool } from '../tool.js';

const getFileTreeArguments = z.strictObject({
  path: z.string().optional(),
  max_depth: z.int().min(1).max(10).optional(),
  max_files: z.int().min(1).max(1000).optional(),
});

export const getFileTree: EvidenceTool<z.output<typeof getFileTreeArguments>> = {
  name: 'get_file_tree',
  description:
    'show the folders and files of the project, or of one folder, as an indented tree; ignored files are left out',
  example: { path: 'src', max_depth: 2, max_files: 100 },
  arguments: getFileTreeArguments,
  run: async (given, { project, signal }) => {
    const folder = await project.locateFolder(given.path ?? '');
    if (!folder.ok) return folder;
    const limits = { maxDepth: given.max_depth ?? 3, maxFiles: given.max_files ?? 200, below: folder.value };
    const tree = await renderFileTree(project, limits, signal);
    if (tree === '')
      return signal.aborted ? failure('The time was up before anything was listed.') : success('(empty)');
    return success(tree);
  },
};
