/** How well two lists of numbers agree in their order, from -1 to 1. */
export function spearman(left, right) {
  return pearson(ranksOf(left), ranksOf(right));
}

/** The chance that a score of the first list is above one of the second; equal ones count half. */
export function areaUnderCurve(matching, others) {
  const ranks = ranksOf([...matching, ...others]).slice(0, matching.length);
  const sum = ranks.reduce((total, rank) => total + rank, 0);
  return (sum - (matching.length * (matching.length + 1)) / 2) / (matching.length * others.length);
}

/** From 1; equal values share the mean of their ranks. */
function ranksOf(values) {
  const order = values.map((_, index) => index).sort((a, b) => values[a] - values[b]);
  const ranks = new Array(values.length);
  for (let first = 0; first < order.length; ) {
    let end = first + 1;
    while (end < order.length && values[order[end]] === values[order[first]]) end++;
    for (let at = first; at < end; at++) ranks[order[at]] = (first + 1 + end) / 2;
    first = end;
  }
  return ranks;
}

function pearson(left, right) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanLeft, meanRight] = [mean(left), mean(right)];
  let [product, squareLeft, squareRight] = [0, 0, 0];
  for (const [index, value] of left.entries()) {
    const [a, b] = [value - meanLeft, right[index] - meanRight];
    product += a * b;
    squareLeft += a * a;
    squareRight += b * b;
  }
  return product / Math.sqrt(squareLeft * squareRight);
}
