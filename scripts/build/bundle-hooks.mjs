import { readdirSync } from 'node:fs';
import path from 'node:path';
import { builtinsOnDemand } from './builtins-on-demand.mjs';
import { hashOf } from './bundle-all.mjs';

/**
 * hook.cjs is started for every tool call. hook-main.cjs holds what is needed before one, and nothing else; the
 * handlers of the other events are files of their own, `hooks/<event>.cjs`, of which each start reads one at most.
 */
export function bundleHooks(bundle, root, folder) {
  const handlers = hookNames(root).filter((name) => name !== INLINE);
  return [
    bundleMain(bundle, folder),
    ...[...handlers.map((name) => `handlers/${name}`), HOLD_WRITES].map((file) =>
      bundle({
        ...SMALL,
        entryPoints: [`src/hooks/${file}.ts`],
        outfile: path.join(folder, 'hooks', `${path.basename(file)}.cjs`),
      }),
    ),
  ];
}

/** hook.cjs only loads hook-main.cjs with its code cache, and must know which cache belongs to it. */
async function bundleMain(bundle, folder) {
  const main = path.join(folder, 'hook-main.cjs');
  const metafile = await bundle({ ...SMALL, entryPoints: ['src/bin/hook-main.ts'], outfile: main });
  await bundle({
    ...SMALL,
    define: { HOOK_MAIN: JSON.stringify(hashOf(folder, 'hook-main.cjs')) },
    entryPoints: ['src/bin/hook.ts'],
    outfile: path.join(folder, 'hook.cjs'),
  });
  return metafile;
}

/** By their names in `witan hook <name>`. */
export function hookNames(root) {
  return readdirSync(path.join(root, 'src', 'hooks', 'handlers')).map((file) => path.basename(file, '.ts'));
}

const INLINE = 'pre-tool-use';
/** What the hook before tool calls loads only while a coach runs. */
const HOLD_WRITES = 'coach/hold-writes';

const holdWritesApart = {
  name: 'hold-writes-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/[a-z/-]+\.js$/ }, ({ path: file, kind, importer }) =>
      kind === 'dynamic-import' && /hooks[\\/]handlers[\\/]pre-tool-use\.ts$/.test(importer)
        ? { path: `./hooks/${path.basename(file, '.js')}.cjs`, external: true }
        : undefined,
    );
  },
};

// Our own files do nothing when they are loaded, so whatever a hook does not call can be left out.
const withoutSideEffects = {
  name: 'without-side-effects',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\./ }, async ({ path: file, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === RESOLVING || kind !== 'import-statement') return undefined;
      const found = await resolve(file, { kind, importer, resolveDir, pluginData: RESOLVING });
      return { ...found, sideEffects: false };
    });
  },
};

const RESOLVING = Symbol('resolving');

const SMALL = {
  format: 'cjs',
  target: 'node20',
  minify: true,
  // A plain require: Node's loader of ES modules would have to be started for anything else.
  supported: { 'dynamic-import': false },
  plugins: [holdWritesApart, withoutSideEffects, builtinsOnDemand],
};
