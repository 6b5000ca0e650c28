import { describe, expect, it } from 'vitest';
import { drawPoints, moveBy, pointAt, wholeMap, zoomAt } from '../../../src/web/map/draw-points.js';
import { numbersFrom } from '../../support/seed.js';

const RED = 0xff0000ff;
const BLUE = 0xffff0000;
const RING = 0xff000000;
const PALETTE = [RED, BLUE];

describe('the drawing of points', () => {
  const view = wholeMap(200, 100);
  const points = { positions: Float32Array.from([0.5, 0.5, 0, 0]), groups: Uint8Array.from([0, 1]) };
  const colorAt = (pixels: Uint32Array, x: number, y: number) => pixels[y * 200 + x];

  it('shows every point in the color of its group and nothing elsewhere', () => {
    const pixels = drawPoints(points, view, { palette: PALETTE, selected: undefined, ring: RING });
    expect(colorAt(pixels, 100, 50)).toBe(RED);
    expect(colorAt(pixels, 54, 4)).toBe(BLUE);
    expect(colorAt(pixels, 150, 80)).toBe(0);
  });

  it('puts a ring around the selected point', () => {
    const pixels = drawPoints(points, view, { palette: PALETTE, selected: 0, ring: RING });
    expect(colorAt(pixels, 100, 50)).toBe(RED);
    expect(pixels.includes(RING)).toBe(true);
  });

  it('leaves out what is outside and draws a part of what is at the edge', () => {
    const moved = moveBy(view, -104, 0);
    const pixels = drawPoints(points, moved, { palette: PALETTE, selected: undefined, ring: RING });
    expect(pixels.some((pixel) => pixel === BLUE)).toBe(false);
    expect(
      drawPoints(points, moveBy(view, -100, 0), { palette: PALETTE, selected: undefined, ring: RING })[50 * 200],
    ).toBe(RED);
  });

  it('finds the point under a finger and none where there is none', () => {
    expect(pointAt(points.positions, view, { x: 103, y: 52 })).toBe(0);
    expect(pointAt(points.positions, view, { x: 56, y: 6 })).toBe(1);
    expect(pointAt(points.positions, view, { x: 180, y: 90 })).toBeUndefined();
  });

  it('keeps what is under the pointer while it zooms, and has limits', () => {
    const at = { x: 54, y: 4 };
    expect(pointAt(points.positions, zoomAt(view, at, 8), at)).toBe(1);
    expect(zoomAt(view, at, 1e9).scale).toBeLessThanOrEqual(100_000);
    expect(zoomAt(view, at, 1e-9).scale).toBeGreaterThan(10);
  });

  it('moves by as many pixels as the pointer', () => {
    expect(pointAt(points.positions, moveBy(view, 30, -20), { x: 130, y: 30 })).toBe(0);
  });

  it('takes twenty thousand points', () => {
    const positions = Float32Array.from({ length: 40_000 }, numbersFrom(1));
    const many = { positions, groups: new Uint8Array(20_000) };
    const pixels = drawPoints(many, wholeMap(1100, 416), { palette: PALETTE, selected: 3, ring: RING });
    expect(pixels.filter((pixel) => pixel === RED).length).toBeGreaterThan(20_000);
  });
});
