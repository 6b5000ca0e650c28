import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

// Loading these costs milliseconds each (cryptography alone four), and most runs of a hook call none of them.
const SLOW_TO_LOAD = ['crypto', 'http', 'fs/promises', 'child_process', 'timers/promises', 'os', 'util'];

/** Replaces built-ins by functions of the same name that load them when they are first called. */
export const builtinsOnDemand = {
  name: 'builtins-on-demand',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^node:(?:${SLOW_TO_LOAD.join('|')})$`) }, ({ path: name, kind }) =>
      kind === 'import-statement' ? { path: name, namespace: 'on-demand', sideEffects: false } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'on-demand' }, ({ path: name }) => ({ contents: wrapperOf(name) }));
  },
};

function wrapperOf(name) {
  return Object.entries(require(name))
    .filter(([, value]) => typeof value === 'function')
    .map(([key]) => `export const ${key} = (...given) => require(${JSON.stringify(name)}).${key}(...given);`)
    .join('\n');
}
