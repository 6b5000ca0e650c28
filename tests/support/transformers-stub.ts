import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scratchFolder } from './scratch-folder.js';

/**
 * A folder with a stand-in for @huggingface/transformers in its node_modules; returns a file in it to look up from. Its
 * "model" counts letters; it answers only to calls that the real library would understand.
 */
export function installTransformersStub(): string {
  const folder = scratchFolder('transformers');
  const stub = path.join(folder, 'node_modules', '@huggingface', 'transformers');
  mkdirSync(stub, { recursive: true });
  writeFileSync(path.join(stub, 'package.json'), '{"name":"@huggingface/transformers","main":"./index.cjs"}');
  writeFileSync(path.join(stub, 'index.cjs'), STUB);
  return path.join(folder, 'program.js');
}

const STUB = `
exports.pipeline = async (task, model, options) => {
  if (task !== 'feature-extraction') throw new Error('Unsupported pipeline: ' + task);
  if (model.includes('missing')) throw new Error('Could not locate file');
  if (model.includes('remote') && options.local_files_only) throw new Error('local_files_only is set');
  const broken = model.includes('broken');
  return async (texts, { pooling, normalize }) => {
    if (pooling !== 'mean' || normalize !== true) throw new Error('token vectors are of no use');
    const data = Float32Array.from(texts.flatMap((text) => [0, 1, 2].map((n) => text.split('abc'[n]).length - 1)));
    return broken ? { data, dims: [texts.length, 7] } : { data, dims: [texts.length, 3] };
  };
};
`;
