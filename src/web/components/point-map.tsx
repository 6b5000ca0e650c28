import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Color, drawPoints, type MapView, moveBy, pointAt, resize, wholeMap, zoomAt } from '../map/draw-points.js';

export interface MapItem {
  readonly id: string;
  readonly title: string;
  /** From 0 to 1. */
  readonly x: number;
  readonly y: number;
  /** -1: belongs to none. */
  readonly group: number;
}

interface PointMapProps {
  readonly label: string;
  readonly items: readonly MapItem[];
  readonly onOpen: (id: string) => void;
}

/** Many points that can be moved and zoomed; near ones are similar. The page has the same as a table. */
export function PointMap({ label, items, onOpen }: PointMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<MapView>();
  const [selected, select] = useState<number>();
  const points = useMemo(() => toPoints(items), [items]);
  const colors = useColors();
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    // In the pixels of the screen: a dense one has several for each of the page.
    const observer = new ResizeObserver(() => {
      const [width, height] = [element.clientWidth * devicePixelRatio, element.clientHeight * devicePixelRatio];
      setView((before) => resize(before, Math.round(width), Math.round(height)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context == null || view === undefined || view.width === 0) return;
    const pixels = drawPoints(points, view, { ...colors, selected, density: devicePixelRatio });
    context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), view.width, view.height), 0, 0);
  }, [points, view, selected, colors]);
  const pointer = usePointer({
    view,
    setView,
    select: (at) => select(view && at && pointAt(points.positions, view, at)),
    open: (at) => {
      const found = view && pointAt(points.positions, view, at);
      const item = found === undefined ? undefined : items[found];
      if (item !== undefined) onOpen(item.id);
    },
  });
  return (
    <figure class="map">
      <canvas
        ref={canvas}
        width={view?.width ?? 0}
        height={view?.height ?? 0}
        role="img"
        aria-label={`${label}. Arrow keys move it, plus and minus zoom; the table has the same.`}
        tabIndex={0}
        onKeyDown={(event) => {
          const changed = view && changeByKey(view, event.key);
          if (changed === undefined) return;
          event.preventDefault();
          setView(changed);
        }}
        {...pointer}
      />
      <ZoomButtons onPress={(key) => view && setView(changeByKey(view, key) ?? view)} />
      <figcaption class="quiet">{(selected !== undefined && items[selected]?.title) || label}</figcaption>
    </figure>
  );
}

function ZoomButtons({ onPress }: { readonly onPress: (key: string) => void }) {
  return (
    <div class="toolbar">
      {BUTTONS.map(([key, text, name]) => (
        <button key={key} type="button" aria-label={name} onClick={() => onPress(key)}>
          {text}
        </button>
      ))}
      <span class="quiet">Ctrl and the wheel zoom, too</span>
    </div>
  );
}

const BUTTONS = [
  ['+', '+', 'Zoom in'],
  ['-', '−', 'Zoom out'],
  ['0', 'All', 'All of the map'],
] as const;

function changeByKey(view: MapView, key: string): MapView | undefined {
  const middle = { x: view.width / 2, y: view.height / 2 };
  if (key === 'ArrowLeft') return moveBy(view, STEP, 0);
  if (key === 'ArrowRight') return moveBy(view, -STEP, 0);
  if (key === 'ArrowUp') return moveBy(view, 0, STEP);
  if (key === 'ArrowDown') return moveBy(view, 0, -STEP);
  if (key === '+') return zoomAt(view, middle, 1.4);
  if (key === '-') return zoomAt(view, middle, 1 / 1.4);
  return key === '0' ? wholeMap(view.width, view.height) : undefined;
}

interface PointerInput {
  readonly view: MapView | undefined;
  readonly setView: (view: MapView) => void;
  readonly select: (at: Position | undefined) => void;
  readonly open: (at: Position) => void;
}

interface Position {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

/** Dragging moves the map, the wheel with Ctrl zooms it (alone it scrolls the page), a click opens a point. */
function usePointer({ view, setView, select, open }: PointerInput) {
  const drag = useRef<{ x: number; y: number; moved: boolean } | undefined>(undefined);
  return {
    onWheel(event: WheelEvent) {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      if (view !== undefined) setView(zoomAt(view, getPosition(event), event.deltaY < 0 ? 1.2 : 1 / 1.2));
    },
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, moved: false };
    },
    onPointerMove(event: PointerEvent) {
      const from = drag.current;
      if (from === undefined || view === undefined) return select(getPosition(event));
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      // A hand is never quite still while it clicks.
      if (!from.moved && Math.abs(dx) + Math.abs(dy) <= 3) return;
      setView(moveBy(view, dx * devicePixelRatio, dy * devicePixelRatio));
      drag.current = { x: event.clientX, y: event.clientY, moved: true };
    },
    onPointerUp(event: PointerEvent) {
      const ended = drag.current;
      if (event.button !== 0 || ended === undefined) return;
      drag.current = undefined;
      if (!ended.moved) open(getPosition(event));
    },
    onPointerCancel() {
      drag.current = undefined;
    },
    onPointerLeave: () => select(undefined),
  };
}

const STEP = 40;

function getPosition({ offsetX, offsetY }: MouseEvent): Position {
  return { x: offsetX * devicePixelRatio, y: offsetY * devicePixelRatio, reach: 12 * devicePixelRatio };
}

/** The first color is for points that belong to no group; groups share the others in turn. */
function toPoints(items: readonly MapItem[]) {
  const positions = new Float32Array(items.length * 2);
  const groups = new Uint8Array(items.length);
  for (const [index, { x, y, group }] of items.entries()) {
    positions.set([x, y], index * 2);
    groups[index] = group < 0 ? 0 : 1 + (group % SERIES);
  }
  return { positions, groups };
}

const SERIES = 5;

interface Colors {
  readonly palette: Color[];
  readonly ring: Color;
}

/** The colors of light or dark, read again only when the person changes between them. */
function useColors(): Colors {
  const [colors, setColors] = useState(readColors);
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const readAgain = () => setColors(readColors());
    scheme.addEventListener('change', readAgain);
    return () => scheme.removeEventListener('change', readAgain);
  }, []);
  return colors;
}

/** From the style sheet. */
function readColors(): Colors {
  const probe = document.createElement('span');
  document.body.append(probe);
  const read = (name: string): Color => {
    probe.style.color = `var(--${name})`;
    const [red = 0, green = 0, blue = 0] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
    return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  };
  const palette = ['line', ...Array.from({ length: SERIES }, (_, index) => `series-${index + 1}`)].map(read);
  const ring = read('text');
  probe.remove();
  return { palette, ring };
}
