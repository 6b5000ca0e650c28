/** The rows as a table that a terminal can show; problems are listed below it. */
export function printTable(results, isMutation) {
  const heading = isMutation
    ? ['row', 'guard that was removed', 'missed by', 'seconds', 'result']
    : ['row', 'guard', 'cases', 'failed', 'seconds', 'result'];
  const lines = results.map((one) =>
    isMutation
      ? [one.row, one.guard, one.missedBy, String(one.seconds), one.result]
      : [one.row, one.guard, String(one.cases), String(one.failed), String(one.seconds), resultOf(one)],
  );
  const widths = heading.map((_, column) => Math.max(...[heading, ...lines].map((line) => line[column].length)));
  const isNumber = (column) => ['cases', 'failed', 'seconds'].includes(heading[column]);
  const show = (line) =>
    line
      .map((text, column) => (isNumber(column) ? text.padStart(widths[column]) : text.padEnd(widths[column])))
      .join('  ')
      .trimEnd();
  console.log([show(heading), show(widths.map((width) => '-'.repeat(width))), ...lines.map(show)].join('\n'));
  for (const { row, isGood, failures } of results) {
    if (!isGood) console.log([`\n${row}:`, ...failures.slice(0, 10).map((failure) => `  ${failure}`)].join('\n'));
  }
}

function resultOf({ result, skipped, absent }) {
  const notes = [
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(absent.length > 0 ? [`without ${absent.join(', ')}`] : []),
  ];
  return notes.length === 0 ? result : `${result} (${notes.join('; ')})`;
}
