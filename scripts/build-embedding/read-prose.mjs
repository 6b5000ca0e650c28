import { readFileSync } from 'node:fs';
import { documentsOf } from './sources.mjs';

/** Passages of documentation, each once: what it is about (a heading, a bold term, the name declared) and what it says. */
export function readProse(folders) {
  const seen = new Set();
  const passages = [];
  for (const file of folders.flatMap(documentsOf)) {
    const text = readFileSync(file, 'utf8');
    for (const passage of file.endsWith('.ts') ? inDeclarations(text) : inMarkdown(text)) {
      const sentences = sentencesOf(passage.text).filter((sentence) => !seen.has(sentence));
      for (const sentence of sentences) seen.add(sentence);
      if (sentences.length > 0) passages.push({ title: passage.title, sentences });
    }
  }
  return passages;
}

function* inMarkdown(text) {
  let heading = '';
  const blocks = text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^ *(```|~~~)[\s\S]*?^ *\1.*$/gm, '\n')
    .replace(/<!--[\s\S]*?-->/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.)\s)|\n(?=#)|(?<=^#.*)\n/m);
  for (const block of blocks) {
    const line = block.trim();
    if (line.startsWith('|') || line.startsWith('import ')) continue;
    const title = /^#+\s+(.*)$/.exec(line);
    if (title !== null) {
      heading = plain(title[1]);
      continue;
    }
    const term =
      /^(?:[-*+]|\d+\.)?\s*(?:\*\*|`)([^*`]{3,60})(?:\*\*|`)\s*(?:\([^)]*\))?\s*[:\u2013\u2014-]?\s+(.*)$/s.exec(line);
    if (term !== null) yield { title: plain(term[1]), text: plain(term[2]) };
    else yield { title: heading, text: plain(line.replace(/^(?:[-*+>]|\d+\.)\s+/, '')) };
  }
}

function* inDeclarations(text) {
  for (const [, comment, declaration] of text.matchAll(/\/\*\*([\s\S]*?)\*\/\s*([^\n]*)/g)) {
    const name =
      /(?:export |declare |readonly |static |abstract |public |type |interface |class |function |const |enum |get |set )*["']?([A-Za-z_$][\w$-]*)/.exec(
        declaration,
      );
    const prose = comment
      .replace(/^\s*\* ?/gm, '')
      .replace(/```[\s\S]*?```/g, '\n\n')
      .split(/^\s*@(?!link|description)\w+/m)[0]
      .replace(/@description/g, '');
    for (const part of prose.split(/\n\s*\n|<\/?(?:p|li|ul|note|important|dl|dt|dd)>/)) {
      yield { title: name === null ? '' : name[1], text: plain(part) };
    }
  }
}

function plain(text) {
  return text
    .replace(/\{@link(?:code|plain)?\s+([^}\s|]+)[^}]*\}/g, '$1')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<[^>]{1,200}>/g, ' ')
    .replace(/https?:\S+/g, ' ')
    .replace(/&(?:nbsp|quot|lt|gt|amp|#\d+);/g, ' ')
    .replace(/[`*]|\\_/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function sentencesOf(text) {
  return text.split(/(?<=[.!?:;])\s+(?=[A-Z("])/).filter((sentence) => sentence.length >= 15 && sentence.length <= 400);
}
