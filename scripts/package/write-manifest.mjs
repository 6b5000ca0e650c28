// Writes the plugin's manifest from package.json, where name, version, description and author are kept.
// `npm version` runs it; a test compares the two.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');
const { name, version, description, author, license } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);
const manifest = { name, displayName: 'Witan', version, description, author: { name: author }, license };
writeFileSync(path.join(root, 'plugin/.claude-plugin/plugin.json'), `${JSON.stringify(manifest, null, 2)}\n`);
