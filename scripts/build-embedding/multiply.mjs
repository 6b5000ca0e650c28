/** C = A Bᵀ for row-major matrices of `rows` and `columns` rows of length `depth`; four by four, to stay in registers. */
export function multiplyTransposed(A, B, rows, columns, depth) {
  const C = new Float64Array(rows * columns);
  for (let i = 0; i + 4 <= rows; i += 4) {
    for (let j = 0; j + 4 <= columns; j += 4) block(A, B, C, i, j, columns, depth);
  }
  for (let i = 0; i < rows; i += 1) {
    const from = i < rows - (rows % 4) ? columns - (columns % 4) : 0;
    for (let j = from; j < columns; j += 1) {
      let sum = 0;
      for (let k = 0; k < depth; k += 1) sum += A[i * depth + k] * B[j * depth + k];
      C[i * columns + j] = sum;
    }
  }
  return C;
}

export function transposed(A, rows, columns) {
  const T = new Float64Array(A.length);
  for (let i = 0; i < rows; i += 1) for (let j = 0; j < columns; j += 1) T[j * rows + i] = A[i * columns + j];
  return T;
}

function block(A, B, C, i, j, columns, depth) {
  let [c00, c01, c02, c03, c10, c11, c12, c13] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [c20, c21, c22, c23, c30, c31, c32, c33] = [0, 0, 0, 0, 0, 0, 0, 0];
  const [a, b] = [i * depth, j * depth];
  for (let k = 0; k < depth; k += 1) {
    const a0 = A[a + k];
    const a1 = A[a + depth + k];
    const a2 = A[a + 2 * depth + k];
    const a3 = A[a + 3 * depth + k];
    const b0 = B[b + k];
    const b1 = B[b + depth + k];
    const b2 = B[b + 2 * depth + k];
    const b3 = B[b + 3 * depth + k];
    c00 += a0 * b0;
    c01 += a0 * b1;
    c02 += a0 * b2;
    c03 += a0 * b3;
    c10 += a1 * b0;
    c11 += a1 * b1;
    c12 += a1 * b2;
    c13 += a1 * b3;
    c20 += a2 * b0;
    c21 += a2 * b1;
    c22 += a2 * b2;
    c23 += a2 * b3;
    c30 += a3 * b0;
    c31 += a3 * b1;
    c32 += a3 * b2;
    c33 += a3 * b3;
  }
  const c = i * columns + j;
  C.set([c00, c01, c02, c03], c);
  C.set([c10, c11, c12, c13], c + columns);
  C.set([c20, c21, c22, c23], c + 2 * columns);
  C.set([c30, c31, c32, c33], c + 3 * columns);
}
