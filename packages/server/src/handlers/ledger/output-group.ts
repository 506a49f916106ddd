import { decodeHex } from '@trailmark/core/hex';
import type { AssetBalance } from '@trailmark/core/ledger';
import { decodeOwner } from '@trailmark/core/owner';
import { positionHeight } from '@trailmark/core/position';
import type { Limits } from '../../http/limits.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { toAddressFile } from '../../ledger/address-export.ts';
import { getHoldings, toEnvelope } from '../../ledger/answer.ts';
import { coinOf, refuseForeignFilter } from '../../ledger/coin.ts';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import { openOutputExport } from '../../ledger/outputs/output-export.ts';
import type { LedgerGroup } from './ledger-group.ts';
import { createOutputAddressGroup } from './output-address-group.ts';
import { createOutputBlockGroup } from './output-block-group.ts';
import { createOutputLinkGroup } from './output-link-group.ts';
import { createOutputTransferGroup } from './output-transfer-group.ts';
import { createOutputTransactionGroup } from './transaction-handlers.ts';

/** Block times are not in block order: a later block may be stamped up to two hours before an earlier one. */
const TIME_DISORDER = 2 * 3_600;

/** Time up to which balances are exact: everything, or up to the end of the gapless run. */
function exactUntil({ reader }: ServedOutputs, sums: AssetBalance | undefined): number {
  const { runEnd } = getHoldings(reader);
  if (runEnd === undefined) return Number.NEGATIVE_INFINITY;
  if (!sums || (positionHeight(sums.lastPosition) <= runEnd && sums.unfundedSpends === 0))
    return Number.POSITIVE_INFINITY;
  return (reader.block(runEnd)?.time ?? 0) - TIME_DISORDER;
}

/** How chains of outputs answer. */
export function createOutputGroup(limits: Limits, knowledge: Knowledge): LedgerGroup<'outputs'> {
  return {
    ...createOutputAddressGroup(limits, knowledge),
    ...createOutputBlockGroup(knowledge),
    ...createOutputLinkGroup(),
    ...createOutputTransactionGroup(knowledge),
    ...createOutputTransferGroup(knowledge),
    counted: 'transactions',
    // Sums may miss what any gap hides.
    toSumsEnvelope: (ledger, own) => toEnvelope(ledger, own),

    toCounterparty({ address, count: transactionCount }) {
      const owner = decodeOwner(decodeHex(address));
      return owner ? { scriptType: owner.type, transactionCount } : { transactionCount };
    },

    readAsset(ledger, query) {
      refuseForeignFilter(ledger, query);
      return query.asset;
    },

    openExport: async (ledger, { params, query }) =>
      toAddressFile(ledger, query, openOutputExport(ledger, knowledge, params.address, query, limits.exportPage)),

    openView: async (ledger) => ({
      refer: () => coinOf(ledger),
      moment(height) {
        const { time = 0, timeEstimated = false } = ledger.reader.block(height) ?? {};
        return { time, timeEstimated };
      },
    }),

    async readActivity(ledger, address, _asset, read) {
      const sums = (await ledger.transfers.coinBalances([address], read)).get(address);
      return { asset: coinOf(ledger), span: sums, exactUntil: exactUntil(ledger, sums) };
    },
  };
}
