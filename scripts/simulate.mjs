// How often scripted models are right alone, by majority, in debates and in this engine.
//   npm run simulate [-- --help]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, MODULE } from './build/bundle-all.mjs';

const root = path.resolve(import.meta.dirname, '..');
const home = mkdtempSync(path.join(tmpdir(), 'witan-simulate-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
// Inside the package, so that the engine finds the settings that the package ships.
const outfile = path.join(root, 'node_modules', '.cache', `witan-simulate-${process.pid}`, 'main.js');
process.once('exit', () => rmSync(path.dirname(outfile), { recursive: true, force: true }));
await bundle(root, { ...MODULE, entryPoints: ['scripts/simulate/main.ts'], outfile });
// Figures must not depend on this machine: no configuration of a user, no variables that configure Witan.
for (const name of Object.keys(process.env)) if (name.startsWith('WITAN_')) delete process.env[name];
Object.assign(process.env, { HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home });
await import(pathToFileURL(outfile).href);
