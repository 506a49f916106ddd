import type { OutputAddress } from '@trailmark/api/contract/address';
import type { Gap } from '@trailmark/api/wire';
import { listAddressForms } from '@trailmark/chains/utxo/address';
import { ownerScript } from '@trailmark/chains/utxo/script';
import type { OwnerTotals } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import type { UnconfirmedTransaction } from '@trailmark/core/unconfirmed';
import { formatPlural } from '../../answers/format-count.ts';
import { answerPage } from '../../answers/paged-list.ts';
import { readAddressKnowledge } from '../../attribution/address-knowledge.ts';
import type { Limits } from '../../http/limits.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { createPricer } from '../../knowledge/prices/pricer.ts';
import { spanOf, toEnvelope, toFetchedAsOf } from '../../ledger/answer.ts';
import { toCoinBalance } from '../../ledger/coin.ts';
import type { Ledgers, ServedOutputs } from '../../ledger/ledgers.ts';
import { toFetched } from '../../ledger/outputs/fetched-view.ts';
import { readHistoryPage } from '../../ledger/outputs/history.ts';
import { toEntry } from '../../ledger/outputs/history-row.ts';
import { filterKey, type NamedOwner, readHistoryFilter, readOwner } from '../../ledger/outputs/owner-input.ts';
import { scriptHashOf } from '../../ledger/outputs/script-hash.ts';
import { toAddressTotals, toIndexedBalance } from '../../ledger/outputs/totals.ts';
import { listUnconfirmedRows } from '../../ledger/outputs/unconfirmed-rows.ts';
import { listUtxos } from '../../ledger/outputs/utxo-page.ts';
import type { LedgerGroup } from './ledger-group.ts';

function toAliases(
  ledger: ServedOutputs,
  { owner, address }: NamedOwner,
  totals: OwnerTotals | undefined,
): OutputAddress['aliases'] {
  const others = listAddressForms(ledger.chain, owner).filter((form) => form !== address);
  const aliases = others.map((text) => ({ form: text.includes(':') ? 'cash address' : 'other spelling', text }));
  if (totals?.hasP2pk) aliases.push({ form: 'p2pk', text: 'Some outputs pay the bare public key of this address.' });
  return aliases;
}

const NOTHING = { from: 1, to: 0 };

/** As-of and coverage as they bear on one address: gaps inside its span say so, missing funding is counted. */
function toAddressEnvelope(ledger: ServedOutputs, totals: OwnerTotals | undefined): ReturnType<typeof toEnvelope> {
  if (totals?.firstPosition === undefined || totals.lastPosition === undefined) return toEnvelope(ledger, [], NOTHING);
  const [first, last] = [positionHeight(totals.firstPosition), positionHeight(totals.lastPosition)];
  const { coverage, ...rest } = toEnvelope(ledger, [], { from: first, to: last });
  const isInside = ({ kind, fromHeight, toHeight }: Gap): boolean =>
    kind === 'heights-missing' && (fromHeight ?? 0) > first && (toHeight ?? 0) < last;
  const inside = coverage.gaps.filter(isInside);
  const own = inside.map((gap) => ({
    ...gap,
    message: `${gap.message} They lie between the first and the last use seen of this address.`,
  }));
  if (totals.unfundedSpends > 0) {
    const subject = formatPlural(totals.unfundedSpends, 'input spends an output', 'inputs spend outputs');
    const message = `${subject} of this address outside this index.`;
    own.push({
      kind: 'previous-output-unknown',
      message,
      fromHeight: null,
      toHeight: null,
      count: totals.unfundedSpends,
    });
  }
  const others = coverage.gaps.filter((gap) => !inside.includes(gap));
  return { ...rest, coverage: { ...coverage, gaps: [...own, ...others] } };
}

function sumUnconfirmed(list: readonly UnconfirmedTransaction[], self: NamedOwner): OutputAddress['unconfirmed'] {
  const entries = list.map(({ record }) => toEntry(record, self.owner));
  return {
    transactionCount: entries.length,
    received: entries.reduce((sum, entry) => sum + entry.received, 0n),
    sent: entries.reduce((sum, entry) => sum + entry.sent, 0n),
  };
}

