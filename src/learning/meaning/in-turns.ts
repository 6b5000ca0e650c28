/** Some milliseconds of the work that clusters need. */
const TURN = 50;

/** The items one after the other; after every few of them others have their turn, for a server has more to do. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count % TURN === 0) await new Promise(setImmediate);
  }
}
