interface Candidate {
  readonly row: number;
  readonly score: number;
  readonly turn: number;
}

/** The best candidates seen so far, at most `limit`, in a heap with the worst of them on top. */
export interface BestMatches {
  /** A score below this cannot get in; one that is equal may, if it was added earlier. */
  readonly threshold: number;
  offer(row: number, score: number, turn: number): void;
  inOrder(): Candidate[];
}

export function createBestMatches(limit: number): BestMatches {
  const heap: Candidate[] = [];
  return {
    get threshold() {
      return heap.length < limit ? Number.NEGATIVE_INFINITY : (heap[0]?.score ?? Number.POSITIVE_INFINITY);
    },
    offer(row, score, turn) {
      const candidate = { row, score, turn };
      if (heap.length < limit) {
        rise(heap, candidate);
        return;
      }
      const worst = heap[0];
      if (worst !== undefined && isBetter(candidate, worst)) sink(heap, candidate);
    },
    inOrder: () => heap.toSorted((a, b) => (isBetter(a, b) ? -1 : 1)),
  };
}

function isBetter(one: Candidate, other: Candidate): boolean {
  return one.score > other.score || (one.score === other.score && one.turn < other.turn);
}

function rise(heap: Candidate[], candidate: Candidate): void {
  let index = heap.push(candidate) - 1;
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above] as Candidate;
    if (!isBetter(parent, candidate)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = candidate;
}

/** Replaces the worst candidate. */
function sink(heap: Candidate[], candidate: Candidate): void {
  let index = 0;
  for (let child = 1; child < heap.length; child = 2 * index + 1) {
    const right = child + 1;
    if (right < heap.length && isBetter(heap[child] as Candidate, heap[right] as Candidate)) child = right;
    const worse = heap[child] as Candidate;
    if (!isBetter(candidate, worse)) break;
    heap[index] = worse;
    index = child;
  }
  heap[index] = candidate;
}
