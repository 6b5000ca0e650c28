import { renameSync, writeFileSync } from 'node:fs';

/** What is known so far, as a whole file at any moment; nothing where no file was named. */
export function writeFigures(file, { seed, isMutation, rows }) {
  if (file === undefined) return;
  const good = rows.filter(({ isGood }) => isGood).length;
  const figures = { seed, mode: isMutation ? 'mutate' : 'attack', good, bad: rows.length - good, rows };
  writeFileSync(`${file}.tmp`, `${JSON.stringify(figures, undefined, 2)}\n`);
  renameSync(`${file}.tmp`, file);
}
