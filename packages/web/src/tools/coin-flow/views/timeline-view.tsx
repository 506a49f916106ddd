import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { largestOf, smallestOf } from '@trailmark/drawing/flow/extremes';
import {
  amountPlace,
  amountTicks,
  binInTime,
  findQuiet,
  placeInTime,
  spanOf,
  type TimedPayment,
  type TimeSpan,
  timeTicks,
} from '@trailmark/drawing/flow/timeline-layout';
import { edgeValue } from '@trailmark/drawing/flow/visible-graph';
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { useElementSize } from '../../../components/use-element-size.ts';
import { formatDuration, formatPlural } from '../../../format/number.ts';
import { formatTime } from '../../../format/time.ts';
import { useFlow } from '../../../graph/use-flow.ts';
import { describeFlowAsset, formatFlowAmount } from '../asset-words.ts';
import type { ViewProps } from './table-view.tsx';
import { TimeStrip } from './time-strip.tsx';
import { listTimed, windowOf, withoutSpends } from './time-window.ts';
import { AssetSelect, NothingDrawn, shortFigure, shortName, useAsset, ViewFrame, ViewSwitch } from './view-parts.tsx';

/** More payments are drawn as bars, each for one stretch of time. */
const MOST_MARKS = 500;
const BIN_WIDTH = 14;
const LEFT = 92;
const RIGHT = 20;
const TOP = 12;
const FOOT = 40;

interface Mark {
  readonly key: string;
  readonly ids: readonly string[];
  readonly x: number;
  readonly y: number;
  /** Where the last of several payments is, or the width of a bar. */
  readonly end: number;
  readonly isBar: boolean;
  readonly look: string;
  readonly words: string;
}

interface Plot {
  readonly width: number;
  readonly height: number;
  readonly window: TimeSpan;
  readonly isLog: boolean;
  readonly asset: string;
}

const amountOf = ({ edge: { edge } }: TimedPayment) => edgeValue(edge);

function timeWords(at: number, isEstimated: boolean): string {
  return `${formatTime(Math.round(at))} UTC${isEstimated ? ' est.' : ''}`;
}

function lookOf({ edge: { edge, isDimmed }, isEstimated }: TimedPayment): string {
  return `${edge.tainted === null ? ' untraced' : ''}${isDimmed ? ' dim' : ''}${isEstimated ? ' est' : ''}`;
}

function limits(amounts: readonly bigint[]): readonly [least: bigint, most: bigint] {
  return [smallestOf(amounts.filter((amount) => amount > 0n)), largestOf(amounts)];
}

function scaleOf({ width, height, window, isLog }: Plot, [least, most]: readonly [bigint, bigint]) {
  const foot = height - FOOT;
  const seconds = Math.max(1, window.to - window.from);
  return {
    foot,
    x: (at: number) =>
      LEFT + ((Math.min(window.to, Math.max(window.from, at)) - window.from) / seconds) * (width - LEFT - RIGHT),
    y: (amount: bigint) => foot - amountPlace(amount, least, most, isLog) * (foot - TOP),
  };
}
type Scale = ReturnType<typeof scaleOf>;

interface Drawn {
  readonly marks: readonly Mark[];
  readonly scale: Scale;
  readonly range: readonly [bigint, bigint];
}

function drawMarks(payments: readonly TimedPayment[], plot: Plot, document: FlowDocument): Drawn {
  const name = (id: string) => {
    const node = document.nodes[id];
    return node ? shortName(document, node) : id.slice(0, 24);
  };
  if (payments.length <= MOST_MARKS) {
    const range = limits(payments.map(amountOf));
    const scale = scaleOf(plot, range);
    const marks = payments.map((payment): Mark => {
      const { edge } = payment.edge;
      const amount = formatFlowAmount(document, plot.asset, amountOf(payment));
      const several =
        edge.count > 1
          ? ` in ${formatPlural(edge.count, 'payment')} to ${timeWords(payment.last, payment.isEstimated)}`
          : '';
      return {
        key: edge.id,
        ids: [edge.id],
        x: scale.x(payment.first),
        end: scale.x(payment.last),
        y: scale.y(amountOf(payment)),
        isBar: false,
        look: lookOf(payment),
        words: `${timeWords(payment.first, payment.isEstimated)}, ${amount}${edge.tainted === null ? ' not traced' : ''}${several}, ${name(edge.from)} to ${name(edge.to)}`,
      };
    });
    return { marks, scale, range };
  }
  const count = Math.max(10, Math.floor((plot.width - LEFT - RIGHT) / BIN_WIDTH));
  const bins = binInTime(payments, plot.window, count, amountOf).filter((bin) => bin.payments.length > 0);
  const range = limits(bins.map(({ amount }) => amount));
  const scale = scaleOf(plot, range);
  const marks = bins.map(
    (bin): Mark => ({
      key: String(bin.from),
      ids: bin.payments.map(({ edge }) => edge.edge.id),
      x: scale.x(bin.from) + 1,
      end: scale.x(bin.to) - 1,
      y: scale.y(bin.amount),
      isBar: true,
      look: '',
      words: `${timeWords(bin.from, false)} to ${timeWords(bin.to, false)}: ${formatPlural(bin.payments.length, 'payment')}, ${formatFlowAmount(document, plot.asset, bin.amount)}`,
    }),
  );
  return { marks, scale, range };
}

