import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The licence of every package that has code in the bundles. */
export function thirdPartyLicences(root, metafiles) {
  const folders = new Set(metafiles.flatMap((metafile) => Object.keys(metafile.inputs).flatMap(packageFolder)));
  const sections = [...folders].sort().map((folder) => section(path.join(root, folder)));
  return `Witan's bundles contain code of these packages.\n\n${sections.join('\n')}`;
}

function packageFolder(input) {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
  return match === null ? [] : [match[1]];
}

function section(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file === undefined
      ? `(${license}; the package brings no licence text)`
      : readFileSync(path.join(folder, file), 'utf8').trim();
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n${text}\n`;
}
