/**
 * Vectors of hashed pieces such that their mean over a word's pieces is close to the word's vector, by ridge
 * regression, solved by gradient descent with a rate for each piece that follows how often it occurs.
 */
export function fitPieces({ words, table, width, pieceRows, count }) {
  const pieces = new Float32Array(count * width);
  const rowsOf = words.map((word) => pieceRows(word, count));
  const residual = new Float32Array(width);
  for (let round = 0; round < ROUNDS; round += 1) {
    const rate = 1 - round / ROUNDS;
    for (let word = 0; word < words.length; word += 1) {
      const rows = rowsOf[word];
      residual.fill(0);
      for (const row of rows)
        for (let index = 0; index < width; index += 1) residual[index] += pieces[row * width + index];
      for (let index = 0; index < width; index += 1)
        residual[index] = table[word * width + index] - residual[index] / rows.length;
      for (const row of rows) {
        for (let index = 0; index < width; index += 1) {
          const at = row * width + index;
          pieces[at] += rate * 0.3 * (residual[index] - RIDGE * pieces[at]);
        }
      }
    }
  }
  return pieces;
}

const ROUNDS = 12;
const RIDGE = 0.02;