/** Unspent outputs, which only chains of outputs have. */
export function createUtxoHandlers(ledgers: Ledgers, knowledge: Knowledge): Pick<Handlers, 'listAddressUtxos'> {
  return {
    async listAddressUtxos({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const self = readOwner(ledger, params.address);
      const pricer = createPricer(knowledge.prices(), ledger.chain, query.currency);
      return answerPage(listUtxos(ledger, self, pricer), query, read);
    },
  };
}

/** Answers about one address: summary, history and what it has of the coin. */
export function createOutputAddressGroup(
  limits: Limits,
  knowledge: Knowledge,
): Pick<LedgerGroup<'outputs'>, 'getAddress' | 'listAddressTransactions' | 'readAssets'> {
  return {
    async getAddress(ledger, { params, query }, read) {
      const self = readOwner(ledger, params.address);
      const [found, fetched] = await Promise.all([
        ledger.reader.totals([self.owner], read),
        ledger.reader.fetched(self.owner, read),
      ]);
      const totals = found.get(self.id);
      const script = ownerScript(self.owner);
      const pricer = createPricer(knowledge.prices(), ledger.chain, query.currency);
      const sums = toAddressTotals(ledger.reader, totals, { owner: self.owner, fetched });
      const envelope = toAddressEnvelope(ledger, totals);
      const balanceFiat = sums.balance === null ? null : pricer.lastValue(sums.balance);
      return {
        ...envelope,
        asOf: { ...envelope.asOf, fetched: toFetchedAsOf(fetched) },
        chain: ledger.id,
        address: self.address,
        aliases: toAliases(ledger, self, totals),
        scriptType: self.owner.type,
        scriptHash: script ? scriptHashOf(script) : null,
        status: totals ? 'seen' : 'not-seen',
        totals: sums,
        unconfirmed: ledger.overlay ? sumUnconfirmed(ledger.overlay.byOwner(self.id), self) : null,
        fetched: fetched.map(toFetched),
        coin: totals ? toCoinBalance(ledger, { ...sums, moves: sums.receiveCount + sums.spendCount }, pricer) : null,
        prices: { version: pricer.version },
        balanceFiat: totals ? balanceFiat : null,
        isHot: (totals?.transactionCount ?? 0) > limits.hotTransactionCount,
        ...readAddressKnowledge(ledger, knowledge, self),
      };
    },

    listAddressTransactions(ledger, { params, query }) {
      const self = readOwner(ledger, params.address);
      const filter = readHistoryFilter(ledger, query);
      return {
        key: ['history', ledger.id, self.id, filterKey(filter)],
        placeLength: 1,
        async readPage(place, limit, read) {
          const after = place?.[0];
          const pricer = createPricer(knowledge.prices(), ledger.chain, query.currency);
          const { rows, next, gaps } = await readHistoryPage(ledger, { self, filter, after, limit, pricer }, read);
          const isFirst = after === undefined && filter.order === 'newest';
          const unconfirmed = isFirst ? listUnconfirmedRows(ledger, self, filter) : [];
          return {
            page: {
              ...toEnvelope(ledger, gaps, spanOf(rows)),
              prices: { version: pricer.version },
              items: [...unconfirmed, ...rows],
            },
            next: next === undefined ? undefined : [next],
          };
        },
      };
    },

    async readAssets(ledger, { key, address }, sums, currency, read) {
      const { owner } = readOwner(ledger, address);
      const fetched = await ledger.transfers.fetched(key, read);
      const pricer = createPricer(knowledge.prices(), ledger.chain, currency);
      const items = sums.flatMap((sum) => {
        const { firstPosition, lastPosition, count: moves } = sum;
        const [firstHeight, lastHeight] = [positionHeight(firstPosition), positionHeight(lastPosition)];
        const balance = toIndexedBalance(ledger.reader, sum, { owner, fetched });
        return toCoinBalance(ledger, { ...sum, ...balance, moves, firstHeight, lastHeight }, pricer) ?? [];
      });
      return { gaps: [], prices: { version: pricer.version }, items };
    },
  };
}
