// Switches off one guard of the evidence tools at a time, in a copy, and shows that the tests miss it.
//   node scripts/remove-guards.mjs [words of a guard's name]
// Exit 1 when a guard could be removed without a test failing, or is not where the list says.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const copy = mkdtempSync(path.join(tmpdir(), 'witan-guards-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const name of [
  'src',
  'adapters',
  'tests',
  'assets',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'config.yaml',
]) {
  cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
}
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

const green = new Map();
const wanted = process.argv.slice(2).join(' ');
const guards = (await readGuards()).filter(({ name }) => name.includes(wanted));
const verdicts = guards.map((guard) => [guard.name, examine(guard)]);
for (const [name, verdict] of verdicts) console.log(`${verdict.padEnd(12)} ${name}`);
const unmissed = verdicts.filter(([, verdict]) => verdict !== 'missed' && verdict !== 'skipped');
console.log(`${verdicts.length - unmissed.length} of ${verdicts.length} guards are missed when they are gone`);
process.exit(unmissed.length === 0 ? 0 : 1);

/** `missed` is what we want: the tests fail without the guard. */
function examine({ name, file, from, to, also, missedBy, needsSandbox }) {
  if (needsSandbox && !hasSandbox()) return 'skipped';
  // Tests that fail anyway would seem to miss every guard.
  if (!isGreen(missedBy)) return 'already red';
  const place = path.join(copy, file);
  const source = readFileSync(place, 'utf8');
  const edits = [{ from, to }, ...(also === undefined ? [] : [also])];
  if (edits.some((edit) => source.split(edit.from).length !== 2)) return 'not found';
  writeFileSync(
    place,
    edits.reduce((text, edit) => text.replace(edit.from, () => edit.to), source),
  );
  const started = performance.now();
  const isRed = !passes(missedBy);
  writeFileSync(place, source);
  console.error(`${isRed ? 'missed' : 'NOT MISSED'}: ${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`);
  return isRed ? 'missed' : 'NOT MISSED';
}

function isGreen(tests) {
  if (!green.has(tests)) green.set(tests, passes(tests));
  return green.get(tests);
}

function passes(tests) {
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const ran = spawnSync(process.execPath, [vitest, 'run', '--bail=1', path.join('tests', tests)], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 300_000,
  });
  // A test that cannot even be loaded proves nothing about the guard.
  if (/Transform failed|SyntaxError|Failed to load|No test files found/.test(ran.stdout + ran.stderr)) {
    console.error(ran.stdout.slice(-2000));
    return true;
  }
  return ran.status === 0;
}

function hasSandbox() {
  return spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status === 0;
}

async function readGuards() {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'tests/integration/evidence-hostile/guards.ts')],
    bundle: true,
    write: false,
    format: 'esm',
  });
  const { GUARDS } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return GUARDS;
}
