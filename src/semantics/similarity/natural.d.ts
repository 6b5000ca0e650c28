// The two files of `natural` that are used here. Its index prints to standard output when it is loaded.
declare module 'natural/lib/natural/tfidf/tfidf.js' {
  export default class TfIdf {
    addDocument(terms: readonly string[]): void;
    listTerms(document: number): { readonly term: string; readonly tfidf: number }[];
  }
}

declare module 'natural/lib/natural/util/stopwords.js' {
  const stopwords: { readonly words: readonly string[] };
  export default stopwords;
}
