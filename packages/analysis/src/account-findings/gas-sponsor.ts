import { NATIVE_ASSET } from '@trailmark/core/asset';
import { z } from 'zod';
import { lacksReceipts, sumSent } from './account-flows.ts';
import type { AccountFinding } from './finding.ts';
import { defineFindingRule, lowerConfidence } from './finding-rule.ts';
import { PARTIAL_HISTORY } from './indexed-history.ts';

const params = z.object({
  minimumPayments: z.int().min(1).default(2).describe('Fewest payments of coin by the one address.'),
});

/**
 * All coin an address ever had came from one other, and it spent it on fees alone while it moved tokens: somebody runs it and
 * refills its gas, as services do for deposit addresses and thieves for collecting wallets.
 */
export const gasSponsor = defineFindingRule({
  id: 'gas-sponsor',
  version: 2,
  title: 'Gas paid by another address',
  params,
  async find(_input, flows, limits): Promise<AccountFinding | undefined> {
    const coin = flows.incoming.filter(({ asset }) => asset === NATIVE_ASSET);
    const [sponsor] = coin;
    if (!sponsor || coin.length > 1 || flows.isCut || flows.totals.sentCount === 0) return undefined;
    if (sponsor.moves < limits.minimumPayments || sumSent(flows, NATIVE_ASSET) > 0n) return undefined;
    if (flows.assets.some((totals) => totals.asset === NATIVE_ASSET && lacksReceipts(totals))) return undefined;
    if (!flows.outgoing.some(({ asset }) => asset !== NATIVE_ASSET)) return undefined;
    return {
      rule: `${this.id}/${this.version}`,
      title: this.title,
      sentence: `All coin it received${flows.holdsAll ? '' : ', in the indexed blocks,'} came from this one address, in ${sponsor.moves} payments, and went into fees; what it moved were tokens.${flows.holdsAll ? '' : ` ${PARTIAL_HISTORY}`}`,
      confidence: flows.holdsAll ? 'medium' : lowerConfidence('medium'),
      subject: sponsor.address,
      evidence: [],
      figures: { payments: `${sponsor.moves}`, units: `${sponsor.receivedFrom}` },
    };
  },
});
