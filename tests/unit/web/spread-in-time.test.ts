import { expect, it } from 'vitest';
import { spreadInTime } from '../../../src/web/decisions/relatives.js';

const AXIS = { from: 100, to: 700, gap: 20 };

it('puts the first mark at the beginning of the axis and the last at its end', () => {
  const marks = [0, 50, 100].map((time) => ({ time, lane: 0 }));
  expect(spreadInTime(marks, AXIS)).toEqual([100, 400, 700]);
});

it('moves marks of one lane apart, also at the end of the axis', () => {
  const marks = [0, 99, 100, 100].map((time) => ({ time, lane: 0 }));
  const xs = spreadInTime(marks, AXIS);
  for (const [at, x] of xs.slice(1).entries()) expect(x - (xs[at] ?? 0)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...xs)).toBeLessThanOrEqual(700);
});

it('leaves marks of other lanes where they are', () => {
  expect(
    spreadInTime(
      [
        { time: 0, lane: 0 },
        { time: 100, lane: 0 },
        { time: 100, lane: 1 },
      ],
      AXIS,
    ),
  ).toEqual([100, 700, 700]);
});

it('keeps more marks than fit on the axis', () => {
  const marks = Array.from({ length: 60 }, () => ({ time: 5, lane: 2 }));
  const xs = spreadInTime([...marks, { time: 9, lane: 0 }], AXIS);
  expect(Math.min(...xs)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...xs)).toBeLessThanOrEqual(700.001);
});
