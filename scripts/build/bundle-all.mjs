import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleHooks, hookNames } from './bundle-hooks.mjs';
import { bundleWeb } from './bundle-web.mjs';

/**
 * Every runtime library is inside the bundles: the installed package needs nothing but Node. `changes` are options of
 * esbuild that replace those of all bundles but the pages.
 */
export async function bundleAll(root, folder, changes = {}) {
  const bundleChanged = (options) => bundle(root, { ...options, ...changes });
  const module = (entry, file) =>
    bundleChanged({
      ...MODULE,
      entryPoints: [entry],
      outfile: path.join(folder, file),
      plugins: [...PLUGINS, apart],
    });
  const metafiles = await Promise.all([
    ...['server', 'cli'].map((name) =>
      bundleChanged({
        ...COMMON_JS,
        entryPoints: [`src/bin/${name}.ts`],
        outfile: path.join(folder, `${name}.cjs`),
        plugins: [...PLUGINS, apart],
      }),
    ),
    bundleWithCache(bundleChanged, folder, { name: 'pages', entry: 'src/http/index.ts', hash: 'PAGES_MAIN' }),
    bundleWithCache(bundleChanged, folder, { name: 'coach', entry: 'src/program/open-coach.ts', hash: 'COACH_MAIN' }),
    bundleChanged({
      ...COMMON_JS,
      entryPoints: ['src/web/export.tsx'],
      outfile: path.join(folder, 'export.cjs'),
      jsx: 'automatic',
      jsxImportSource: 'preact',
      loader: { '.css': 'text' },
    }),
    bundleWeb(root, folder),
    ...bundleHooks(bundleChanged, root, folder),
    bundleChanged({
      ...COMMON_JS,
      entryPoints: ['src/bin/hook-lessons.ts'],
      outfile: path.join(folder, 'hook-lessons.cjs'),
    }),
    module('src/program/library/council.ts', 'council.js'),
    module('src/program/library/semantics.ts', 'semantics.js'),
    module('src/semantics/pool/worker.ts', 'semantics-worker.js'),
    module('src/semantics/embedding/transformers/worker.ts', 'transformers-worker.js'),
    // Piscina's own part of a thread, under the name by which Piscina looks for it beside itself.
    module('node_modules/piscina/dist/worker.js', 'worker.js'),
  ]);
  const launcher = path.join(folder, 'witan.cjs');
  await bundleChanged({
    format: 'cjs',
    // An old Node must get as far as the message that says it is too old.
    target: 'node12',
    banner: { js: '#!/usr/bin/env node' },
    define: {
      BUNDLES: JSON.stringify({ server: hashOf(folder, 'server.cjs'), cli: hashOf(folder, 'cli.cjs') }),
      HOOKS: JSON.stringify(hookNames(root)),
    },
    entryPoints: ['src/bin/witan.ts'],
    outfile: launcher,
  });
  chmodSync(launcher, 0o755);
  return metafiles;
}

/** `<name>.cjs` only loads `<name>-main.cjs` with its code cache, and must know which cache belongs to it. */
async function bundleWithCache(bundleChanged, folder, { name, entry, hash }) {
  const metafile = await bundleChanged({
    ...COMMON_JS,
    define: { ...COMMON_JS.define, ...WITHOUT_NATIVE_PARTS },
    entryPoints: [entry],
    outfile: path.join(folder, `${name}-main.cjs`),
  });
  await bundleChanged({
    ...COMMON_JS,
    define: { [hash]: JSON.stringify(hashOf(folder, `${name}-main.cjs`)) },
    entryPoints: [`src/bin/${name}.ts`],
    outfile: path.join(folder, `${name}.cjs`),
  });
  return metafile;
}

/** Also used by the architecture test that looks at what the server evaluates before it answers. */
export const COMMON_JS = {
  format: 'cjs',
  target: 'node20',
  // A script that comes from a code cache cannot use `import()`, not even for Node's own modules.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': '__bundleUrl' },
  banner: { js: '"use strict";const __bundleUrl=require("node:url").pathToFileURL(__filename).href;' },
};

export const MODULE = {
  format: 'esm',
  target: 'node20',
  // Some libraries inside are CommonJS: they ask for Node's own modules by require, and for their own folder.
  banner: {
    js: [
      'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
      'const __dirname=import.meta.dirname;',
    ].join(''),
  },
};

