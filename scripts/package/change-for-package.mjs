// `npm pack` runs this before and after (`--restore`). Two files differ in the package:
// - package.json has no scripts, which npm would announce as install scripts, and no development packages;
// - the marketplace installs the whole package as the plugin, so that the plugin has its own program.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');
const saved = path.join(root, 'node_modules', '.cache', 'witan-package');
const PACKAGE = 'package.json';
const MARKETPLACE = '.claude-plugin/marketplace.json';

if (process.argv.includes('--restore')) restore();
else change();

function change() {
  mkdirSync(saved, { recursive: true });
  replace(PACKAGE, ({ scripts: _scripts, devDependencies: _development, overrides: _overrides, ...kept }) => kept);
  const { hooks } = JSON.parse(readFileSync(path.join(root, 'plugin/hooks/hooks.json'), 'utf8'));
  const { version, description, author } = JSON.parse(readFileSync(path.join(saved, PACKAGE), 'utf8'));
  replace(MARKETPLACE, (marketplace) => ({
    ...marketplace,
    plugins: [
      {
        name: 'witan',
        source: './',
        strict: false,
        version,
        description,
        author: { name: author },
        commands: ['./plugin/commands'],
        // Claude Code reads a path here without an error and registers no hook.
        hooks,
        mcpServers: './plugin/.mcp.json',
      },
    ],
  }));
}

function replace(name, edit) {
  const text = readFileSync(path.join(root, name), 'utf8');
  writeFileSync(path.join(saved, path.basename(name)), text);
  writeFileSync(path.join(root, name), `${JSON.stringify(edit(JSON.parse(text)), null, 2)}\n`);
}

function restore() {
  for (const name of [PACKAGE, MARKETPLACE]) renameSync(path.join(saved, path.basename(name)), path.join(root, name));
}
