import type { AnchorPair } from './anchors.js';

const QUEUE = [
  'A queue between the shop and the mailer is the better choice. The shop must never wait for a mail server, and a mail',
  'that fails has to be tried again without a customer noticing. With a queue both come for free: the order is stored,',
  'a message is put down, and the worker takes its time. We lose nothing when the worker is restarted, and at the end of',
  'the month we can simply start a second one. The price is one more part to run and to watch, which we can afford.',
].join(' ');

const NO_QUEUE = [
  'I advise against a queue between the shop and the mailer. It is one more part to run and to watch, and for forty',
  'orders an hour it buys nothing. Send the mail in the request, with a timeout of two seconds, and note a failure in a',
  'column of the order, so that a job can try again at night. Everything stays in one database, a restart loses nothing,',
  'and whoever is called at three in the morning has a single place to look at.',
].join(' ');

const QUEUE_REWORDED = [
  'Decouple the two. Customers should not sit in front of a spinner because some SMTP host is having a bad day, so hand',
  'notifications over asynchronously and let a consumer deliver them. Retries, back-pressure and scaling out are then',
  'solved problems rather than code of our own. Operating a broker does cost effort, yet that is modest compared with the',
  'incidents it prevents.',
].join(' ');

const TYPES = [
  'We should turn on strict type checking now and not wait for the rewrite. Most of the defects of the last quarter were',
  'values that could be missing and were not checked; the compiler would have shown every one of them. The change can be',
  'made folder by folder, with a list of files that are still exempt, and the list may only get shorter. It will slow us',
  'down for some weeks. After that reviews are quicker, because nobody has to ask what a function may return.',
].join(' ');

const TYPES_EDITED = TYPES.replace(
  'It will slow us down for some weeks.',
  'It will cost us three weeks, perhaps four.',
);

const NO_TYPES = [
  'Strict type checking should wait for the rewrite. The code base has two hundred files that will be thrown away within',
  'the year, and annotating them now is work for the bin. The defects of the last quarter came from two modules; tests',
  'for those cost days, not weeks. Once the new services exist they can be strict from their first line, and reviews get',
  'quicker where it matters.',
].join(' ');

export const ANSWER_ANCHORS: readonly AnchorPair[] = [
  { a: QUEUE, b: QUEUE.replace('which we can afford', 'and that is little'), label: 'same_edited' },
  { a: TYPES, b: TYPES_EDITED, label: 'same_edited' },
  { a: QUEUE, b: QUEUE_REWORDED, label: 'reworded' },
  { a: QUEUE, b: NO_QUEUE, label: 'opposite' },
  { a: TYPES, b: NO_TYPES, label: 'opposite' },
  { a: QUEUE, b: TYPES, label: 'other_question' },
  { a: NO_QUEUE, b: NO_TYPES, label: 'other_question' },
  { a: QUEUE_REWORDED, b: TYPES_EDITED, label: 'other_question' },
];
