import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountLedger, StoredMove } from '@trailmark/core/account-ledger';
import { CATEGORIES } from '@trailmark/core/category';
import { positionHeight } from '@trailmark/core/position';
import { z } from 'zod';
import type { AccountFinding } from './finding.ts';
import { defineFindingRule } from './finding-rule.ts';
import { readHashes } from './holding-times.ts';
import { holdsHistory } from './indexed-history.ts';

/** Whether an earlier payment of coin may be in blocks that are not indexed. */
export async function isFunderCertain(
  reader: AccountLedger,
  address: AccountKey,
  funder: StoredMove,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return holdsHistory(reader, address, positionHeight(funder.position), signal);
}

const CERTAIN = 'Everything before it is indexed, so nobody paid earlier.';
const UNCERTAIN = 'Some earlier heights are not indexed, so somebody may have paid before.';

/**
 * Who paid the first coin into an address that then sent transactions: the one it owes its first gas to, unless it earned that
 * itself, since fees, tips and rewards are no payments. A person's own other wallet, a service's withdrawal, or a stranger's dust: the rule says which address, not which of these.
 */
export const firstFunder = defineFindingRule({
  id: 'first-funder',
  version: 2,
  title: 'First gas',
  params: z.object({}),
  async find(input, flows): Promise<AccountFinding | undefined> {
    const { reader, address, signal } = input;
    if (flows.totals.sentCount === 0) return undefined;
    const funder = (await reader.firstFunders([address], { signal })).get(address);
    if (!funder || funder.from === '' || funder.from === address) return undefined;
    const isCertain = await isFunderCertain(reader, address, funder, signal);
    const service = input.labelsOf(funder.from).find(({ category }) => CATEGORIES[category].isService);
    return {
      rule: `${this.id}/${this.version}`,
      title: this.title,
      sentence: [
        'The first payment of coin to it, with which it could send transactions, came from this address.',
        service ? 'A label calls that a service, which may know who asked for the payment.' : '',
        isCertain ? CERTAIN : UNCERTAIN,
      ]
        .filter((part) => part !== '')
        .join(' '),
      confidence: isCertain ? 'high' : 'low',
      subject: funder.from,
      evidence: await readHashes(input, [funder.position]),
      figures: {
        height: `${positionHeight(funder.position)}`,
        units: `${funder.amount}`,
        certain: isCertain ? 'yes' : 'no',
      },
    };
  },
});
