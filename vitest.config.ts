import { defineConfig } from 'vitest/config';

/** They start programs or take seconds, so they do not run with `npm test`. */
const LONG_UNITS = [
  'tests/unit/cli/init/scopes.test.ts',
  'tests/unit/config/pinned-programs.test.ts',
  'tests/unit/decisions/linking.test.ts',
  'tests/unit/journal/many-sessions.test.ts',
  'tests/unit/journal/outcomes/judge-as-a-shell-does.test.ts',
  'tests/unit/main/open-similarity.test.ts',
  'tests/unit/project/ignore-like-git.test.ts',
  'tests/unit/project/turns.test.ts',
];

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
      project('unit', ['tests/unit', 'tests/architecture', 'tests/contracts'], { isolate: false, exclude: LONG_UNITS }),
      project('processes', ['tests/integration'], { include: LONG_UNITS }),
      project('slow', ['tests/faults']),
      project('e2e', ['tests/e2e']),
    ],
  },
});

function project(name: string, folders: readonly string[], { include = [], ...options }: ProjectOptions = {}) {
  const files = [...folders.map((folder) => `${folder}/**/*.test.ts`), ...include];
  return { extends: true as const, test: { name, include: files, ...options } };
}

interface ProjectOptions {
  readonly isolate?: boolean;
  readonly include?: string[];
  readonly exclude?: string[];
}
