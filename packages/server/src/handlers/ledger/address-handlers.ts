import type { OutputAddress } from '@trailmark/api/contract/address';
import type { Gap } from '@trailmark/api/wire';
import { listAddressForms } from '@trailmark/chains/utxo/address';
import { ownerScript } from '@trailmark/chains/utxo/script';
import type { OwnerTotals } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import type { UnconfirmedTransaction } from '@trailmark/core/unconfirmed';
import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import { formatPlural } from '../../answers/format-count.ts';
import { readAddressKnowledge } from '../../attribution/address-knowledge.ts';
import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import type { Limits } from '../../http/limits.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { createPricer } from '../../knowledge/prices/pricer.ts';
import { spanOf, toEnvelope } from '../../ledger/answer.ts';
import { toCoinBalance } from '../../ledger/coin.ts';
import type { Ledgers, ServedOutputs } from '../../ledger/ledgers.ts';
import { toFetched } from '../../ledger/outputs/fetched-view.ts';
import { readHistoryPage } from '../../ledger/outputs/history.ts';
import { toEntry } from '../../ledger/outputs/history-row.ts';
import { filterKey, type NamedOwner, readHistoryFilter, readOwner } from '../../ledger/outputs/owner-input.ts';
import { scriptHashOf } from '../../ledger/outputs/script-hash.ts';
import { toAddressTotals } from '../../ledger/outputs/totals.ts';
import { listUnconfirmedRows } from '../../ledger/outputs/unconfirmed-rows.ts';
import { readUtxoPage } from '../../ledger/outputs/utxo-page.ts';

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
    const message = `${subject} of this address that this index does not hold.`;
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
      const key = listKey(['utxos', ledger.id, self.id]);
      const pricer = createPricer(knowledge.prices(), ledger.chain, query.currency);
      return readUtxoPage(ledger, self, { key, cursor: query.cursor, limit: query.limit, read, pricer });
    },
  };
}

/** Answers about one address: summary and history. */
export function createAddressHandlers(
  ledgers: Ledgers,
  limits: Limits,
  knowledge: Knowledge,
): Pick<LedgerAnswers<'outputs'>, 'getAddress' | 'listAddressTransactions'> {
  return {
    async getAddress({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const self = readOwner(ledger, params.address);
      const [found, fetched] = await Promise.all([
        ledger.reader.totals([self.owner], read),
        ledger.reader.fetched(self.owner, read),
      ]);
      const totals = found.get(self.id);
      const script = ownerScript(self.owner);
      const pricer = createPricer(knowledge.prices(), ledger.chain, query.currency);
      const sums = toAddressTotals(ledger.reader, totals, { owner: self.owner, fetched });
      return {
        ...toAddressEnvelope(ledger, totals),
        chain: ledger.id,
        address: self.address,
        aliases: toAliases(ledger, self, totals),
        scriptType: self.owner.type,
        scriptHash: script ? scriptHashOf(script) : null,
        status: totals ? 'seen' : 'not-seen',
        totals: sums,
        unconfirmed: ledger.overlay ? sumUnconfirmed(ledger.overlay.byOwner(self.id), self) : null,
        fetched: fetched.map(toFetched),
        coin: totals ? toCoinBalance(ledger, sums, pricer) : null,
        prices: { version: pricer.version },
        balanceFiat: totals && sums.balance !== null ? pricer.lastValue(sums.balance) : null,
        isHot: (totals?.transactionCount ?? 0) > limits.hotTransactionCount,
        ...readAddressKnowledge(ledger, knowledge, self),
      };
    },

    async listAddressTransactions({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const self = readOwner(ledger, params.address);
      const filter = readHistoryFilter(ledger, query);
      const key = listKey(['history', ledger.id, self.id, filterKey(filter)]);
      const after = decodeCursor(key, query.cursor, 1)?.[0];
      const pricer = createPricer(knowledge.prices(), ledger.chain, query.currency);
      const page = await readHistoryPage(ledger, { self, filter, after, limit: query.limit, pricer }, read);
      const isFirst = after === undefined && filter.order === 'newest';
      const unconfirmed = isFirst ? listUnconfirmedRows(ledger, self, filter) : [];
      return {
        ...toEnvelope(ledger, page.gaps, spanOf(page.rows)),
        prices: { version: pricer.version },
        items: [...unconfirmed, ...page.rows],
        next: page.next === undefined ? null : encodeCursor(key, [page.next]),
      };
    },
  };
}
