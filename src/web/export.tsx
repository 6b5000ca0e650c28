import { renderToString } from 'preact-render-to-string';
import type { RouteOutput } from '../http/routes/index.js';
import { Markdown } from './components/markdown.js';
import { ShowAll } from './components/show-all.js';
import { Citations } from './deliberation/evidence.js';
import type { LinesNow, Run, Texts } from './deliberation/types.js';
import { DeliberationView } from './deliberation/view.js';
import style from './style.css';

interface Exported {
  readonly run: Run;
  readonly answers: readonly (RouteOutput<'answer'> & { readonly round: number; readonly participant: string })[];
  readonly citedLines: readonly LinesNow[];
}

/** A deliberation as one file: the page itself, without a script and without anything to fetch. */
export function renderHtml(exported: Exported): string {
  const { run } = exported;
  const body = (
    <ShowAll.Provider value={true}>
      <main>
        <h1>{run.question}</h1>
        <DeliberationView run={run} texts={givenTexts(exported)} />
      </main>
    </ShowAll.Provider>
  );
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    renderToString(<title>{`${run.question} · Witan`}</title>),
    `<style>${style}</style>`,
    renderToString(body),
    '</html>\n',
  ].join('\n');
}

function givenTexts({ answers, citedLines }: Exported): Texts {
  return {
    answer(round, { participant }) {
      const given = answers.find((answer) => answer.round === round && answer.participant === participant);
      if (given === undefined) return null;
      return (
        <details>
          <summary>Answer</summary>
          <Markdown text={given.text} />
        </details>
      );
    },
    evidence: (citations) => <Citations citations={citations} now={citedLines} />,
  };
}
