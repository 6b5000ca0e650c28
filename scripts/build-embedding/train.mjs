import { contrast } from './contrast.mjs';

const SCALE = 16;
const REPULSION = 2;
const ANTONYMS_PER_STEP = 48;

/**
 * `kinds`: name -> {pairs, share}, a pair being two arrays of rows. Each batch is of one kind, drawn by share.
 */
export function train(model, { kinds, antonyms, width, steps, batch, random, report }) {
  const cursors = new Map();
  let loss = 0;
  for (let step = 1; step <= steps; step += 1) {
    const kind = draw(kinds, random);
    const pairs = nextBatch(kind, batch, cursors, random);
    const left = pairs.map(([one]) => withDropout(one, random));
    const right = pairs.map(([, other]) => withDropout(other, random));
    const [one, other] = [model.forward(left), model.forward(right)];
    const gradient = contrast(one.units, other.units, pairs.length, width, SCALE);
    loss += gradient.loss;
    model.backward(left, one, gradient.left);
    model.backward(right, other, gradient.right);
    repel(model, antonyms, width, random);
    model.step(step / steps);
    if (step % 200 === 0) {
      report(`step ${step}: mean loss ${(loss / 200).toFixed(3)}`);
      loss = 0;
    }
  }
}

function draw(kinds, random) {
  let left = random() * kinds.reduce((sum, { share }) => sum + share, 0);
  for (const kind of kinds) {
    left -= kind.share;
    if (left < 0) return kind;
  }
  return kinds[0];
}

function nextBatch(kind, size, cursors, random) {
  const order = cursors.get(kind) ?? kind.pairs.length;
  // The pairs were shuffled once; a new start each time round gives new batches.
  const at = order + size > kind.pairs.length ? Math.floor((random() * kind.pairs.length) / 4) : order;
  cursors.set(kind, at + size);
  return kind.pairs.slice(at, at + size);
}

/** Leaving out a word in ten keeps a pair from hanging on one word. */
function withDropout(rows, random) {
  if (rows.length < 4) return rows;
  const kept = rows.filter(() => random() > 0.1);
  return kept.length === 0 ? rows : kept;
}

/** Opposites occur in the same sentences, so they would end up close: 2 relu(cos)^2 drives them apart. */
function repel(model, antonyms, width, random) {
  const drawn = Array.from({ length: ANTONYMS_PER_STEP }, () => antonyms[Math.floor(random() * antonyms.length)]);
  const texts = drawn.flat();
  const result = model.forward(texts);
  const gradient = new Float32Array(result.units.length);
  for (let pair = 0; pair < drawn.length; pair += 1) {
    const [at, to] = [2 * pair * width, (2 * pair + 1) * width];
    let cosine = 0;
    for (let index = 0; index < width; index += 1) cosine += result.units[at + index] * result.units[to + index];
    if (cosine <= 0) continue;
    const weight = (2 * REPULSION * cosine) / ANTONYMS_PER_STEP;
    for (let index = 0; index < width; index += 1) {
      gradient[at + index] = weight * result.units[to + index];
      gradient[to + index] = weight * result.units[at + index];
    }
  }
  model.backward(texts, result, gradient);
}
