/** The forms of a value in texts: unchanged, in JSON, in an address, in base64, line by line. */
export function variantsOf(value: string): string[] {
  const lines = value.includes('\n') ? value.split(/\r?\n/).filter(({ length }) => length >= MIN_LENGTH) : [];
  const plain = [value, ...lines];
  const forms = plain.flatMap((each) => [
    each,
    jsonOf(each),
    jsonOf(jsonOf(each)),
    urlOf(each),
    formOf(each),
    ...base64Of(each),
  ]);
  return [...new Set(forms)].filter(({ length }) => length >= MIN_LENGTH);
}

// Shorter parts would also match ordinary text.
const MIN_LENGTH = 6;

function jsonOf(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function urlOf(value: string): string {
  // A lone half of a surrogate pair cannot be encoded.
  return encodeURIComponent(Buffer.from(value).toString());
}

function formOf(value: string): string {
  return new URLSearchParams({ v: value }).toString().slice(2);
}

/**
 * If a longer text (`user:password`) was encoded, the value starts at one of three offsets within a group of three
 * bytes. For each offset, the part that does not depend on the text around it is searched.
 */
function base64Of(value: string): string[] {
  const bytes = Buffer.from(value);
  if (bytes.length < MIN_LENGTH) return [];
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    const common = encoded.slice(first, last);
    return common.length < 8
      ? []
      : [common, common.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(common)];
  });
}
