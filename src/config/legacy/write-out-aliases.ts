import { type Document, visit } from 'yaml';

/** Puts a copy in place of every alias: otherwise changing or removing what one points to would change its other uses. */
export function writeOutAliases(document: Document): void {
  visit(document, {
    Alias: (_, alias) => document.createNode(alias.toJS(document), { aliasDuplicateObjects: false }),
  });
  visit(document, {
    Value: (_, node) => {
      delete node.anchor;
    },
  });
}
