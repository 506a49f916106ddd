import type { Scene } from '@trailmark/drawing/flow/picture-scene';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { CanvasView } from './canvas-view.ts';

const SIZE = { width: 168, height: 104 };
const MARGIN = 8;
/** Part of the view that an arrow key moves it by. */
const STEP = 0.25;

interface Frame {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

function frameOf({ nodes }: Scene): Frame {
  let [left, right, top, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const { x, y } of nodes.values()) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const [width, height] = [right - left + 200, bottom - top + 120];
  const scale = Math.min((SIZE.width - MARGIN * 2) / width, (SIZE.height - MARGIN * 2) / height);
  return {
    scale,
    left: (left + right) / 2 - SIZE.width / scale / 2,
    top: (top + bottom) / 2 - SIZE.height / scale / 2,
  };
}

/** Every node as a dot; drawn once a scene, because only the frame moves with the view. */
function drawDots(scene: Scene, frame: Frame, view: CanvasView, ratio: number): OffscreenCanvas {
  const dots = new OffscreenCanvas(SIZE.width * ratio, SIZE.height * ratio);
  const pen = dots.getContext('2d');
  if (!pen) return dots;
  pen.scale(ratio, ratio);
  const { token, family } = view.palette;
  for (const node of scene.nodes.values()) {
    const size = node.shape === 'bar' ? 1.5 : 3;
    pen.fillStyle = node.family ? (family[node.family] ?? token.text) : token.control;
    const [x, y] = [(node.x - frame.left) * frame.scale, (node.y - frame.top) * frame.scale];
    pen.fillRect(x - size / 2, y - size / 2, size, size);
  }
  return dots;
}

/** True where the view holds the whole drawing: an overview would only cover it. */
function isWholeInView({ nodes }: Scene, { zoom, panX, panY, width, height }: CanvasView['view']): boolean {
  for (const { x, y } of nodes.values()) {
    const [atX, atY] = [x * zoom + panX, y * zoom + panY];
    if (atX < 0 || atY < 0 || atX > width || atY > height) return false;
  }
  return true;
}

function drawFrame(
  canvas: HTMLCanvasElement,
  dots: OffscreenCanvas,
  frame: Frame,
  view: CanvasView,
  ratio: number,
): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { zoom, panX, panY, width, height } = view.view;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(dots, 0, 0);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.strokeStyle = view.palette.token.brand;
  pen.lineWidth = 1.5;
  const inside = (at: number, most: number) => Math.min(most - 1, Math.max(1, at));
  const left = inside((-panX / zoom - frame.left) * frame.scale, SIZE.width);
  const top = inside((-panY / zoom - frame.top) * frame.scale, SIZE.height);
  const right = inside(((width - panX) / zoom - frame.left) * frame.scale, SIZE.width);
  const bottom = inside(((height - panY) / zoom - frame.top) * frame.scale, SIZE.height);
  pen.strokeRect(left, top, right - left, bottom - top);
}

function useDrawing(view: CanvasView) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<Frame>({ scale: 1, left: 0, top: 0 });
  useEffect(() => {
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    let scene: Scene | undefined;
    let theme: unknown;
    let dots: OffscreenCanvas | undefined;
    let waiting = 0;
    const draw = () => {
      waiting = 0;
      if (!canvas.current || !view.scene) return;
      if (view.scene !== scene || view.palette !== theme || !dots) {
        scene = view.scene;
        theme = view.palette;
        frame.current = frameOf(scene);
        dots = drawDots(scene, frame.current, view, ratio);
      }
      const box = canvas.current.parentElement;
      if (box) box.hidden = isWholeInView(scene, view.view);
      drawFrame(canvas.current, dots, frame.current, view, ratio);
    };
    const soon = () => {
      waiting ||= requestAnimationFrame(draw);
    };
    soon();
    const leave = view.watch(soon);
    return () => {
      leave();
      cancelAnimationFrame(waiting);
    };
  }, [view]);
  return { canvas, frame };
}

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** The whole drawing in small, with a frame around what is in view: click, drag or arrows move it. */
export function Minimap({ view }: { readonly view: CanvasView }) {
  const { canvas, frame } = useDrawing(view);
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const look = ({ clientX, clientY, currentTarget, buttons }: PointerEvent<HTMLElement>) => {
    if (buttons === 0) return;
    const { left, top } = currentTarget.getBoundingClientRect();
    const { scale, left: fromX, top: fromY } = frame.current;
    view.lookAt((clientX - left) / scale + fromX, (clientY - top) / scale + fromY);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const { zoom, panX, panY, width, height } = view.view;
    view.lookAt((width / 2 - panX + move[0] * width) / zoom, (height / 2 - panY + move[1] * height) / zoom);
  };
  return (
    <section
      className="tm-minimap"
      aria-label="Overview. Arrows move the view."
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move the view
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        look(event);
      }}
      onPointerMove={look}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} width={SIZE.width * ratio} height={SIZE.height * ratio} />
    </section>
  );
}
