import { parseConfigDocument } from '../files/parse-document.js';
import { renameDemo } from '../legacy/rename-demo.js';
import { isLegacy, upgradeDocument } from '../legacy/upgrade-document.js';
import { oneLine } from '../one-line.js';
import type { Layer } from './layer.js';

type LayerInput = Pick<Layer, 'path' | 'layer' | 'trusted' | 'folder'>;

/** One file's text as a layer. A file in the old form is read as if it had been migrated, and says so in one line. */
export function parseLayer(text: string, facts: LayerInput): Layer {
  const { document, values, lineOf } = parseConfigDocument(text, facts.path);
  const notices: string[] = [];
  if (isLegacy(document)) {
    // Refuses a hostile file before its aliases are written out.
    values();
    const { ignored } = upgradeDocument(document);
    const without = ignored.length === 0 ? '' : `; without effect: ${oneLine(ignored.join(', '))}`;
    notices.push(
      `${facts.path} uses the old keys \`cli_tools\` or \`deliberation\`, which are still read${without}; bring it up to date with \`npm run migrate-config -- ${facts.path}\``,
    );
  }
  if (renameDemo(document).length > 0) {
    notices.push(
      `${facts.path} calls the adapter \`demo\` by its old name \`rehearsal\`, which is still read; rename it`,
    );
  }
  if (document.hasIn(['council', 'option_grouping_threshold'])) {
    notices.push(
      `${facts.path} sets \`council.option_grouping_threshold\`, which has no effect any more: participants join options themselves; remove it`,
    );
  }
  return { ...facts, values: values(), notices, lineOf };
}
