/** Runs a task for every item, some at the same time, and gives the outcomes in the order of the items. */
export async function* mapInOrder<Item, Outcome>(
  items: readonly Item[],
  atOnce: number,
  task: (item: Item) => Promise<Outcome>,
): AsyncGenerator<Outcome> {
  const running: Promise<Outcome>[] = [];
  let next = 0;
  const start = () => {
    for (; running.length < atOnce && next < items.length; next++) running.push(task(items[next] as Item));
  };
  try {
    for (start(); running.length > 0; start()) {
      const first = running.shift();
      if (first !== undefined) yield await first;
    }
  } finally {
    // Whoever stops early must not leave files open behind.
    await Promise.allSettled(running);
  }
}
