const MOST_ITEMS = 4000;
/** Well below what a system takes as arguments of one program (2 MB on Linux, environment included). */
const MOST_SIZE = 500_000;

/** Cuts a list so that each part fits into the arguments of one program. */
export function* inBatches<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  limits: { readonly items: number; readonly size: number } = { items: MOST_ITEMS, size: MOST_SIZE },
): Generator<Item[]> {
  let batch: Item[] = [];
  let size = 0;
  for (const item of items) {
    const own = sizeOf(item);
    if (batch.length > 0 && (batch.length >= limits.items || size + own > limits.size)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(item);
    size += own;
  }
  if (batch.length > 0) yield batch;
}
