/**
 * A name and what it may be a copy of, by the endings that editors, tools and people give to copies (`.bak`, `~`). For
 * comparable names.
 */
export function originalNames(name: string): readonly string[] {
  const original = withoutCopyEndings(name);
  if (original === name || original === '') return [name];
  // An editor hides the copy that it works on behind a dot.
  return /^\.[^.]/.test(original) ? [name, original, original.slice(1)] : [name, original];
}

const MOST_ENDINGS = 4;
const COPY_ENDING =
  /(?:[~#]+|[._-](?:bak|backup|bck|old|orig|original|save|saved|copy|tmp|temp|rej|new|prev|sw[a-z]|[0-9]{1,3})|\s?\([0-9]{1,2}\)|\scopy)$/;

function withoutCopyEndings(name: string): string {
  let original = name;
  for (let step = 0; step < MOST_ENDINGS; step++) {
    const shorter = original.replace(COPY_ENDING, '').replace(/^\.?#/, '');
    if (shorter === original) break;
    original = shorter;
  }
  return original;
}
