import type { AsOf } from '@trailmark/api/wire';
import { getChain } from '@trailmark/chains/catalogue';
import { shorten } from '../format/identifier.ts';
import { formatCount } from '../format/number.ts';
import { formatTime } from '../format/time.ts';

export interface AsOfLineProps {
  readonly asOf: AsOf;
}

/** What the figures above are true of: chain tip and software. The whole hash is on hover. */
export function AsOfLine({ asOf }: AsOfLineProps) {
  const name = getChain(asOf.chain).name;
  if (asOf.height === null || asOf.hash === null) {
    return (
      <span className="tm-asof">
        This index holds no {name} block yet. Software {asOf.software}.
      </span>
    );
  }
  const at = asOf.time === null ? '' : `, ${formatTime(asOf.time)} UTC`;
  return (
    <span className="tm-asof">
      As of {name} height {formatCount(asOf.height)},{' '}
      <span className="tm-mono" title={asOf.hash}>
        {shorten(asOf.hash, { head: 4, tail: 8, differing: [] })}
      </span>
      {at}. Software {asOf.software}.
    </span>
  );
}
