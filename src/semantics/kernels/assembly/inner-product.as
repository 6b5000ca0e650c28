/**
 * Inner products of rows of 16-bit codes, exact in 32-bit integers: the codes of a row have a length of at most 32,000,
 * so that no sum of products can leave the range. Rows are padded with zeros to a multiple of eight codes.
 */

/**
 * Four inner products with one query. Row after row, not four abreast: memory is fetched ahead only along one long
 * stream, and rows that stand one after the other are one.
 */
// @ts-ignore: decorator
@inline
export function fourProducts(query: usize, a: usize, b: usize, c: usize, d: usize, bytes: usize): v128 {
  return lanesAcross(
    partialProducts(query, a, bytes),
    partialProducts(query, b, bytes),
    partialProducts(query, c, bytes),
    partialProducts(query, d, bytes),
  );
}

/** The sum of the lanes of each of four vectors, as the four lanes of one. */
// @ts-ignore: decorator
@inline
export function lanesAcross(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
  return i32x4.add(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
}

/** The inner products of one query with `count` rows (rounded up to four) that stand one after the other. */
export function scanProducts(query: usize, rows: usize, count: i32, bytes: usize, out: usize): void {
  let row = rows;
  for (let first = 0; first < count; first += 4) {
    v128.store(out, fourProducts(query, row, row + bytes, row + 2 * bytes, row + 3 * bytes, bytes));
    row += 4 * bytes;
    out += 16;
  }
}

// @ts-ignore: decorator
@inline
function partialProducts(query: usize, row: usize, bytes: usize): v128 {
  let even = i32x4.splat(0);
  let odd = i32x4.splat(0);
  let at: usize = 0;
  for (const whole = bytes & ~31; at < whole; at += 32) {
    even = i32x4.add(even, i32x4.dot_i16x8_s(v128.load(query + at), v128.load(row + at)));
    odd = i32x4.add(odd, i32x4.dot_i16x8_s(v128.load(query + at, 16), v128.load(row + at, 16)));
  }
  if (at < bytes) even = i32x4.add(even, i32x4.dot_i16x8_s(v128.load(query + at), v128.load(row + at)));
  return i32x4.add(even, odd);
}
