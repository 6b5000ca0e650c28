/** The part of a map that is shown: what is at the middle, and how many pixels one unit takes. */
export interface MapView {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface MapPoints {
  /** x and y in turn, each from 0 to 1. */
  readonly positions: Float32Array;
  /** The color of each point, as an index of the palette. */
  readonly groups: Uint8Array;
}

/** 0xAABBGGRR, as a canvas stores a pixel on every machine that browsers run on. */
export type Color = number;

interface DrawingStyle {
  readonly palette: readonly Color[];
  readonly selected: number | undefined;
  readonly ring: Color;
  /** Pixels of the screen for each of the page. */
  readonly density?: number;
}

/** All points as pixels. Later points are above earlier ones; the selected one is ringed. */
export function drawPoints(
  { positions, groups }: MapPoints,
  view: MapView,
  { palette, selected, ring, density = 1 }: DrawingStyle,
): Uint32Array<ArrayBuffer> {
  const pixels = new Uint32Array(view.width * view.height);
  const radius = radiusFor(view) * density;
  for (let index = 0; index < groups.length; index++) {
    const color = palette[groups[index] ?? 0] ?? 0;
    fillDisc(pixels, view, { ...screenPosition(positions, index, view), radius, color });
  }
  if (selected !== undefined) {
    const center = screenPosition(positions, selected, view);
    fillDisc(pixels, view, { ...center, radius: radius + 4 * density, color: ring });
    fillDisc(pixels, view, { ...center, radius: radius + 2 * density, color: palette[groups[selected] ?? 0] ?? 0 });
  }
  return pixels;
}

/** The point nearest to a position on the screen, within reach of a finger; undefined if there is none. */
export function pointAt(positions: Float32Array, view: MapView, at: MapPosition): number | undefined {
  let nearest: number | undefined;
  let best = (at.reach ?? REACH) ** 2;
  for (let index = 0; index < positions.length / 2; index++) {
    const { x, y } = screenPosition(positions, index, view);
    const distance = (x - at.x) ** 2 + (y - at.y) ** 2;
    if (distance >= best) continue;
    best = distance;
    nearest = index;
  }
  return nearest;
}

interface MapPosition {
  readonly x: number;
  readonly y: number;
  readonly reach?: number;
}

const REACH = 12;

/** Shows everything, with a margin. */
export function wholeMap(width: number, height: number): MapView {
  return { width, height, x: 0.5, y: 0.5, scale: Math.min(width, height) * 0.92 };
}

/** Keeps what is shown, and how large it is compared with the window. */
export function resize(before: MapView | undefined, width: number, height: number): MapView {
  const whole = wholeMap(width, height);
  if (before === undefined || before.width === 0 || before.height === 0) return whole;
  return {
    ...before,
    width,
    height,
    scale: (before.scale / wholeMap(before.width, before.height).scale) * whole.scale,
  };
}

/** Keeps what is under the pointer where it is. */
export function zoomAt(view: MapView, at: { x: number; y: number }, factor: number): MapView {
  const scale = Math.min(Math.max(view.scale * factor, Math.min(view.width, view.height) * 0.5), MAX_SCALE);
  const offset = { x: at.x - view.width / 2, y: at.y - view.height / 2 };
  return {
    ...view,
    scale,
    x: view.x + offset.x / view.scale - offset.x / scale,
    y: view.y + offset.y / view.scale - offset.y / scale,
  };
}

const MAX_SCALE = 100_000;

export function moveBy(view: MapView, dx: number, dy: number): MapView {
  return { ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale };
}

function screenPosition(positions: Float32Array, index: number, { width, height, x, y, scale }: MapView) {
  return {
    x: ((positions[index * 2] ?? 0) - x) * scale + width / 2,
    y: ((positions[index * 2 + 1] ?? 0) - y) * scale + height / 2,
  };
}

function radiusFor({ scale, width, height }: MapView): number {
  return Math.min(2 + Math.sqrt(scale / Math.min(width, height)), 7);
}

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly color: Color;
}

function fillDisc(pixels: Uint32Array, { width, height }: MapView, { x, y, radius, color }: Disc): void {
  const [left, right] = [Math.max(0, Math.ceil(x - radius)), Math.min(width - 1, Math.floor(x + radius))];
  const [top, bottom] = [Math.max(0, Math.ceil(y - radius)), Math.min(height - 1, Math.floor(y + radius))];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      if ((column - x) ** 2 + (row - y) ** 2 <= radius * radius) pixels[row * width + column] = color;
    }
  }
}
