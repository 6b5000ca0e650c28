import { defineConfig } from 'vitest/config';

/** One list of tests for each speed: `npm test` runs `unit`, `npm run test:all` runs all of them. */
export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One second is not enough for a child process on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // Child processes are what many tests wait for: more workers than cores would only make them late.
    maxWorkers: 2,
    globalSetup: ['tests/support/own-temporary-folder.ts'],
    setupFiles: ['tests/support/isolate-environment.ts'],
    projects: [
      // These tests share no state between files, so the modules are loaded once for each worker: half the time.
      project('unit', ['tests/unit', 'tests/architecture', 'tests/contracts'], { isolate: false }),
      project('processes', ['tests/integration']),
      project('slow', ['tests/faults']),
      project('e2e', ['tests/e2e']),
    ],
  },
});

function project(name: string, folders: readonly string[], options: { readonly isolate?: boolean } = {}) {
  const include = folders.map((folder) => `${folder}/**/*.test.ts`);
  return { extends: true as const, test: { name, include, ...options } };
}
