import type { ComponentChildren } from 'preact';
import { Scroll } from './scroll.js';

/** Heading, what a row has below it, and the class of these cells. `head` makes them headings of their rows. */
export type Column<Row> = readonly [heading: ComponentChildren, cell: (row: Row) => ComponentChildren, kind?: string];

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** The row that the page is about. */
  readonly isCurrent?: (row: Row) => boolean;
  /** Rows with the same text have it above them. */
  readonly groupOf?: (row: Row) => string | undefined;
}

export function Table<Row>({ label, columns, rows, keyOf, isCurrent, groupOf }: TableProps<Row>) {
  return (
    <Scroll label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(([heading, , kind], index) => (
              <th key={index} scope="col" class={kind === 'number' ? kind : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.flatMap((row, index) => {
            const group = groupOf?.(row);
            const before = rows[index - 1];
            return [
              group !== undefined && (before === undefined || groupOf?.(before) !== group) && (
                <Group key={`group ${group}`} text={group} span={columns.length} />
              ),
              <tr key={keyOf(row)} aria-current={isCurrent?.(row) ? 'true' : undefined}>
                {columns.map(([, cell, kind], column) =>
                  kind === 'head' ? (
                    <th key={column} scope="row">
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={column} class={kind}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>,
            ];
          })}
        </tbody>
      </table>
    </Scroll>
  );
}

function Group({ text, span }: { readonly text: string; readonly span: number }) {
  return (
    <tr>
      <th scope="colgroup" colSpan={span}>
        {text}
      </th>
    </tr>
  );
}
