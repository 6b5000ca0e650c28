/** One line per figure; figures that come with a table of their own have it printed below. */
export function printTable(figures) {
  printAligned(figures.map(rowOf));
  for (const { name, table } of figures) {
    if (table === undefined) continue;
    console.log(`\n${name}`);
    printAligned(table.map((row) => row.map(String)));
  }
}

function rowOf({ name, value, unit, target, least, note = '', skipped }) {
  if (skipped !== undefined) return [name, 'skipped', '', skipped];
  const bound = target !== undefined ? `at most ${target}` : least !== undefined ? `at least ${least}` : '';
  return [name, unit === 'ratio' ? `${value}` : `${value} ${unit}`, bound, note];
}

function printAligned(rows) {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    // The last column is free text: nothing follows it.
    column === columns - 1 ? 0 : Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}
