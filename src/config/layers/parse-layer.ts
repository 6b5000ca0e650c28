import { markHidden } from '../../kernel/plain-text.js';
import { parseConfigDocument } from '../files/parse-document.js';
import { isLegacy, renameDemo, upgradeDocument } from '../legacy/upgrade-document.js';
import type { Layer } from './layer.js';

type LayerInput = Pick<Layer, 'path' | 'layer' | 'trusted' | 'folder'>;

/** Parses one file. A file in the old form is read as if it had been migrated, with a notice. */
export function parseLayer(text: string, input: LayerInput): Layer {
  const { document, values, lineOf } = parseConfigDocument(text, input.path);
  const notices: string[] = [];
  if (isLegacy(document)) {
    // Refuses a hostile file before its aliases are replaced by copies.
    values();
    const { ignored } = upgradeDocument(document);
    const without = ignored.length === 0 ? '' : `; without effect: ${markHidden(ignored.join(', '))}`;
    notices.push(
      `${input.path} uses the old keys \`cli_tools\` or \`deliberation\`, which are still read${without}; bring it up to date with \`witan migrate-config ${input.path}\``,
    );
  }
  if (renameDemo(document).length > 0) {
    notices.push(
      `${input.path} calls the adapter \`demo\` by its old name \`rehearsal\`, which is still read; rename it`,
    );
  }
  if (document.hasIn(['council', 'option_grouping_threshold'])) {
    notices.push(
      `${input.path} sets \`council.option_grouping_threshold\`, which has no effect any more: participants group options themselves; remove it`,
    );
  }
  return { ...input, values: values(), notices, lineOf };
}
