import { describe, expect, it } from 'vitest';
import { judgeCommand } from '../../../../src/journal/index.js';

const TESTS = `
npm test|npm t|npm run test|npm run test:unit -- --run x|npm --prefix web test|npm -w api run -s test|npm run check|pnpm test
pnpm -r test|pnpm --filter web test:e2e|pnpm vitest run|pnpm exec jest|yarn test|yarn workspace api test|yarn jest|bun test
bun run test|npx vitest run|npx --yes jest|bunx vitest|vitest|vitest run src|jest --ci|mocha|./node_modules/.bin/mocha -R dot|ava
pytest|pytest -x tests/a.py::b|python -m pytest -q|python3.12 -m unittest discover|python -W ignore -m pytest|python manage.py test
poetry run pytest|uv run --project x pytest|tox -e py311|go test ./...|go -C api test ./...|cargo test|cargo +nightly test
cargo nextest run|make test|make -C api check|make -j8 clean test|gradle test|./gradlew :app:testDebugUnitTest|mvn -q -pl api clean verify
./mvnw test|dotnet test App.sln|bundle exec rspec|rspec spec/a.rb|vendor/bin/phpunit|php artisan test|ctest --output-on-failure
node --test|mix test|swift test|bazel test //...|turbo run test --filter=web|rake spec|deno test -A|npx playwright test|cypress run
`;
const BUILDS = `
npm run build|npm run build:prod|npm run typecheck|pnpm build|yarn build|bun build x.ts|go build ./...|go vet ./...|cargo build --release
cargo check|make|make -j 8|make all|tsc|tsc --noEmit|npx tsc -p .|gradle assemble|mvn package|dotnet build|cmake --build out|ninja
vite build|next build|webpack --mode production|python -m build|esbuild a.ts
`;
const NEITHER = `
npm install|npm ci|npm run lint|npm run dev|npm run test:watch|npm publish|yarn|pnpm add jest|git commit -m "npm test"|echo npm test
cat pytest.ini|grep -r jest .|ls|python script.py|python setup.py install|go run .|cargo run build|make install|make deploy test|npx prettier .
pytest --version|jest --listTests|pytest --collect-only|make -n test|vitest list|tsc --init|cd web|npm|node server.js|cargo test --help
`;
const commands = (text: string) => text.trim().split(/[|\n]/);

describe('a command', () => {
  it.each(commands(TESTS))('tests: %s', (command) => {
    expect(judgeCommand(command, 0)).toMatchObject({ kind: 'test', passed: true });
    expect(judgeCommand(command, 1)).toMatchObject({ kind: 'test', passed: false });
  });

  it.each(commands(BUILDS))('builds: %s', (command) => {
    expect(judgeCommand(command, 0)).toMatchObject({ kind: 'build', passed: true });
    expect(judgeCommand(command, 2)).toMatchObject({ kind: 'build', passed: false });
  });

  it.each(commands(NEITHER))('does neither: %s', (command) => {
    expect(judgeCommand(command, 0)).toBeUndefined();
    expect(judgeCommand(command, 1)).toBeUndefined();
  });
});

/** What is known when the whole line succeeds, and when it fails: `test`, `build` or `-`. */
const LINES: readonly (readonly [line: string, whenPassed: string, whenFailed: string])[] = [
  ['CI=1 NODE_ENV=test npm test', 'test', 'test'],
  ['env -u HOME A=b timeout -k 5 60 npm test', 'test', 'test'],
  ['time npm test 2>&1', 'test', 'test'],
  ['npm test > out.txt 2>&1', 'test', 'test'],
  ['npm test &> out.txt', 'test', 'test'],
  ['cd web && npm test', 'test', 'test'],
  ['cd "my web" && export A=1 && npm test && echo done', 'test', 'test'],
  ['source venv/bin/activate && pytest', 'test', 'test'],
  ['npm ci && npm test', 'test', '-'],
  ['npm test && git push', 'test', '-'],
  ['npm run build && npm test', 'test', 'test'],
  ['npm run build; npm test', 'test', 'test'],
  ['rm -rf out; npm test', 'test', 'test'],
  ['rm -rf out\nnpm test\n', 'test', 'test'],
  ['npm test; echo done', '-', '-'],
  ['npm test; echo "exit $?"', '-', '-'],
  ['npm test # quick', 'test', 'test'],
  ['npm test \\\n  -- --run', 'test', 'test'],
  ['npm test | tail -20', '-', '-'],
  ['npm test 2>&1 | tee out.txt | tail', '-', '-'],
  ['set -o pipefail; npm test 2>&1 | tail -20', 'test', 'test'],
  ['set -euo pipefail && cd web && npm test | tee out.txt', 'test', 'test'],
  ['set -o pipefail; npm test | grep FAIL', 'test', '-'],
  ['cat names | pytest', 'test', 'test'],
  ['npm test || true', '-', '-'],
  ['npm test || echo failed', '-', '-'],
  ['npm test || exit 1', 'test', 'test'],
  ['npm run build && npm test || exit 2', 'test', 'test'],
  ['npm test || exit 0', '-', '-'],
  ['cd web || exit 1; npm test', 'test', '-'],
  ['npm ci || exit 0; npm test', '-', '-'],
  ['exit 0 && npm test', '-', '-'],
  ['vitest || jest', '-', '-'],
  ['! npm test', '-', '-'],
  ['time ! npm test', '-', '-'],
  ['command -v jest', '-', '-'],
  ['ls | xargs jest', '-', '-'],
  ['npm test &', '-', '-'],
  ['npm start & npm test', 'test', 'test'],
  ['set -e; npm run build; npm test; echo done', 'test', 'test'],
  ['set -e; npm test; git push', 'test', '-'],
  ['set -e; npm test && echo ok; echo done', '-', '-'],
  ['npm test; set -e; echo done', '-', '-'],
  ['(cd web && npm test)', 'test', 'test'],
  ['{ cd web; npm test; }', 'test', 'test'],
  ["bash -lc 'cd web && npm test'", 'test', 'test'],
  ['bash -c "npm test | tail"', '-', '-'],
  ['bash -o pipefail -c "npm test | tail"', 'test', 'test'],
  ['sh run-tests.sh', '-', '-'],
  ['for n in 1 2 3; do npm test; done', '-', '-'],
  ['if npm test; then echo ok; fi', '-', '-'],
  ['npm test -- $(git diff --name-only)', '-', '-'],
  ['pytest <<EOF\nEOF', '-', '-'],
  ['npm test "unbalanced', '-', '-'],
  ['pytest -k "a && b | c; d"', 'test', 'test'],
  ["git commit -m 'x && npm test'", '-', '-'],
  ['', '-', '-'],
  [')', '-', '-'],
  ['npm test )', '-', '-'],
  ['&& npm test', '-', '-'],
];

describe('a command line', () => {
  it.each(LINES)('judges %j as %s when it succeeds and as %s when it fails', (line, whenPassed, whenFailed) => {
    expect(judgeCommand(line, 0)?.kind ?? '-').toBe(whenPassed);
    expect(judgeCommand(line, 1)?.kind ?? '-').toBe(whenFailed);
  });

  it.each([124, 126, 127, 130, 137, 143])('says nothing when it did not run to its end (exit %d)', (code) => {
    expect(judgeCommand('npm test', code)).toBeUndefined();
  });
});
