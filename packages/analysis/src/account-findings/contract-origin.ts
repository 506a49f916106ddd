import { z } from 'zod';
import type { AccountFinding } from './finding.ts';
import { defineFindingRule } from './finding-rule.ts';

/**
 * Who made a contract: the account whose transaction created it, or the contract (a factory) that was called and created it
 * inside. A fact of the transaction, where it is indexed.
 */
export const contractOrigin = defineFindingRule({
  id: 'contract-origin',
  version: 1,
  title: 'Origin of a contract',
  params: z.object({}),
  async find({ reader, address, signal }, { totals }): Promise<AccountFinding | undefined> {
    if (totals.createdAt === undefined) return undefined;
    const [record] = await reader.transactions([totals.createdAt], { signal });
    if (!record) return undefined;
    const isDirect = record.created === address || record.to === '';
    return {
      rule: `${this.id}/${this.version}`,
      title: isDirect ? 'Contract, deployed by an account' : 'Contract, made by another contract',
      sentence: isDirect
        ? 'This account deployed the contract in a transaction of its own.'
        : 'A call of this contract created it: factories make one for each customer, pair or wallet. Who asked for it is the sender of that transaction.',
      confidence: 'high',
      subject: isDirect ? record.from : record.to,
      evidence: [record.hash],
      figures: {},
    };
  },
});
