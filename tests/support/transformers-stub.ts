import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scratchFolder } from './scratch-folder.js';

/**
 * A folder with a stand-in for @huggingface/transformers in its node_modules; returns a file in it to look up from. Its
 * "model" counts letters; it answers only to calls that the real library would understand. Models and texts with certain
 * words in them make it misbehave.
 */
export function installTransformersStub(folder = scratchFolder('transformers')): string {
  const stub = path.join(folder, 'node_modules', '@huggingface', 'transformers');
  mkdirSync(stub, { recursive: true });
  writeFileSync(path.join(stub, 'package.json'), '{"name":"@huggingface/transformers","main":"./index.cjs"}');
  writeFileSync(path.join(stub, 'index.cjs'), STUB);
  return path.join(folder, 'program.js');
}

const STUB = `
exports.env = { allowRemoteModels: true };
exports.pipeline = async (task, model) => {
  if (task !== 'feature-extraction') throw new Error('Unsupported pipeline: ' + task);
  if (model.includes('missing')) throw new Error('Could not locate file');
  if (model.includes('telltale')) throw new Error(Object.keys(process.env).join(' '));
  if (model.includes('remote') && !exports.env.allowRemoteModels) throw new Error('file was not found locally');
  while (model.includes('stuck'));
  const broken = model.includes('broken');
  console.log('a line that would break the protocol on this output');
  return async (texts, { pooling, normalize }) => {
    if (pooling !== 'mean' || normalize !== true) throw new Error('token vectors are not wanted');
    if (texts.includes('crash')) process.kill(process.pid, 'SIGSEGV');
    while (texts.includes('spin'));
    const data = Float32Array.from(texts.flatMap((text) => [0, 1, 2].map((n) => text.split('abc'[n]).length - 1)));
    return broken ? { data, dims: [texts.length, 7] } : { data, dims: [texts.length, 3] };
  };
};
`;
