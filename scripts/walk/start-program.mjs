import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROBE = path.join(import.meta.dirname, 'probe.cjs');
/** Long enough for work that continues after an answer, and shorter than the polls of the program. */
const QUIET_MS = 400;
const MAX_WAIT_MS = 60_000;

/** Starts a program of the bundled copy with the probe in it. */
export function startProgram({ copy, project, env }, [file, ...args]) {
  const end = path.join(path.dirname(copy), `${path.basename(file)}-end.json`);
  const child = spawn(process.execPath, ['--require', PROBE, path.join(copy, file), ...args], {
    cwd: project,
    env: { ...env, WALK_FOLDER: copy, WALK_END: end },
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const closed = once(child, 'close');
  process.once('exit', () => child.kill('SIGKILL'));
  const take = async () => {
    child.send('take');
    const [scripts] = await Promise.race([once(child, 'message'), closed.then(() => fail('ended during a walk'))]);
    return functionsIn(scripts);
  };
  const fail = (problem) => {
    throw new Error(`witan ${args.join(' ')} ${problem}: ${output}`);
  };
  return {
    child,
    /** Resolves with the first match in what the program printed. */
    async prints(pattern) {
      const deadline = AbortSignal.timeout(MAX_WAIT_MS);
      while (!pattern.test(output)) {
        const printed = once(child.stdout, 'data', { signal: deadline }).catch(() => fail('does not answer'));
        await Promise.race([printed, closed.then(() => pattern.test(output) || fail('ended'))]);
      }
      return pattern.exec(output)[0];
    },
    /** The functions that run because of an action, with what follows its answer, as `file name`. */
    async walk(action) {
      while ((await take()).size > 0) await quiet();
      await action();
      const ran = new Set();
      const deadline = Date.now() + MAX_WAIT_MS;
      for (let last = await take(); last.size > 0 || ran.size === 0; last = await take()) {
        for (const each of last) ran.add(each);
        if (Date.now() > deadline) fail(ran.size === 0 ? 'did nothing' : 'does not come to rest');
        await quiet();
      }
      return ran;
    },
    /** For a program that ends by itself: its output, and all that ran in it. */
    async run(input) {
      child.stdin.end(input);
      await closed;
      return { output, ran: functionsIn(JSON.parse(readFileSync(end, 'utf8'))) };
    },
    async end() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

function quiet() {
  return new Promise((resolve) => setTimeout(resolve, QUIET_MS));
}

function functionsIn(scripts) {
  return new Set(scripts.flatMap(ownFunctions));
}

/** Functions of our own sources. Those that esbuild adds, to load a file late and to export its names, do not count. */
function ownFunctions({ url, length, ran }) {
  const { size, parts, exports } = readBundle(url.startsWith('file:') ? fileURLToPath(url) : url);
  // The program wraps a bundle that it loads with a code cache into a function.
  const wrapper = length > size ? length - size - '\n})'.length : 0;
  return ran.flatMap(({ name, start }) => {
    const offset = start - wrapper;
    const part = parts.findLast((each) => each.start < offset);
    const isOwn = part !== undefined && /^(?:src|adapters)\//.test(part.file);
    const isAdded = name === part?.file || exports.some((each) => each.start < offset && offset < each.end);
    // By its offset in its file: many have no name, and a file may be in several bundles.
    return isOwn && !isAdded ? [`${part.file} ${name}@${offset - part.start}`] : [];
  });
}

const bundles = new Map();

/** Offsets in a bundle: esbuild writes the path of each source above its code. */
function readBundle(file) {
  const known = bundles.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'latin1');
  const parts = [...text.matchAll(/^\/\/ ([\w@.-]+[/:]\S+)$/gm)].map(({ index, 1: name }) => ({
    file: name,
    start: index,
  }));
  const exports = [...text.matchAll(/^__export\(\w+, \{.*?^\}\);$/gms)].map(({ index, 0: code }) => ({
    start: index,
    end: index + code.length,
  }));
  const bundle = { size: text.length, parts, exports };
  bundles.set(file, bundle);
  return bundle;
}