function axisDay(at: number, seconds: number): string {
  const text = formatTime(at);
  if (seconds < 2 * 86_400) return text.slice(5, 16);
  return text.slice(0, 10);
}

interface AxesProps {
  readonly drawn: Drawn;
  readonly plot: Plot;
  readonly document: FlowDocument;
  readonly quiet: readonly TimeSpan[];
}

const Axes = memo(function Axes({ drawn: { scale, range }, plot, document, quiet }: AxesProps) {
  const { width, window, isLog, asset } = plot;
  const ticks = timeTicks(window, Math.max(2, (width - LEFT) / 130));
  return (
    <g className="cf-axes">
      {amountTicks(range[0], range[1], isLog).map((amount) => (
        <g key={String(amount)}>
          <path className="rule" d={`M${LEFT} ${scale.y(amount)}H${width - RIGHT}`} />
          <text x={LEFT - 8} y={scale.y(amount) + 4} textAnchor="end">
            {shortFigure(document, asset, amount)}
          </text>
        </g>
      ))}
      {quiet.map(({ from, to }) => {
        const [a, b] = [scale.x(from), scale.x(to)];
        return (
          b - a > 84 && (
            <g key={from} className="quiet">
              <path d={`M${a + 5} ${scale.foot - 4}v-6H${b - 5}v6`} />
              <text x={(a + b) / 2} y={scale.foot - 15} textAnchor="middle">
                quiet {formatDuration(to - from)}
              </text>
            </g>
          )
        );
      })}
      <path className="base" d={`M${LEFT} ${scale.foot}H${width - RIGHT}`} />
      {ticks.map((at) => (
        <g key={at}>
          <path className="base" d={`M${scale.x(at)} ${scale.foot}v4`} />
          <text x={scale.x(at)} y={scale.foot + 18} textAnchor="middle">
            {axisDay(at, window.to - window.from)}
          </text>
        </g>
      ))}
    </g>
  );
});

const Dot = memo(function Dot({
  mark,
  foot,
  isSelected,
  isActive,
}: {
  readonly mark: Mark;
  readonly foot: number;
  readonly isSelected: boolean;
  readonly isActive: boolean;
}) {
  const { x, y, end, isBar } = mark;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG group has no native button.
    <g
      role="button"
      data-mark={mark.key}
      tabIndex={isActive ? 0 : -1}
      aria-pressed={isSelected}
      aria-label={mark.words}
      className={`cf-dot${mark.look}${isSelected ? ' on' : ''}`}
    >
      <title>{mark.words}</title>
      {isBar ? (
        <rect x={x} y={y} width={Math.max(1, end - x)} height={Math.max(1, foot - y)} />
      ) : (
        <>
          <path className="stem" d={`M${x} ${foot}V${y}`} />
          {end - x > 3 && <path className="reach" d={`M${x} ${y}H${end}`} />}
          <circle className="hit" cx={x} cy={y} r={10} />
          <circle cx={x} cy={y} r={4} />
        </>
      )}
    </g>
  );
});

interface PlotAreaProps extends ViewProps {
  readonly payments: readonly TimedPayment[];
  readonly window: TimeSpan;
  readonly isLog: boolean;
  readonly asset: string;
  readonly title: string;
}

