import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The license of every package that has code in the bundles. */
export function thirdPartyLicenses(root, metafiles) {
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
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n${licenseText(folder, name)}\n`;
}

/** A few packages leave their license text in their repository: a copy of it is in the folder `licenses` here. */
function licenseText(folder, name) {
  const own = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const file = own === undefined ? path.join(COPIES, `${name.replace('/', '__')}.txt`) : path.join(folder, own);
  if (!existsSync(file)) throw new Error(`${name} has no license text; put the one of its repository into ${file}`);
  return readFileSync(file, 'utf8').trim();
}

const COPIES = path.join(import.meta.dirname, 'licenses');
