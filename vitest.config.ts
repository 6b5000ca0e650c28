import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One second is not enough for a child process on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // Child processes are what most tests wait for: more workers than cores would only make them late.
    maxWorkers: 2,
    globalSetup: ['tests/support/own-temporary-folder.ts'],
    setupFiles: ['tests/support/isolate-environment.ts'],
  },
});