function PlotArea({ store, payments, window, isLog, asset, title }: PlotAreaProps) {
  const document = useFlow(store, (state) => state.document);
  const selection = useFlow(store, (state) => state.selection);
  const { ref, width, height } = useElementSize();
  const svg = useRef<SVGSVGElement>(null);
  const [active, setActive] = useState<string | undefined>(undefined);
  const [read, setRead] = useState<string | undefined>(undefined);
  const { from, to } = window;
  const plot = useMemo(
    (): Plot => ({ width: Math.max(320, width), height: Math.max(200, height), window: { from, to }, isLog, asset }),
    [width, height, from, to, isLog, asset],
  );
  const drawn = useMemo(() => drawMarks(payments, plot, document), [payments, plot, document]);
  const quiet = useMemo(() => findQuiet(payments, { from, to }), [payments, from, to]);
  const { marks } = drawn;
  const current = marks.find(({ key }) => key === active) ?? marks[0];
  const markAt = (target: EventTarget) => {
    const key = target instanceof Element ? target.closest<SVGElement>('[data-mark]')?.dataset.mark : undefined;
    return marks.find((mark) => mark.key === key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const own = markAt(event.target);
    if (!own) return;
    const at = marks.indexOf(own);
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: marks.length - 1,
    };
    if (event.key === 'Enter' || event.key === ' ') store.select(own.ids, event.shiftKey ? 'toggle' : 'set');
    else if (moves[event.key] !== undefined) {
      const next = marks[Math.max(0, Math.min(marks.length - 1, moves[event.key] ?? 0))];
      if (!next) return;
      setActive(next.key);
      svg.current?.querySelector<SVGElement>(`[data-mark="${CSS.escape(next.key)}"]`)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const note = (target: EventTarget) => setRead(markAt(target)?.words ?? read);
  return (
    <>
      <p className="cf-read" aria-live="polite">
        {read ?? 'Point at a payment, or walk them with the arrow keys.'}
      </p>
      <div ref={ref} className="cf-otherbody cf-plot">
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing whose marks are buttons. */}
        <svg
          ref={svg}
          role="group"
          aria-label={title}
          width={plot.width}
          height={plot.height}
          onKeyDown={onKeyDown}
          onFocus={(event) => note(event.target)}
          onMouseOver={(event) => note(event.target)}
          onClick={(event) => {
            const mark = markAt(event.target);
            store.select(mark?.ids ?? [], event.shiftKey ? 'toggle' : 'set');
            if (mark) setActive(mark.key);
          }}
        >
          <Axes drawn={drawn} plot={plot} document={document} quiet={quiet} />
          {marks.map((mark) => (
            <Dot
              key={mark.key}
              mark={mark}
              foot={drawn.scale.foot}
              isSelected={mark.ids.some((id) => selection.has(id))}
              isActive={mark === current}
            />
          ))}
        </svg>
      </div>
    </>
  );
}

type Axis = 'log' | 'linear';

/** Payments over time in UTC, by their amounts, with the window that all views are filtered by. */
export function TimelineView({ store, visible }: ViewProps) {
  const document = useFlow(store, (state) => state.document);
  const choice = useAsset(visible);
  const [axis, setAxis] = useState<Axis>('log');
  const { asset } = choice;
  const timed = useMemo(
    () => placeInTime(withoutSpends(visible.edges).filter(({ edge }) => edge.asset === asset)),
    [visible, asset],
  );
  const whole = useMemo(() => spanOf(listTimed(document).payments), [document]);
  const window = useMemo(() => (whole ? windowOf(document.filters, whole) : undefined), [whole, document.filters]);
  if (!whole || !window) return <NothingDrawn visible={visible} />;
  const symbol = asset === undefined ? '' : describeFlowAsset(document, asset).symbol;
  const title = `Payments over time, ${symbol}`;
  const estimated = timed.payments.filter(({ isEstimated }) => isEstimated).length;
  return (
    <ViewFrame
      title={title}
      tools={
        <>
          <AssetSelect document={document} choice={choice} />
          <ViewSwitch
            legend="Axis of amounts"
            value={axis}
            options={[
              ['log', 'Logarithmic'],
              ['linear', 'Linear'],
            ]}
            onChange={setAxis}
          />
        </>
      }
      notes={[
        timed.payments.length > MOST_MARKS &&
          `${formatPlural(timed.payments.length, 'payment')}, drawn as sums of equal stretches of time.`,
        timed.untimed > 0 &&
          `${formatPlural(timed.untimed, 'payment')} without a time: not on this axis, but in Table.`,
        estimated > 0 &&
          `${formatPlural(estimated, 'payment')} with an estimated time (est.), from the heights around it.`,
      ]}
    >
      {asset === undefined ? (
        <NothingDrawn visible={visible} />
      ) : (
        <PlotArea
          store={store}
          visible={visible}
          payments={timed.payments}
          window={window}
          isLog={axis === 'log'}
          asset={asset}
          title={title}
        />
      )}
      <TimeStrip store={store} />
    </ViewFrame>
  );
}
