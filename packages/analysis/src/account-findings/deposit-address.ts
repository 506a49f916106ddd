import type { AccountKey } from '@trailmark/core/account-block';
import { type AssetKey, NATIVE_ASSET } from '@trailmark/core/asset';
import { CATEGORIES } from '@trailmark/core/category';
import { z } from 'zod';
import { type AccountFlows, formatPart, isPart, lacksReceipts, sumSent } from './account-flows.ts';
import type { AccountFinding, AccountLabel, FindingsInput } from './finding.ts';
import { defineFindingRule, lowerConfidence } from './finding-rule.ts';
import { formatDuration, measureHolding, readHashes } from './holding-times.ts';
import { PARTIAL_HISTORY } from './indexed-history.ts';

const params = z.object({
  minimumSenders: z.int().min(1).default(2).describe('Fewest addresses it received a forwarded asset from.'),
  forwardedThousandths: z
    .int()
    .min(500)
    .max(1000)
    .default(980)
    .describe('Part of what it received that went on, thousandths.'),
  maximumHours: z.number().positive().default(24).describe('Longest median time between arrival and forwarding.'),
  minimumForwards: z.int().min(1).default(2).describe('Fewest times it forwarded.'),
  highSenders: z.int().default(10).describe('Senders from which confidence is high.'),
  highForwards: z.int().default(10).describe('Forwards from which confidence is high.'),
});
type Params = z.output<typeof params>;

/** Nothing of what it sent there, and no coin, ever went to anybody else. Counterfeit tokens can show transfers to anybody. */
export function isOnlyDestination(
  outgoing: readonly { readonly address: string; readonly asset: string }[],
  destination: string,
  coin: string,
): boolean {
  const assets = new Set(outgoing.filter(({ address }) => address === destination).map(({ asset }) => asset));
  assets.add(coin);
  return outgoing.every(({ address, asset }) => address === destination || !assets.has(asset));
}

function findServiceDestination(
  flows: AccountFlows,
  labelsOf: FindingsInput['labelsOf'],
): { address: AccountKey; label: AccountLabel } | undefined {
  for (const address of new Set(flows.outgoing.map((row) => row.address))) {
    const label = labelsOf(address).find(({ category }) => CATEGORIES[category].isService);
    if (label && isOnlyDestination(flows.outgoing, address, NATIVE_ASSET)) return { address, label };
  }
  return undefined;
}

interface Forwarding {
  readonly asset: AssetKey;
  readonly received: bigint;
  readonly forwarded: bigint;
}

/** Assets that went to the destination. Of the coin, what fees took is not expected to arrive. */
function listForwarding(flows: AccountFlows, destination: AccountKey): Forwarding[] {
  return flows.assets.flatMap(({ asset, received, sent }) => {
    const forwarded = sumSent(flows, asset, destination);
    if (forwarded === 0n) return [];
    const fees = asset === NATIVE_ASSET ? sent - sumSent(flows, asset) : 0n;
    return [{ asset, received: received - (fees > 0n ? fees : 0n), forwarded }];
  });
}

function countSenders(flows: AccountFlows, assets: ReadonlySet<AssetKey>, destination: AccountKey): number {
  const rows = flows.incoming.filter(({ asset, address }) => assets.has(asset) && address !== destination);
  return new Set(rows.map(({ address }) => address)).size;
}

interface Measured {
  readonly senders: number;
  readonly forwards: number;
  readonly median: number;
}

function judge({ senders, forwards }: Measured, flows: AccountFlows, limits: Params): AccountFinding['confidence'] {
  const isHigh = senders >= limits.highSenders && forwards >= limits.highForwards;
  const isMedium = senders * 2 >= limits.highSenders && forwards * 3 >= limits.highForwards;
  const confidence = isHigh ? 'high' : isMedium ? 'medium' : 'low';
  return flows.holdsAll && !flows.isCut ? confidence : lowerConfidence(confidence);
}

/**
 * The address a service gives one customer: many pay in, and nearly everything is forwarded to one wallet that a label names as a
 * service's, soon, and nowhere else (Victor 2020, "Address clustering heuristics for Ethereum"; the label is our condition).
 */
export const depositAddress = defineFindingRule({
  id: 'deposit-address',
  version: 2,
  title: 'Deposit address of a service',
  params,
  async find(input, flows, limits) {
    if (flows.isOutgoingCut) return undefined;
    const destination = findServiceDestination(flows, input.labelsOf);
    if (!destination) return undefined;
    const forwarding = listForwarding(flows, destination.address);
    if (flows.assets.some((totals) => sumSent(flows, totals.asset, destination.address) > 0n && lacksReceipts(totals)))
      return undefined;
    if (!forwarding.every(({ received, forwarded }) => isPart(forwarded, received, limits.forwardedThousandths)))
      return undefined;
    const senders = countSenders(flows, new Set(forwarding.map(({ asset }) => asset)), destination.address);
    const [main] = forwarding.toSorted((a, b) => Number(a.asset === NATIVE_ASSET) - Number(b.asset === NATIVE_ASSET));
    if (!main || senders < limits.minimumSenders) return undefined;
    const holding = await measureHolding(input, main.asset);
    const forwards = holding.forwards.length;
    const { median } = holding;
    if (median === undefined || forwards < limits.minimumForwards || median > limits.maximumHours * 3600)
      return undefined;
    return {
      rule: `${this.id}/${this.version}`,
      title: this.title,
      sentence: [
        `It received from ${senders} addresses and sent ${formatPart(main.forwarded, main.received)} of its main asset on to one wallet, which a label calls a service's, after ${formatDuration(median)} at the median.`,
        'The service may know which customer it belongs to; the customer does not hold its key.',
        flows.holdsAll ? '' : PARTIAL_HISTORY,
      ]
        .filter((part) => part !== '')
        .join(' '),
      confidence: judge({ senders, forwards, median }, flows, limits),
      subject: destination.address,
      evidence: await readHashes(input, holding.forwards.slice(0, 10)),
      figures: {
        senders: `${senders}`,
        forwards: holding.isCut ? `${forwards} or more` : `${forwards}`,
        forwarded: formatPart(main.forwarded, main.received),
        medianHolding: formatDuration(median),
        label: destination.label.label.slice(0, 200),
        labelSource: destination.label.source.slice(0, 200),
      },
    };
  },
});
