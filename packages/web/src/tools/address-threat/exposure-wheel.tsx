import type { AssetExposure, ExposureWay } from '@trailmark/core/screening/exposure';
import { lookOf } from '@trailmark/drawing/category-look';
import {
  drawExposureWheel,
  familyOf,
  WHEEL_BOX,
  type Wheel,
  type WheelArc,
  type WheelKind,
} from '@trailmark/drawing/chart/exposure-wheel';
import { useId } from 'react';
import { splitAmount } from '../../format/amount.ts';
import { cutAssetAmount } from '../../format/asset.ts';
import { formatCategory } from '../../format/label-words.ts';
import { isRead, totalsOf, toWheelInput } from './exposure-rows.ts';
import { formatShare } from './threat-words.ts';

const CENTRE_CHARS = 12;
const WHOLE_CHARS = 15;
/** Room for a line in the middle of the wheel, and what a character of a line takes of its height at most. */
const CENTRE_WIDTH = 104;
const CHAR_WIDTH = 0.62;
const GLYPH = 0.82;

const OTHER_KINDS = {
  unhosted: 'Unlabelled wallets',
  unnamed: 'Unlabelled wallets',
  unknown: 'Unknown',
  rest: 'Other',
} as const;

/** What an arc is of, in words. */
export function nameKind(kind: WheelKind, exposure?: AssetExposure): string {
  const isMined = kind === 'mining_pool' && exposure?.parties.every(({ category }) => category !== 'mining_pool');
  if (isMined) return 'Newly mined';
  return kind in OTHER_KINDS ? OTHER_KINDS[kind as keyof typeof OTHER_KINDS] : formatCategory(kind as never);
}

function glyphOf(kind: WheelKind): string | undefined {
  if (kind === 'unhosted' || kind === 'unnamed') return lookOf('individual').path;
  return kind === 'unknown' || kind === 'rest' ? undefined : lookOf(kind).path;
}

/** The glyph of a kind: the hue says the family, the shape the kind. */
export function KindGlyph({ kind }: { readonly kind: WheelKind }) {
  const path = glyphOf(kind);
  const colour = `var(--tm-cat-${familyOf(kind)})`;
  if (path !== undefined) return <path fillRule="evenodd" d={path} fill={colour} />;
  return <circle cx="8" cy="8" r="6" fill="none" stroke={colour} strokeWidth="2" strokeDasharray="2.6 2.1" />;
}

/** The kind a reader points at, in wheels and key alike. */
export interface KindMark {
  readonly marked: WheelKind | undefined;
  readonly onMark: (kind: WheelKind | undefined) => void;
}

/** What is not marked steps back while something is. */
function fade(kind: WheelKind, marked: WheelKind | undefined): string | undefined {
  return marked !== undefined && kind !== marked ? 'is-faded' : undefined;
}

function Labels({ labels, marked }: Pick<Wheel, 'labels'> & Pick<KindMark, 'marked'>) {
  return labels.map(({ kind, ppm, leader, x, y }) => (
    <g key={kind} className={fade(kind, marked)}>
      <path d={leader} fill="none" stroke="var(--tm-control)" />
      <g transform={`translate(${x} ${y - 7}) scale(${GLYPH})`}>
        <KindGlyph kind={kind} />
      </g>
      <text className="share" x={x + 17} y={y + 4}>
        {formatShare(ppm)}
      </text>
    </g>
  ));
}

const TITLES: Readonly<Record<ExposureWay, { readonly title: string; readonly from: string; readonly none: string }>> =
  {
    in: {
      title: 'Receiving',
      from: 'Where it came from',
      none: 'Nothing was received in the blocks and the period read.',
    },
    out: { title: 'Sending', from: 'Where it went', none: 'Nothing was sent in the blocks and the period read.' },
  };

function describeWheel(wheel: Wheel, way: ExposureWay): string {
  const outer = wheel.arcs.filter(({ ring }) => ring === 'direct');
  return `${TITLES[way].title}: ${outer.map(({ kind, ppm }) => `${nameKind(kind)} ${formatShare(ppm)}`).join(', ')}. The table below lists all of it.`;
}

/** A long line is written smaller, so that all of it stays within the rings. */
function fitLine(text: string, height: number): { readonly fontSize: number } {
  return { fontSize: Math.min(height, CENTRE_WIDTH / (CHAR_WIDTH * Math.max(1, text.length))) };
}

/** The figures of the marked kind in the middle of the wheel: a thin arc has no label of its own. */
function Centre({ wheel, marked, amount, symbol }: CentreProps) {
  const arcs = wheel.arcs.filter(({ kind }) => kind === marked);
  const shareOf = (ring: WheelArc['ring']): string =>
    formatShare(arcs.filter((arc) => arc.ring === ring).reduce((sum, { ppm }) => sum + ppm, 0));
  if (marked === undefined) {
    return (
      <>
        <text className="total" x="0" y="-3" textAnchor="middle" style={fitLine(amount, 17)}>
          {amount}
        </text>
        <text className="symbol" x="0" y="14" textAnchor="middle" style={fitLine(symbol, 11)}>
          {symbol}
        </text>
      </>
    );
  }
  return (
    <>
      <text className="share" x="0" y="-3" textAnchor="middle">
        {shareOf('direct')} direct
      </text>
      <text x="0" y="14" textAnchor="middle">
        {shareOf('behind')} indirect
      </text>
    </>
  );
}

