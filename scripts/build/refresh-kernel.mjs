import { readdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

/** Compiles the kernel again if one of its sources is newer than the embedded one. The compiler is loaded only then. */
export async function refreshKernel(root) {
  const kernels = path.join(root, 'src/semantics/kernels');
  const embedded = path.join(kernels, 'kernel-binary.ts');
  const made = statSync(embedded, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(path.join(kernels, 'assembly')).map((name) => path.join(kernels, 'assembly', name));
  if (sources.every((file) => statSync(file).mtimeMs <= made)) return;
  const { compileKernel } = await import('./compile-kernel.mjs');
  await compileKernel(root);
  // Also when the bytes are the same: otherwise every build would compile them again.
  utimesSync(embedded, new Date(), new Date());
}
