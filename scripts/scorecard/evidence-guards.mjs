import path from 'node:path';
import { build } from 'esbuild';

/** The guards of the evidence tools, each as its own row; their list is next to the suites that miss them. */
export async function evidenceGuards(root) {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'tests/integration/evidence-hostile/guards.ts')],
    bundle: true,
    write: false,
    format: 'esm',
  });
  const { GUARDS } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return GUARDS.map(({ name, file, from, to, also, missedBy }, index) => ({
    id: `evidence-${index + 1}`,
    guard: name,
    suites: [path.posix.join('tests', missedBy)],
    mutations: [{ removes: name, file, edits: [{ from, to }, ...(also === undefined ? [] : [also])] }],
  }));
}
