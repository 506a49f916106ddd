import { formatAssetId, parseAssetId } from '@trailmark/core/asset';
import { positionHeight } from '@trailmark/core/position';
import type { Limits } from '../../http/limits.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { openAccountExport } from '../../ledger/accounts/account-export.ts';
import { contractsOf, openView } from '../../ledger/accounts/account-view.ts';
import { exactUntil } from '../../ledger/accounts/balance.ts';
import { knowsGenesis, toAccountEnvelope } from '../../ledger/accounts/holdings.ts';
import { readAccountTransaction } from '../../ledger/accounts/transaction-detail.ts';
import { toAddressFile } from '../../ledger/address-export.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { createAccountAddressGroup } from './account-address-group.ts';
import { createAccountBlockGroup } from './account-block-group.ts';
import type { LedgerGroup } from './ledger-group.ts';

const ANY_CURRENCY = 'USD';

/** How account chains answer. */
export function createAccountGroup(ledgers: Ledgers, limits: Limits, knowledge: Knowledge): LedgerGroup<'accounts'> {
  return {
    ...createAccountAddressGroup(ledgers, limits, knowledge),
    ...createAccountBlockGroup(knowledge),
    counted: 'moves',
    toSumsEnvelope: toAccountEnvelope,
    toCounterparty: ({ count }) => ({ moves: count }),
    readAsset: ({ id }, { asset }) => (asset === undefined ? undefined : formatAssetId(id, parseAssetId(id, asset))),

    getTransaction: (ledger, { params: { txid }, query: { currency } }, read) =>
      readAccountTransaction(ledger, knowledge, { hash: txid, currency }, read),

    async openExport(ledger, { params, query }, read) {
      const { exportPage } = limits;
      return toAddressFile(
        ledger,
        query,
        await openAccountExport(ledger, knowledge, params.address, query, exportPage, read),
      );
    },

    async openView(ledger, assets, read) {
      const contracts = contractsOf(assets.map((asset) => parseAssetId(ledger.id, asset)));
      const view = await openView(ledger, knowledge, { contracts, currency: ANY_CURRENCY }, read);
      return { refer: (asset) => view.assets.refer(parseAssetId(ledger.id, asset)), moment: view.moment };
    },

    async readActivity(ledger, address, id, read) {
      const { reader } = ledger;
      const asset = parseAssetId(ledger.id, id);
      const asked = { contracts: contractsOf([asset]), currency: ANY_CURRENCY, withBalances: true };
      const [{ assets }, sums, fetched, hasGenesis] = await Promise.all([
        openView(ledger, knowledge, asked, read),
        reader.totals([address], read),
        reader.addressCoverage(address, read),
        knowsGenesis(ledger, read),
      ]);
      const totals = sums.get(address);
      // Balances must be exact up to the last use of the address for a chart of them.
      const last = totals ? positionHeight(totals.lastPosition) : (reader.tip()?.height ?? 0);
      const exact = exactUntil({ ledger, key: address, assets, knowsGenesis: hasGenesis, fetched }, asset, last);
      const isExact = !('reason' in exact);
      return {
        asset: assets.refer(asset),
        span: totals,
        exactUntil: isExact ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
      };
    },
  };
}
