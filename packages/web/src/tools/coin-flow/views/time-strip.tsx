import './flow-views.css';
import { binInTime, spanOf, type TimeSpan } from '@trailmark/drawing/flow/timeline-layout';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useElementSize } from '../../../components/use-element-size.ts';
import { formatCount, formatPlural } from '../../../format/number.ts';
import { formatTime } from '../../../format/time.ts';
import type { FlowStore } from '../../../graph/flow-store.ts';
import { useFlow } from '../../../graph/use-flow.ts';
import { type Grip, listTimed, moveWindow, setWindow, windowOf } from './time-window.ts';

const HEIGHT = 26;
const LABEL = 'Filter by time';
const KEY_STEP = 0.01;
const KEY_LEAP = 0.1;

interface HandleProps {
  readonly grip: 'from' | 'to';
  readonly span: TimeSpan;
  readonly window: TimeSpan;
  readonly place: number;
  /** Shown while a key is down; done when it is let go. */
  readonly onShow: (move: (held: TimeSpan) => TimeSpan) => void;
  readonly onDone: () => void;
}

const KEYS: Readonly<Record<string, number>> = {
  ArrowRight: KEY_STEP,
  ArrowUp: KEY_STEP,
  ArrowLeft: -KEY_STEP,
  ArrowDown: -KEY_STEP,
  PageUp: KEY_LEAP,
  PageDown: -KEY_LEAP,
  Home: -1,
  End: 1,
};

function Handle({ grip, span, window, place, onShow, onDone }: HandleProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEYS[event.key];
    if (step === undefined) return;
    const by = (event.shiftKey ? step * 10 : step) * (span.to - span.from);
    onShow((held) => moveWindow(held, grip, by, span));
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      data-grip={grip}
      className="cf-handle"
      style={{ left: `${place * 100}%` }}
      aria-label={grip === 'from' ? 'Not before' : 'Not after'}
      aria-valuemin={span.from}
      aria-valuemax={span.to}
      aria-valuenow={Math.round(window[grip])}
      aria-valuetext={`${formatTime(Math.round(window[grip]))} UTC`}
      onKeyDown={onKeyDown}
      onKeyUp={onDone}
      onBlur={onDone}
    />
  );
}

interface Drag {
  readonly grip: Grip;
  readonly x: number;
  readonly window: TimeSpan;
}

/** What a press takes hold of: a handle, the window between them, or the nearer handle, which comes to the pointer. */
function takeGrip(event: PointerEvent<HTMLDivElement>, span: TimeSpan, window: TimeSpan) {
  const box = event.currentTarget.getBoundingClientRect();
  const at = span.from + ((event.clientX - box.left) / box.width) * (span.to - span.from);
  const held = (event.target as HTMLElement).dataset.grip as Grip | undefined;
  if (held) return { grip: held, start: window };
  const isWhole = window.from <= span.from && window.to >= span.to;
  if (!isWhole && at > window.from && at < window.to) return { grip: 'both' as const, start: window };
  const grip = at - window.from < window.to - at ? ('from' as const) : ('to' as const);
  return { grip, start: { ...window, [grip]: at } };
}

/** A window that is shown at once while a hand or a key moves it, and becomes a filter, as one act, when it is let go. */
function useDraggedWindow(store: FlowStore, span: TimeSpan) {
  const [held, setHeld] = useState<TimeSpan | null>(null);
  const latest = useRef<TimeSpan | null>(null);
  const frame = useRef(0);
  const put = useCallback(
    (next: TimeSpan | null) => {
      latest.current = next;
      setHeld(next);
      store.preview(next);
    },
    [store],
  );
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      store.preview(null);
    },
    [store],
  );
  const show = (next: TimeSpan) => {
    cancelAnimationFrame(frame.current);
    latest.current = next;
    frame.current = requestAnimationFrame(() => put(next));
  };
  const done = () => {
    const next = latest.current;
    if (!next) return;
    cancelAnimationFrame(frame.current);
    store.act(LABEL, setWindow(next, span));
    put(null);
  };
  const drop = () => {
    cancelAnimationFrame(frame.current);
    put(null);
  };
  return { held, latest: () => latest.current, show, done, drop };
}

