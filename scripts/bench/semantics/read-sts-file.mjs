import { readFileSync } from 'node:fs';

/** Lines of "sentence,sentence,score"; a field with a comma or a quotation mark is quoted. */
export function readStsFile(file) {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  return lines.map(fieldsOf).flatMap(([a, b, score]) => {
    const isPair = score !== undefined && score !== '' && Number.isFinite(Number(score));
    return isPair ? [{ a, b, score: Number(score) }] : [];
  });
}

function fieldsOf(line) {
  const fields = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return fields.map(([, quoted, bare]) => (quoted === undefined ? bare : quoted.replaceAll('""', '"')));
}
