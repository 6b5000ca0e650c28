import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../../../src/semantics/embedding/builtin/load-builtin-embedding.js';

const known = new Set(['graphql', 'javascript', 'http2', 'cplusplus']);
const words = (text: string) => tokenize(text, (word) => known.has(word));

describe('tokenize', () => {
  it('splits names of code into their words', () => {
    expect(words('parseHTTPResponse max_retry_count')).toEqual(['parse', 'http', 'response', 'max', 'retry', 'count']);
    expect(words('sha256sum')).toEqual(['sha', '256', 'sum']);
  });

  it('keeps a known name whole, however it is written', () => {
    expect(words('GraphQL, JavaScript and HTTP2')).toEqual(['graphql', 'javascript', 'and', 'http2']);
  });

  it('keeps languages apart that differ by a sign', () => {
    expect(words('C C++ C# F#')).toEqual(['c', 'cplusplus', 'csharp', 'fsharp']);
    expect(words('ASP.NET or .NET or the net')).toEqual(['dotnet', 'or', 'dotnet', 'or', 'the', 'net']);
    expect(words('Node.js')).toEqual(['nodejs']);
  });

  it('finds the negation in a contraction', () => {
    expect(words("They don't, won't, can’t and cannot")).toEqual('they do not will not can not and can not'.split(' '));
  });

  it('ignores accents in Latin script and keeps the marks of other scripts', () => {
    expect(words('déjà Ünïcode')).toEqual(['deja', 'unicode']);
    expect(words('हिन्दी')).toHaveLength(1);
  });

  it('finds no words in signs and blanks', () => {
    expect(words(' -- … !? \n')).toEqual([]);
  });
});