interface CentreProps extends Pick<KindMark, 'marked'> {
  readonly wheel: Wheel;
  readonly amount: string;
  readonly symbol: string;
}

export interface ExposureWheelProps extends KindMark {
  readonly exposure: AssetExposure;
  readonly way: ExposureWay;
  /** The direction is part of the question. */
  readonly isWanted: boolean;
}

const NOT_READ = 'Nothing of this direction was read. This is no zero: see What was not read.';

/** One direction as a wheel of two rings; the table below it is its twin. */
export function ExposureWheel({ exposure, way, isWanted, marked, onMark }: ExposureWheelProps) {
  const pattern = useId();
  const { decimals, symbol } = exposure;
  const total = totalsOf(exposure)[way];
  const wheel = drawExposureWheel(toWheelInput(exposure, way));
  const parts = splitAmount(total, decimals);
  const figure = cutAssetAmount({ ...parts, trailing: '' }, CENTRE_CHARS);
  // Of a large amount the whole units say more than a power of ten; the caption has every digit.
  const centre = figure.shown.includes('×') && parts.whole.length <= WHOLE_CHARS ? parts.whole : figure.shown;
  const { title, from, none } = TITLES[way];
  const { left, top, width, height } = WHEEL_BOX;
  const wasRead = isRead(exposure, way);
  return (
    <figure className="th-wheel">
      <figcaption>
        <h3 className="tm-h">{title}</h3>
        <p className="tm-sm tm-t3">
          {wasRead && total > 0n
            ? `${from}: ${figure.whole} ${symbol}`
            : wasRead
              ? none
              : isWanted
                ? NOT_READ
                : 'This direction was not requested.'}
        </p>
      </figcaption>
      {wheel.arcs.length > 0 && (
        <svg
          viewBox={`${left} ${top} ${width} ${height}`}
          width="100%"
          role="img"
          aria-label={describeWheel(wheel, way)}
        >
          <defs>
            <pattern id={pattern} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="1.3" height="5" fill="var(--tm-cat-unknown)" />
            </pattern>
          </defs>
          {wheel.well !== '' && <path d={wheel.well} fill="var(--tm-sunken)" />}
          {wheel.arcs.map(({ ring, kind, family, path, ppm, isHatched }) => (
            <path
              key={`${ring}/${kind}`}
              d={path}
              className={fade(kind, marked)}
              onPointerEnter={() => onMark(kind)}
              onPointerLeave={() => onMark(undefined)}
              fill={isHatched ? `url(#${pattern})` : `var(--tm-cat-${family})`}
              stroke={isHatched ? 'var(--tm-cat-unknown)' : undefined}
            >
              <title>{`${nameKind(kind, exposure)}, ${ring === 'direct' ? 'direct' : 'indirect'}: ${formatShare(ppm)}`}</title>
            </path>
          ))}
          <Labels labels={wheel.labels} marked={marked} />
          <Centre wheel={wheel} marked={marked} amount={centre} symbol={symbol} />
        </svg>
      )}
    </figure>
  );
}

/** What the rings are, and the glyphs of this answer. */
export function WheelKey({ exposure, marked, onMark }: Pick<ExposureWheelProps, 'exposure'> & KindMark) {
  const kinds = [
    ...new Set(
      (['in', 'out'] as const).flatMap((way) =>
        drawExposureWheel(toWheelInput(exposure, way)).arcs.map(({ kind }) => kind),
      ),
    ),
  ].filter((kind) => kind !== 'unnamed');
  return (
    <aside className="th-key" aria-label="Reading the wheels">
      <h3>Reading the wheels</h3>
      <p className="tm-row">
        <svg width="34" height="20" viewBox="0 0 34 20" aria-hidden="true">
          <path d="M2 18A16 16 0 0132 18h-5A11 11 0 007 18z" fill="var(--tm-text)" />
        </svg>
        Outer ring: direct
      </p>
      <p className="tm-row">
        <svg width="34" height="20" viewBox="0 0 34 20" aria-hidden="true">
          <path d="M9 18a8 8 0 0116 0h-4a4 4 0 00-8 0z" fill="var(--tm-text)" />
        </svg>
        Inner ring: indirect
      </p>
      <p>The inner ring opens up the share of unlabelled wallets: what lies behind it, up to the first label.</p>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className={`th-kind tm-cat ${fade(kind, marked) ?? ''}`}
              aria-label={`Mark ${nameKind(kind, exposure)} in the wheels`}
              onPointerEnter={() => onMark(kind)}
              onPointerLeave={() => onMark(undefined)}
              onFocus={() => onMark(kind)}
              onBlur={() => onMark(undefined)}
            >
              <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
                <KindGlyph kind={kind} />
              </svg>
              <span>{nameKind(kind, exposure)}</span>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