function useDrag(span: TimeSpan, window: TimeSpan, { show, done, drop }: ReturnType<typeof useDraggedWindow>) {
  const drag = useRef<Drag | undefined>(undefined);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const { grip, start } = takeGrip(event, span, window);
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.querySelector<HTMLElement>(`[data-grip="${grip === 'to' ? 'to' : 'from'}"]`)?.focus();
    drag.current = { grip, x: event.clientX, window: start };
    if (start !== window) show(start);
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current;
    if (!held) return;
    const by = ((event.clientX - held.x) / event.currentTarget.clientWidth) * (span.to - span.from);
    show(moveWindow(held.window, held.grip, by, span));
  };
  const end = (finish: () => void) => () => {
    if (drag.current) finish();
    drag.current = undefined;
  };
  return { onPointerDown, onPointerMove, onPointerUp: end(done), onPointerCancel: end(drop) };
}

function Track({
  store,
  span,
  payments,
}: {
  readonly store: FlowStore;
  readonly span: TimeSpan;
  readonly payments: ReturnType<typeof listTimed>['payments'];
}) {
  const filters = useFlow(store, (state) => state.document.filters);
  const { ref, width } = useElementSize();
  const count = Math.max(20, Math.min(240, Math.floor((width || 600) / 5)));
  const bins = useMemo(() => binInTime(payments, span, count, () => 1n), [payments, span, count]);
  const most = bins.reduce((max, bin) => Math.max(max, bin.payments.length), 1);
  const hand = useDraggedWindow(store, span);
  const window = hand.held ?? windowOf(filters, span);
  const place = (at: number) => (at - span.from) / (span.to - span.from);
  const drag = useDrag(span, window, hand);
  const onShow = (move: (held: TimeSpan) => TimeSpan) => hand.show(move(hand.latest() ?? window));
  const isWhole = window.from <= span.from && window.to >= span.to;
  const inside = payments.filter(({ first, last }) => last >= window.from && first <= window.to).length;
  return (
    <div className="cf-strip">
      <span>{formatTime(Math.round(window.from)).slice(0, 16)}</span>
      <div ref={ref} className="cf-track" {...drag}>
        <svg
          width="100%"
          height={HEIGHT}
          viewBox={`0 0 ${count} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {bins.map((bin, i) => {
            const size = bin.payments.length === 0 ? 0 : 2 + (bin.payments.length / most) * (HEIGHT - 4);
            const isOut = bin.to < window.from || bin.from > window.to;
            return (
              size > 0 && (
                <rect
                  key={bin.from}
                  className={isOut ? 'out' : ''}
                  x={i + 0.1}
                  width={0.8}
                  y={HEIGHT - size}
                  height={size}
                />
              )
            );
          })}
        </svg>
        <span
          className="cf-window"
          style={{ left: `${place(window.from) * 100}%`, right: `${(1 - place(window.to)) * 100}%` }}
        />
        <Handle grip="from" place={place(window.from)} {...{ span, window }} onShow={onShow} onDone={hand.done} />
        <Handle grip="to" place={place(window.to)} {...{ span, window }} onShow={onShow} onDone={hand.done} />
      </div>
      <span>{formatTime(Math.round(window.to)).slice(0, 16)} UTC</span>
      {isWhole ? (
        <span className="cf-stripnote">{formatPlural(payments.length, 'payment')}</span>
      ) : (
        <button
          type="button"
          className="tm-linkbtn cf-stripnote"
          onClick={() => store.act(LABEL, setWindow(span, span))}
        >
          {formatCount(inside)} of {formatCount(payments.length)}, show all
        </button>
      )}
    </div>
  );
}

/** All payments of a flow over time with two handles: what is outside of them is not drawn. Nothing where there is one moment only. */
export function TimeStrip({ store }: { readonly store: FlowStore }) {
  const nodes = useFlow(store, (state) => state.document.nodes);
  const edges = useFlow(store, (state) => state.document.edges);
  const hidden = useFlow(store, (state) => state.document.hidden);
  // What the window itself leaves out stays on the strip.
  const timed = useMemo(() => listTimed({ ...store.document, nodes, edges, hidden }), [store, nodes, edges, hidden]);
  const span = useMemo(() => spanOf(timed.payments), [timed]);
  if (!span || timed.payments.length < 2 || span.to - span.from <= 1) return null;
  return <Track store={store} span={span} payments={timed.payments} />;
}
