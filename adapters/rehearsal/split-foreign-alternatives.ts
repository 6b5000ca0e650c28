/**
 * "A oder B" and "A 还是 B", for short questions only: what is not clearly a name is not guessed at, because a wrong
 * guess would depend on the order.
 */
export function splitForeignAlternatives(sentence: string): string[] {
  const text = sentence.replace(/[?？!！.。"“”„]+$/g, '').trim();
  const items = / oder /i.test(text) ? splitGerman(text) : /还是|或者|或/.test(text) ? splitChinese(text) : [];
  const isReadable = items.every((item) => item !== '' && item.length <= 40 && item.split(' ').length <= 3);
  return isReadable ? items : [];
}

function splitGerman(text: string): string[] {
  const choice = text
    .slice(text.lastIndexOf(': ') + 1)
    .replace(/\b(?:für|bei|mit|in) (?:d(?:ie|en|as|er|em)|unser\w{0,2}|ein\w{0,2}|dies\w{0,2}) [\p{L}-]+/giu, ' ');
  const parts = choice.split(/ oder /i);
  const items = parts.flatMap((part, index) =>
    index < parts.length - 1 ? part.split(',') : [part.split(',')[0] ?? ''],
  );
  return items.map((item) =>
    item
      .split(/\s+/)
      .filter((word) => word !== '' && !GERMAN_FRAME.test(word))
      .join(' '),
  );
}

const GERMAN_FRAME =
  /^(soll(en|te|ten)?|wollen|können|müssen|ist|sind|wäre|wird|werden|was|wir|ich|man|es|also|lieber|besser|entweder|eher|die|den|das|der|dem|ein|eine|einen|einem|einer|auf|nehmen|nutzen|benutzen|verwenden|einsetzen|setzen|wählen|sein|geeigneter|sinnvoller)$/i;

function splitChinese(text: string): string[] {
  const items = text.split(/还是|或者|或|、/).map((item) => item.split(/[，,；;：:]/).at(-1) ?? '');
  return items.map((item) => item.replace(CHINESE_LEAD, '').replace(CHINESE_TAIL, '').trim());
}

const CHINESE_LEAD = /^.{0,30}(?:应该|应当|使用|采用|选择|选用|用|选|是)/;
const CHINESE_TAIL = /(?:哪个|更|比较|呢|吗|好|合适|来|作为|做).{0,20}$/;
