import type { WashFindingAnswer } from '@trailmark/api/contract/nft-wire';
import { shorten } from '../../format/identifier.ts';
import { formatTime } from '../../format/time.ts';
import { formatShort, type Unit } from './parts.tsx';

const [WIDTH, HEIGHT, RADIUS, NODE] = [560, 400, 132, 10] as const;
const CENTRE = { x: WIDTH / 2, y: HEIGHT / 2 } as const;

interface Place {
  readonly x: number;
  readonly y: number;
}

function placeOf(i: number, count: number): Place {
  const angle = (2 * Math.PI * i) / count - Math.PI / 2;
  return { x: CENTRE.x + RADIUS * 1.25 * Math.cos(angle), y: CENTRE.y + RADIUS * Math.sin(angle) };
}

/** From one wallet towards the next, bent outwards, ending before the node so that the arrow head is seen. */
function curve(from: Place, to: Place): { readonly path: string; readonly label: Place } {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const out = { x: middle.x - CENTRE.x, y: middle.y - CENTRE.y };
  const length = Math.hypot(out.x, out.y) || 1;
  const control = { x: middle.x + (out.x / length) * 34, y: middle.y + (out.y / length) * 34 };
  const near = (place: Place): Place => {
    const away = Math.hypot(control.x - place.x, control.y - place.y) || 1;
    const step = (NODE + 6) / away;
    return { x: place.x + (control.x - place.x) * step, y: place.y + (control.y - place.y) * step };
  };
  const [start, end] = [near(from), near(to)];
  const label = { x: middle.x + (out.x / length) * 40, y: middle.y + (out.y / length) * 40 };
  return { path: `M${start.x} ${start.y}Q${control.x} ${control.y} ${end.x} ${end.y}`, label };
}

function anchorOf(x: number): 'start' | 'middle' | 'end' {
  if (Math.abs(x - CENTRE.x) < 20) return 'middle';
  return x > CENTRE.x ? 'start' : 'end';
}

/** The token goes around: wallets in the order of the cycle, steps numbered, dotted where a table states the sale. */
export function RingPicture({ ring, unit }: { readonly ring: WashFindingAnswer; readonly unit: Unit }) {
  const wallets = ring.steps.map(({ from }) => from.address);
  const sales = new Map(ring.sales.map((sale) => [sale.index, sale]));
  const nets = new Map(ring.wallets.map(({ wallet, net }) => [wallet.address, net]));
  const words = `Token ${ring.token ?? ''} goes through ${wallets.length} wallets and returns to the first. The table lists the steps.`;
  return (
    <svg className="nf-ring" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
      <defs>
        <marker id="nf-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0L8 4L0 8z" />
        </marker>
      </defs>
      {ring.steps.map((step, i) => {
        const { path, label } = curve(placeOf(i, wallets.length), placeOf((i + 1) % wallets.length, wallets.length));
        const sale = step.sale === null ? undefined : sales.get(step.sale);
        const price = sale?.price;
        return (
          <g key={`${step.time} ${step.from.address}`} className={sale?.basis === 'stated' ? 'edge stated' : 'edge'}>
            <path d={path} markerEnd="url(#nf-arrow)" />
            <text x={label.x} y={label.y} textAnchor={anchorOf(label.x)} className="strong">
              {i + 1}. {price ? `${formatShort(price.amount, price.decimals)} ${price.symbol}` : 'no payment'}
            </text>
            <text x={label.x} y={label.y + 14} textAnchor={anchorOf(label.x)}>
              {formatTime(step.time).slice(0, 16)}
            </text>
          </g>
        );
      })}
      {wallets.map((address, i) => {
        const { x, y } = placeOf(i, wallets.length);
        const below = y > CENTRE.y ? 26 : -30;
        return (
          <g key={address} className="node">
            <circle cx={x} cy={y} r={NODE} />
            {i === 0 && <circle className="first" cx={x} cy={y} r={4} />}
            <text x={x} y={y + below} textAnchor="middle" className="tm-mono">
              {shorten(address)}
            </text>
            <text x={x} y={y + below + 14} textAnchor="middle">
              net {formatShort(nets.get(address) ?? 0n, unit.decimals, true)} {unit.symbol}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
