import path from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: the build scripts are plain JavaScript
import { embeddingModule, kernelBinary } from '../../../../scripts/build/compile-kernel.mjs';
import { instantiateKernel } from '../../../../src/semantics/kernels/simd-module.js';
import { readSource } from '../../../support/source-files.js';

describe('the embedded kernel', () => {
  it('is what its sources compile to', async () => {
    const binary = await kernelBinary(path.resolve(import.meta.dirname, '../../../..'));
    expect(readSource('src/semantics/kernels/kernel-binary.ts')).toBe(embeddingModule(binary));
  });

  it('runs on this machine, so that the other tests do not compare the plain twins with themselves', () => {
    expect(instantiateKernel(1)).toBeDefined();
  });
});
