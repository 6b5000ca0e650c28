import { defineConfig } from 'vitest/config';

/** They start programs or take seconds, so they do not run with `npm test`. */
const LONG_UNITS = [
  'tests/contracts/memory-store.test.ts',
  'tests/contracts/model-adapter-cli.test.ts',
  'tests/contracts/model-adapter-http.test.ts',
  'tests/contracts/structured-answers.test.ts',
  'tests/unit/adapters/cli/droid.test.ts',
  'tests/unit/adapters/http/anthropic.test.ts',
  'tests/unit/cli/decisions/command.test.ts',
  'tests/unit/cli/init/scopes.test.ts',
  'tests/unit/cli/journal/journal-commands.test.ts',
  'tests/unit/cli/knowledge/command.test.ts',
  'tests/unit/coaching/api/call-api-with-retry.test.ts',
  'tests/unit/coaching/api/call-api.test.ts',
  'tests/unit/coaching/api/purses.test.ts',
  'tests/unit/coaching/commands/find-writer.test.ts',
  'tests/unit/coaching/dashboard/dashboard.test.ts',
  'tests/unit/coaching/explain/explain-code.test.ts',
  'tests/unit/coaching/explain/review-phase.test.ts',
  'tests/unit/coaching/models-view/models-view.test.ts',
  'tests/unit/coaching/observer/nudges.test.ts',
  'tests/unit/coaching/observer/observer.test.ts',
  'tests/unit/coaching/observer/properties.test.ts',
  'tests/unit/coaching/own-data/own-data.test.ts',
  'tests/unit/coaching/pipeline/faults.test.ts',
  'tests/unit/coaching/pipeline/hostile.test.ts',
  'tests/unit/coaching/pipeline/pipeline.test.ts',
  'tests/unit/coaching/practice/review-solution.test.ts',
  'tests/unit/coaching/sessions/lifecycle.test.ts',
  'tests/unit/coaching/sessions/phases.test.ts',
  'tests/unit/coaching/sessions/pointing.test.ts',
  'tests/unit/coaching/workspace/workspace.test.ts',
  'tests/unit/coaching/wrap-up/wrap-up.test.ts',
  'tests/unit/config/every-key-is-read.test.ts',
  'tests/unit/config/pinned-programs.test.ts',
  'tests/unit/config/project-trust.test.ts',
  'tests/unit/council/challenge/asked-participants.test.ts',
  'tests/unit/council/debate.test.ts',
  'tests/unit/council/evidence/prompts.test.ts',
  'tests/unit/council/export.test.ts',
  'tests/unit/council/follow-run.test.ts',
  'tests/unit/council/join-options.test.ts',
  'tests/unit/council/memory.test.ts',
  'tests/unit/council/parse-vote.test.ts',
  'tests/unit/council/runs/changed-settings.test.ts',
  'tests/unit/council/runs/faults.test.ts',
  'tests/unit/council/runs/foreign-record.test.ts',
  'tests/unit/council/runs/keeping.test.ts',
  'tests/unit/council/runs/resume-rules.test.ts',
  'tests/unit/council/runs/resume.test.ts',
  'tests/unit/council/runs/senseless-usage.test.ts',
  'tests/unit/council/stopping.test.ts',
  'tests/unit/decisions/changes.test.ts',
  'tests/unit/decisions/damaged-rows.test.ts',
  'tests/unit/decisions/health/health.test.ts',
  'tests/unit/decisions/linking.test.ts',
  'tests/unit/decisions/recall.test.ts',
  'tests/unit/guidance/hook-index.test.ts',
  'tests/unit/hooks/coached.test.ts',
  'tests/unit/hooks/learned-values.test.ts',
  'tests/unit/http/changes.test.ts',
  'tests/unit/http/coach/messages.test.ts',
  'tests/unit/http/decisions.test.ts',
  'tests/unit/http/deliberations.test.ts',
  'tests/unit/http/home.test.ts',
  'tests/unit/http/journal.test.ts',
  'tests/unit/http/learning.test.ts',
  'tests/unit/http/point-layouts.test.ts',
  'tests/unit/http/start-pages.test.ts',
  'tests/unit/journal/many-sessions.test.ts',
  'tests/unit/journal/outcomes/judge-as-a-shell-does.test.ts',
  'tests/unit/learning/clusters.test.ts',
  'tests/unit/main/coach-notes.test.ts',
  'tests/unit/main/open-similarity.test.ts',
  'tests/unit/mcp/decisions.test.ts',
  'tests/unit/mcp/shorten-result.test.ts',
  'tests/unit/mcp/tools/ghap-validation.test.ts',
  'tests/unit/mcp/tools/ghap-workflow.test.ts',
  'tests/unit/mcp/tools/learning-tools.test.ts',
  'tests/unit/project/ignore-like-git.test.ts',
  'tests/unit/project/turns.test.ts',
  'tests/unit/redaction/planted-secrets.test.ts',
  'tests/unit/semantics/clustering/properties.test.ts',
  'tests/unit/semantics/create-semantics.test.ts',
  'tests/unit/semantics/embedding-port-transformers.test.ts',
  'tests/unit/semantics/embedding/builtin/load-builtin-embedding.test.ts',
  'tests/unit/semantics/kernels/kernel-binary.test.ts',
  'tests/unit/semantics/kernels/point-kernels.test.ts',
  'tests/unit/semantics/layout.test.ts',
];

