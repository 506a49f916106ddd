import type { FrontierView } from '@trailmark/api/contract/watch-frontier';
import { formatAmount } from '../../format/amount.ts';
import { formatPlural } from '../../format/number.ts';
import { layOutFrontier, MOST_DRAWN, type PlacedMoney } from './frontier-layout.ts';
import { ScrollBox } from './scroll-box.tsx';

const WORDS: Readonly<Record<PlacedMoney['kind'], string>> = {
  seed: 'Beginning',
  passed: 'Moved on',
  resting: 'Unspent, still watched',
  stop: 'Stop',
  ended: 'Not followed further',
};

const short = (text: string): string => (text.length > 20 ? `${text.slice(0, 9)}…${text.slice(-7)}` : text);

function Money({ money, decimals }: { readonly money: PlacedMoney; readonly decimals: number }) {
  const { x, y, kind, address, amount, name, place } = money;
  return (
    <g>
      <title>{`${WORDS[kind]}: ${address ?? place}, ${formatAmount(amount, decimals)}`}</title>
      {kind === 'stop' ? (
        <rect className="am-money stop" x={x - 11} y={y - 11} width={22} height={22} rx={4} />
      ) : (
        <circle className={`am-money ${kind}`} cx={x} cy={y} r={9} />
      )}
      {kind === 'seed' && <circle className="am-core" cx={x} cy={y} r={4} />}
      {kind === 'resting' && <path className="am-rest" d={`M${x - 4} ${y + 3}h8M${x} ${y + 3}v-6`} />}
      <text className="am-sum" x={x} y={y - 17}>
        {formatAmount(amount, decimals)}
      </text>
      <text className={kind === 'stop' ? 'am-who strong' : 'am-who'} x={x} y={y + 25}>
        {name ?? short(address ?? place)}
      </text>
      {kind === 'resting' && (
        <text className="am-who" x={x} y={y + 39}>
          still watched
        </text>
      )}
    </g>
  );
}

/** Hops as columns, transactions as bars. The table below says the same. */
export function FrontierPicture({ view }: { readonly view: FrontierView }) {
  const picture = layOutFrontier(view);
  if (!picture) {
    return <p className="tm-t2 tm-sm">The money is in more than {MOST_DRAWN} places. The table of steps lists them.</p>;
  }
  const { width, height, hops, money, bars, ways } = picture;
  return (
    <ScrollBox label="Picture of the frontier">
      <svg
        className="am-frontier"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Frontier: ${formatPlural(view.stepCount, 'step')}, ${formatPlural(view.arrivals.length, 'stop')}, ${formatPlural(view.rests.length, 'place')} still watched. The table of steps lists the same.`}
      >
        {hops.map(({ hop, x }) => (
          <g key={hop}>
            <line className="am-hop" x1={x} x2={x} y1={34} y2={height} />
            <text className="am-head" x={x} y={20}>
              {hop === 0 ? 'Start' : `Hop ${hop}`}
            </text>
          </g>
        ))}
        {ways.map(({ key, path, isFollowed }) => (
          <path key={key} className={isFollowed ? 'am-way on' : 'am-way'} d={path} />
        ))}
        {bars.map(({ txid, x, top, bottom }) => (
          <line key={txid} className="am-bar" x1={x} x2={x} y1={top} y2={bottom}>
            <title>{txid}</title>
          </line>
        ))}
        {money.map((each) => (
          <Money key={each.place} money={each} decimals={view.decimals} />
        ))}
      </svg>
    </ScrollBox>
  );
}
