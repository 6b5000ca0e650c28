import { Scroll } from '../components/scroll.js';
import { type Column, Table } from '../components/table.js';
import { short } from '../components/text.js';
import type { Run, Turn } from './types.js';

/** How the votes moved from round to round: a picture, and the same as a table. */
export function VoteFlow({ run }: { readonly run: Run }) {
  if (run.rounds.length === 0) return null;
  const marks = getMarks(run);
  return (
    <section aria-label="Votes">
      <h2>Votes by round</h2>
      <ol class="legend">
        {[...marks].map(([option, mark]) => (
          <li key={option} class={`series-${getSeries(mark)}`}>
            <b>{mark}</b> {option}
            {option in run.tally && <span class="quiet"> · {getCount(run.tally[option] ?? 0)}</span>}
          </li>
        ))}
      </ol>
      {run.rounds.length > 1 && <Flow run={run} marks={marks} />}
      <VoteTable run={run} marks={marks} />
    </section>
  );
}

type Marks = ReadonlyMap<string, number>;

function getCount(votes: number): string {
  return `${votes} ${votes === 1 ? 'vote' : 'votes'}`;
}

/** A number for every option that has a vote or is on the ballot: color alone says nothing. */
function getMarks({ options, votes }: Run): Marks {
  const used = options.filter(({ text, isOnBallot }) => isOnBallot || votes.some(({ vote }) => vote.option === text));
  return new Map(used.map(({ text }, index) => [text, index + 1]));
}

function getSeries(mark: number): number {
  return ((mark - 1) % SERIES) + 1;
}

const SERIES = 5;
const ROW = 26;
const COLUMN = 210;
const BOX = { width: 34, height: 20 };

interface Dot {
  readonly participant: string;
  readonly mark: number | undefined;
  readonly x: number;
  readonly y: number;
}

/** In each round the participants stand sorted by their option; a line leads from one round to the next. */
function Flow({ run, marks }: { readonly run: Run; readonly marks: Marks }) {
  const columns = run.rounds.map(({ turns }, index) => getDots(turns, index, marks));
  const width = (columns.length - 1) * COLUMN + BOX.width + 150;
  const height = (columns[0]?.length ?? 0) * ROW + 26;
  return (
    <Scroll label="Votes as a picture">
      <svg class="flow" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        {columns.slice(1).map((column, index) =>
          column.map((dot) => {
            const from = columns[index]?.find(({ participant }) => participant === dot.participant);
            if (from?.mark === undefined || dot.mark === undefined) return null;
            return <path key={dot.participant} class={lineClass(from.mark, dot.mark)} d={curve(from, dot)} />;
          }),
        )}
        {columns.map((column, index) => (
          <g key={index}>
            <text x={index * COLUMN} y={12}>
              round {index + 1}
            </text>
            {column.map((dot) => (
              <VoteBox key={dot.participant} dot={dot} isLast={index === columns.length - 1} />
            ))}
          </g>
        ))}
      </svg>
    </Scroll>
  );
}

function lineClass(from: number, to: number): string {
  return `series-${getSeries(to)}${from === to ? '' : ' moved'}`;
}

function VoteBox({ dot: { participant, mark, x, y }, isLast }: { readonly dot: Dot; readonly isLast: boolean }) {
  return (
    <g class={mark === undefined ? 'none' : `series-${getSeries(mark)}`}>
      <rect x={x} y={y} width={BOX.width} height={BOX.height} rx={5} />
      <text class="mark" x={x + BOX.width / 2} y={y + 15}>
        {mark ?? '–'}
      </text>
      {isLast && (
        <text x={x + BOX.width + 8} y={y + 15}>
          {short(participant, 22)}
        </text>
      )}
    </g>
  );
}

function getDots(turns: readonly Turn[], column: number, marks: Marks): Dot[] {
  const getMark = ({ vote }: Turn) => (vote === null ? undefined : marks.get(vote.option));
  const sorted = [...turns].sort((a, b) => (getMark(a) ?? Number.MAX_VALUE) - (getMark(b) ?? Number.MAX_VALUE));
  return sorted.map((turn, row) => ({
    participant: turn.participant,
    mark: getMark(turn),
    x: column * COLUMN,
    y: row * ROW + 22,
  }));
}

function curve(from: Dot, to: Dot): string {
  const [x1, y1, x2, y2] = [from.x + BOX.width, from.y + BOX.height / 2, to.x, to.y + BOX.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

function VoteTable({ run, marks }: { readonly run: Run; readonly marks: Marks }) {
  return (
    <Table
      label="Votes as a table"
      rows={run.participants}
      keyOf={({ participant }) => participant}
      columns={[
        ['Participant', (participant) => <Participant participant={participant} />, 'head'],
        ...run.rounds.map(({ round, turns }): Column<Run['participants'][number]> => {
          const getTurn = (name: string) => turns.find(({ participant }) => participant === name);
          return [`Round ${round}`, ({ participant }) => <Vote turn={getTurn(participant)} marks={marks} />, 'middle'];
        }),
      ]}
    />
  );
}

function Participant({ participant: { participant, family, stance } }: ParticipantProps) {
  return (
    <>
      {participant}{' '}
      <span class="quiet">
        {family}
        {stance === 'neutral' ? '' : `, argues ${stance}`}
      </span>
    </>
  );
}

interface ParticipantProps {
  readonly participant: Run['participants'][number];
}

function Vote({ turn, marks }: { readonly turn: Turn | undefined; readonly marks: Marks }) {
  if (turn === undefined) return null;
  if (turn.vote === null) return <span class="quiet">{turn.abstention === null ? stateText(turn) : 'no vote'}</span>;
  const mark = marks.get(turn.vote.option);
  return (
    <span class={mark === undefined ? '' : `series-${getSeries(mark)}`}>
      <b class="mark">{mark ?? '?'}</b> {turn.vote.option}{' '}
      <span class="quiet">{Math.round(turn.vote.confidence * 100)} %</span>
    </span>
  );
}

export function stateText({ state }: Pick<Turn, 'state'>): string {
  return STATES[state];
}

const STATES: Readonly<Record<Turn['state'], string>> = {
  thinking: 'thinking',
  answered: 'answered',
  failed: 'failed',
  late: 'came too late',
  interrupted: 'interrupted',
  not_asked: 'not asked',
};
