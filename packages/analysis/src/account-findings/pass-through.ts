import type { AccountTotals } from '@trailmark/core/account-ledger';
import { natureOf } from '@trailmark/core/account-nature';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import { z } from 'zod';
import { type AccountFlows, formatPart, isPart, lacksReceipts, sumSent } from './account-flows.ts';
import type { AccountFinding } from './finding.ts';
import { defineFindingRule } from './finding-rule.ts';
import { formatDuration, measureHolding, readHashes } from './holding-times.ts';
import { PARTIAL_HISTORY } from './indexed-history.ts';

const params = z.object({
  forwardedThousandths: z
    .int()
    .min(500)
    .max(1000)
    .default(950)
    .describe('Part of what it received that went on, thousandths.'),
  maximumHours: z.number().positive().default(24).describe('Longest median time between arrival and forwarding.'),
  maximumTransactions: z.int().min(2).default(50).describe('More transactions than this are a wallet in use.'),
});

/** Code that routes for others, or an address that was called with data and of which nothing shows a key. */
function mayBeContract(totals: AccountTotals): boolean {
  const nature = natureOf(totals);
  return nature === 'contract' || nature === 'delegating' || (nature === 'unknown' && totals.wasCalledWithData);
}

/** The asset most of its moves were of, among those it received and sent. */
function findMainAsset({ assets }: AccountFlows) {
  return assets
    .filter(({ received, sent }) => received > 0n && sent > 0n)
    .toSorted((a, b) => b.moves - a.moves || Number(a.asset === NATIVE_ASSET) - Number(b.asset === NATIVE_ASSET))[0];
}

/**
 * A stop on the way: what came in went on within hours and hardly anything stayed. It says nothing about who holds the key, and
 * contracts that route for others look the same, so contracts are left out, and addresses that were called with data and
 * never signed anything, which may be contracts; so are those of which
 * more went out than is known to have come in, because parts of what is missing cannot be determined.
 */
export const passThrough = defineFindingRule({
  id: 'pass-through',
  version: 3,
  title: 'Pass-through address',
  params,
  async find(input, flows, limits): Promise<AccountFinding | undefined> {
    const { totals } = flows;
    if (mayBeContract(totals) || flows.isCut) return undefined;
    if (totals.transactionCount > limits.maximumTransactions) return undefined;
    const main = findMainAsset(flows);
    if (!main || lacksReceipts(main)) return undefined;
    const paidOut = sumSent(flows, main.asset);
    const fees = main.asset === NATIVE_ASSET ? main.sent - paidOut : 0n;
    const received = main.received - (fees > 0n ? fees : 0n);
    if (!isPart(paidOut, received, limits.forwardedThousandths)) return undefined;
    const holding = await measureHolding(input, main.asset);
    if (holding.median === undefined || holding.median > limits.maximumHours * 3600) return undefined;
    const recipients = new Set(
      flows.outgoing.filter(({ asset }) => asset === main.asset).map(({ address }) => address),
    );
    return {
      rule: `${this.id}/${this.version}`,
      title: this.title,
      sentence: [
        `${formatPart(paidOut, received)} of what it received of its main asset went on to ${recipients.size === 1 ? 'one address' : `${recipients.size} addresses`}, after ${formatDuration(holding.median)} at the median.`,
        flows.holdsAll ? '' : PARTIAL_HISTORY,
      ]
        .filter((part) => part !== '')
        .join(' '),
      confidence: flows.holdsAll ? 'medium' : 'low',
      subject: recipients.size === 1 ? [...recipients][0] : undefined,
      evidence: await readHashes(input, holding.forwards.slice(0, 10)),
      figures: {
        forwarded: formatPart(paidOut, received),
        recipients: `${recipients.size}`,
        medianHolding: formatDuration(holding.median),
        transactions: `${totals.transactionCount}`,
      },
    };
  },
});