/** They take long or only count how often a rule is right. The scorecard and `npm run test:all` run them. */
const FOR_SCORECARD = [
  'tests/faults/coach/coached-day.test.ts',
  'tests/faults/killed-runs/no-participant-left.test.ts',
  'tests/faults/mixed-kill/mixed-kill.test.ts',
  'tests/faults/network/network-faults.test.ts',
  'tests/faults/pages/knowledge-interleavings.test.ts',
  'tests/faults/soak/soak.test.ts',
  'tests/integration/evidence-hostile/hostile.test.ts',
  'tests/integration/evidence-hostile/races.test.ts',
  'tests/integration/hostile-databases.test.ts',
  'tests/integration/learning/labeled-searches.test.ts',
  'tests/integration/learning/planted-themes.test.ts',
  'tests/integration/learning/value-statements.test.ts',
  // Red: 4 to 6 of 50 secrets of the held-out half are shown, and 3 is the target.
  'tests/integration/redaction/new-secrets.test.ts',
  'tests/integration/runs-kill/kill.test.ts',
  'tests/integration/simulate/run-cell.test.ts',
  'tests/integration/terminal/questions.test.ts',
  'tests/unit/decisions/labeled.test.ts',
];

const RUNS_DIST = ['tests/support/refuse-stale-dist.ts'];

/** One list of tests for each speed: `npm test` runs `unit`, `npm run test:all` runs all of them. */
export default defineConfig({
  // The pages are written with Preact.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One second is not enough for a child process on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // Child processes are what many tests wait for: more workers than cores would only make them late.
    maxWorkers: 2,
    // What a file compiles to is kept by its content, for the next run and for the other projects.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    globalSetup: ['tests/support/own-temporary-folder.ts'],
    setupFiles: ['tests/support/isolate-environment.ts'],
    projects: [
      // These tests share no state between files, so the modules are loaded once for each worker: half the time.
      project('unit', ['tests/unit', 'tests/architecture', 'tests/contracts'], {
        isolate: false,
        exclude: [...LONG_UNITS, ...FOR_SCORECARD],
      }),
      project('long-unit', [], { isolate: false, include: LONG_UNITS, exclude: FOR_SCORECARD }),
      project('processes', ['tests/integration'], { isolate: false, exclude: FOR_SCORECARD, globalSetup: RUNS_DIST }),
      project('slow', ['tests/faults'], { isolate: false, exclude: FOR_SCORECARD, globalSetup: RUNS_DIST }),
      project('scorecard', [], { include: FOR_SCORECARD, globalSetup: RUNS_DIST }),
      project('e2e', ['tests/e2e'], { globalSetup: RUNS_DIST }),
      project('browser', ['tests/browser'], {
        isolate: false,
        globalSetup: [...RUNS_DIST, 'tests/support/say-why-no-browser.ts'],
      }),
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
  readonly globalSetup?: string[];
}