export async function bundle(root, options) {
  const { metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    charset: 'ascii',
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    // An uncaught error prints the line it came from.
    lineLimit: 200,
    metafile: true,
    logLevel: 'warning',
    plugins: PLUGINS,
    // Its other form loads its parts in a way that esbuild cannot follow.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    ...options,
  });
  for (const output of Object.values(metafile.outputs)) {
    const left = output.imports.filter(
      ({ external, path: name }) =>
        external &&
        !isBuiltin(name) &&
        !name.startsWith('node:') &&
        !name.startsWith('./hooks/') &&
        !Object.values(APART).includes(name),
    );
    if (left.length > 0) throw new Error(`left outside the bundle: ${left.map((each) => each.path).join(', ')}`);
  }
  for (const file of Object.keys(metafile.outputs)) toAscii(path.join(root, file));
  return metafile;
}

/**
 * esbuild leaves regular expressions as they are, and the launcher reads a bundle as one byte per character: a letter
 * outside ASCII would silently become two others.
 */
function toAscii(file) {
  const text = readFileSync(file, 'utf8');
  const escaped = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (escaped !== text) writeFileSync(file, escaped);
}

// Code that can never run here, some 500 KB of it: the MCP SDK brings a JSON Schema compiler for forms that a server
// sends to its client (ours sends none and hands the SDK a validator of its own), zod its messages in sixty languages.
const LEFT_OUT = [
  {
    filter: /@modelcontextprotocol[\\/]sdk[\\/].*[\\/]ajv-provider\.js$/,
    contents: 'export class AjvJsonSchemaValidator { constructor() { throw new Error("left out of this build"); } }',
  },
  { filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/, contents: 'export { default as en } from "./en.js";' },
];

const withoutUnusedParts = {
  name: 'without-unused-parts',
  setup({ onLoad, onResolve }) {
    // A library of cryptography, 900 KB, for the one rule of secretlint that is not used because it reads files.
    onResolve({ filter: /^\.\/index-/ }, ({ importer, kind }) =>
      kind === 'dynamic-import' && /secretlint-rule-preset-recommend/.test(importer)
        ? { path: 'cryptography', namespace: 'left-out' }
        : undefined,
    );
    // Piscina's binding for the priority of threads, which is never changed here: machine code cannot be bundled.
    // It is optional, so it is not looked for: an installation without optional packages builds the same.
    onResolve({ filter: /^@napi-rs\/nice$/ }, () => ({ path: 'thread priority', namespace: 'left-out' }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'export const i = {};' }));
    for (const { filter, contents } of LEFT_OUT) onLoad({ filter }, () => ({ contents }));
  },
};

// zod calls itself free of side effects. esbuild then leaves out the initialization of its files where a part that
// loads at once and a part that loads on demand share them, and the program fails at its first schema.
const initialisedZod = {
  name: 'initialized-zod',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /.*/ }, async ({ path: name, pluginData, ...request }) => {
      if (pluginData === RESOLVING || !(/^zod\b/.test(name) || ZOD.test(request.importer))) return undefined;
      const { kind, importer, resolveDir } = request;
      const found = await resolve(name, { kind, importer, resolveDir, pluginData: RESOLVING });
      return { ...found, sideEffects: true };
    });
  },
};

/** The server of the pages and the coach are loaded only by the commands that start them. */
const APART = { '/http/index.js': './pages.cjs', '/open-coach.js': './coach.cjs' };

const apart = {
  name: 'apart',
  setup({ onResolve }) {
    for (const [file, bundled] of Object.entries(APART)) {
      onResolve({ filter: new RegExp(`${file.replaceAll('.', '\\.')}$`) }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: bundled, external: true } : undefined,
      );
    }
  },
};

/** The WebSocket library looks for machine code that makes it faster; it cannot be bundled. */
const WITHOUT_NATIVE_PARTS = {
  'process.env.WS_NO_BUFFER_UTIL': '"1"',
  'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
};

const PLUGINS = [withoutUnusedParts, initialisedZod];

const RESOLVING = Symbol('resolving');
const ZOD = /node_modules[\\/]zod[\\/]/;

export function hashOf(folder, file) {
  return createHash('sha256')
    .update(readFileSync(path.join(folder, file)))
    .digest('hex')
    .slice(0, 16);
}
