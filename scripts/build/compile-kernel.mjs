// Compiles the AssemblyScript kernel and embeds it in src/semantics/kernels/kernel-binary.ts.
//   node scripts/build/compile-kernel.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

/** Writes the embedded binary if it differs from what the sources give; says whether it did. */
export async function compileKernel(root) {
  const file = path.join(root, EMBEDDED);
  const source = embeddingModule(await kernelBinary(root));
  if (readIfThere(file) === source) return false;
  writeFileSync(file, source);
  return true;
}

/** The compiled kernel: the same bytes for the same sources and compiler. */
export async function kernelBinary(root) {
  let binary;
  const stderr = asc.createMemoryStream();
  const { error } = await asc.main(['kernel.ts', '--outFile', 'kernel.wasm', ...OPTIONS], {
    // The sources end in .as, so that nothing takes them for TypeScript; the compiler insists on .ts.
    readFile: (name) => readIfThere(path.join(root, SOURCES, name.replace(/\.ts$/, '.as'))) ?? null,
    writeFile: (name, contents) => {
      if (name === 'kernel.wasm') binary = contents;
    },
    listFiles: () => [],
    stderr,
  });
  if (error || !binary) throw new Error(`the kernel does not compile:\n${stderr.toString()}`, { cause: error });
  return binary;
}

/** The text of the module that holds the binary. */
export function embeddingModule(binary) {
  const lines = Buffer.from(binary)
    .toString('base64')
    .match(/.{1,110}/g);
  return [
    '/** Made from assembly/*.as by scripts/build/compile-kernel.mjs; a test fails when it is older than they are. */',
    'export const KERNEL_BINARY = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
}

const SOURCES = 'src/semantics/kernels/assembly';
const EMBEDDED = 'src/semantics/kernels/kernel-binary.ts';
// The host brings the memory; nothing is allocated inside, so there is no runtime to speak of.
const OPTIONS = ['--runtime', 'stub', '--importMemory', '--enable', 'simd', '-O3', '--noAssert', '--use', 'abort='];

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const changed = await compileKernel(path.resolve(import.meta.dirname, '../..'));
  console.error(changed ? 'kernel compiled' : 'kernel unchanged');
}
