import { languageOf } from '../../../project/person/file-types.js';
import type { Workspace } from '../../workspace/workspace.js';

type TreeNode = Awaited<ReturnType<Workspace['getProjectTree']>>['root'];

/** The languages that most files of the project are written in. */
export async function describeStack(workspace: Pick<Workspace, 'getProjectTree'>): Promise<string> {
  const counts = new Map<string, number>();
  const { root } = await workspace.getProjectTree();
  for (const name of fileNames(root)) {
    const language = languageOf(name);
    if (!NO_STACK.has(language)) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_LANGUAGES);
  return most.map(([language]) => language).join(', ') || 'unknown';
}

const MAX_LANGUAGES = 3;
/** In projects of every kind. */
const NO_STACK: ReadonlySet<string> = new Set([
  'plaintext',
  'markdown',
  'json',
  'jsonc',
  'yaml',
  'toml',
  'ignore',
  'dotenv',
]);

function* fileNames({ name, type, children = [] }: TreeNode): Generator<string> {
  if (type === 'file') yield name;
  for (const child of children) yield* fileNames(child);
}
