/** The inner product of a query with the numbers of `rows` from `start`, in f64: the same on every machine. */
export function innerProduct(query: Float32Array, rows: Float32Array, start: number): number {
  let even = 0;
  let odd = 0;
  const last = query.length - 1;
  let at = 0;
  for (; at < last; at += 2) {
    even += (query[at] as number) * (rows[start + at] as number);
    odd += (query[at + 1] as number) * (rows[start + at + 1] as number);
  }
  if (at === last) even += (query[at] as number) * (rows[start + at] as number);
  return even + odd;
}
