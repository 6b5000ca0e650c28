/** Whether two texts teach the same, by their words; good enough to count a correction that comes again. */
export function isSimilarText(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size === 0) return false;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  if (small.size < 3) return shared === small.size && large.size <= 3;
  return (
    shared / (a.size + b.size - shared) >= LEAST_OVERLAP || (shared >= 4 && shared / small.size >= LEAST_CONTAINED)
  );
}

const LEAST_OVERLAP = 0.5;
const LEAST_CONTAINED = 0.75;

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_./-]{2,}/gu) ?? [];
  return new Set(words.map(stem).filter((word) => word.length > 1 && !FILLERS.has(word)));
}

function stem(word: string): string {
  const bare = word.replace(/^[./-]+|[./-]+$/g, '');
  return /[./\d]/.test(bare) ? bare : bare.replace(/(?:ing|ed|es|s)$/, '');
}

const FILLERS = new Set(
  `the an and or but of to in on at for with from by is are was were be been it that this these those you your we our
  not no do did don didn never alway again time same mistake forgot forget miss lesson learn must should have has had
  will when if then than as so also just please wrong now first second third already told keep`.split(/\s+/),
);
