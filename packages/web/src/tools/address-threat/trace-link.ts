import { formatUnits } from '@trailmark/core/amount';
import type { AssetKey } from '@trailmark/core/asset';
import type { ExposureWay } from '@trailmark/core/screening/exposure';
import type { Screening } from '@trailmark/core/screening/screening';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatMoment } from '../../format/moment.ts';
import { coinFlowUrl } from '../../url.ts';

const PPM_A_PERCENT = 10_000;
/** Longest list of addresses a link into coin flow carries. */
const LONGEST_START = 1_900;
/** As the server asks: who was paid directly must not be cut. */
const FAN_OUT = 5_000;

/**
 * The trace behind one direction of exposure, as coin flow would run it: the same method and limits, ending at the first label.
 * `toExposureTrace` of the analysis says what the server asks. Undefined for a cluster of more addresses than a link can name.
 */
export function traceHref(
  { request, cluster }: Pick<Screening, 'request' | 'cluster'>,
  way: ExposureWay,
  asset: AssetKey,
): string | undefined {
  const { chain, subject, method, maxHops, minSharePpm, minAmount, fromTime, toTime, budget } = request;
  const start = (cluster && cluster.read.length > 0 ? cluster.read : [subject.text]).join(' ');
  if (start.length > LONGEST_START) return undefined;
  // The form reads amounts in whole coins of the chain, whatever the asset.
  const { hasOutputs, decimals } = traitsOf(chain);
  const rules: Readonly<Record<string, string | number | undefined>> = {
    method,
    labelled: 1,
    services: request.throughServices === true ? 0 : undefined,
    swaps: request.followSwaps ? 1 : 0,
    hops: maxHops - (hasOutputs ? 0 : 1),
    share: minSharePpm / PPM_A_PERCENT,
    amount: minAmount > 0n ? formatUnits(minAmount, decimals) : undefined,
    from: fromTime === null ? undefined : formatMoment(fromTime),
    to: toTime === null ? undefined : formatMoment(toTime),
    fanOut: FAN_OUT,
    budget,
    asset: hasOutputs ? undefined : asset,
    side: way === 'in' || hasOutputs ? 'received' : 'paid',
  };
  const given = Object.entries(rules).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return coinFlowUrl(undefined, {
    start,
    chain,
    direction: way === 'in' ? 'backward' : 'forward',
    rules: new URLSearchParams(given).toString(),
  });
}
