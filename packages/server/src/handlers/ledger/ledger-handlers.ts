import type { ChainId } from '@trailmark/core/chain';
import { coinOf } from '@trailmark/core/ledger';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { EXPORT_FORMATS } from '../../answers/export-rows.ts';
import { answerPage, type PagedList, type PageQuery, placeAfter } from '../../answers/paged-list.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Limits } from '../../http/limits.ts';
import type { Handlers } from '../../http/mount.ts';
import { type RequestScope, runScoped } from '../../http/request-scope.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { readStatedBalances } from '../../ledger/accounts/stated-balances.ts';
import { spanOfSums } from '../../ledger/accounts/sum-span.ts';
import { choosePeriod, endOfPeriod, PERIOD_SECONDS } from '../../ledger/activity-period.ts';
import { formatAddress, readAddress } from '../../ledger/any-chain.ts';
import type { LedgerFamily, Ledgers, ServedLedger } from '../../ledger/ledgers.ts';
import { createAccountGroup } from './account-group.ts';
import type { Answer, Input, LedgerGroup, Page, Row } from './ledger-group.ts';
import { createOutputGroup } from './output-group.ts';

/** A requested chain, with the answers of its family. */
interface Asked {
  readonly ledger: ServedLedger;
  readonly group: LedgerGroup<LedgerFamily>;
}

/** What an address has of each asset. */
function listAssets(
  { ledger, group }: Asked,
  input: Input<'listAddressAssets'>,
): PagedList<Page<'listAddressAssets', LedgerFamily>> {
  const self = readAddress(ledger, input.params.address);
  return {
    key: ['assets', ledger.id, self.key],
    placeLength: 1,
    async readPage([offset = 0] = [], limit, read) {
      const { items: sums, total } = await ledger.transfers.balances(self.key, { offset, limit }, read);
      const { gaps, ...rows } = await group.readAssets(ledger, self, sums, input.query.currency, read);
      const page = { ...group.toSumsEnvelope(ledger, gaps, spanOfSums(sums)), ...rows, total };
      return { page: page as Page<'listAddressAssets', LedgerFamily>, next: placeAfter(offset, sums.length, total) };
    },
  };
}

/** Who an address deals with. */
function listCounterparties(
  { ledger, group }: Asked,
  { params, query }: Input<'listAddressCounterparties'>,
): PagedList<Page<'listAddressCounterparties', LedgerFamily>> {
  const self = readAddress(ledger, params.address);
  const asset = group.readAsset(ledger, query);
  const { sort } = query;
  return {
    key: ['counterparties', ledger.id, self.key, asset ?? null, sort],
    placeLength: 1,
    async readPage([offset = 0] = [], limit, read) {
      const asked = { asset, sort, offset, limit };
      const { items: sums, total } = await ledger.transfers.counterparties(self.key, asked, read);
      const assets = sums.map((sum) => sum.asset);
      const view = await group.openView(ledger, assets, read);
      const items = sums.map((sum) => {
        const { address, sentTo, receivedFrom, count } = sum;
        const [firstHeight, lastHeight] = [positionHeight(sum.firstPosition), positionHeight(sum.lastPosition)];
        const [first, last] = [view.moment(firstHeight), view.moment(lastHeight)];
        return {
          address: address === '' ? '' : formatAddress(ledger, address),
          asset: view.refer(sum.asset),
          ...{ sentTo, receivedFrom, count, firstHeight, lastHeight },
          firstTime: first.time,
          firstTimeEstimated: first.timeEstimated,
          lastTime: last.time,
          lastTimeEstimated: last.timeEstimated,
          ...group.toCounterparty(sum),
        };
      });
      const page = { ...group.toSumsEnvelope(ledger, [], spanOfSums(sums)), items, total };
      return {
        page: page as unknown as Page<'listAddressCounterparties', LedgerFamily>,
        next: placeAfter(offset, sums.length, total),
      };
    },
  };
}

/** Volumes of one asset over time, its balance where that follows, and activity by hour of the week. */
async function readActivity(
  { ledger, group }: Asked,
  { params, query }: Input<'getAddressActivity'>,
  read: ReadOptions,
): Promise<Answer<'getAddressActivity', LedgerFamily>> {
  const { key } = readAddress(ledger, params.address);
  const id = group.readAsset(ledger, query) ?? coinOf(ledger.id);
  const { asset, span, exactUntil } = await group.readActivity(ledger, key, id, read);
  const timeAt = (position: number): number => ledger.reader.block(positionHeight(position))?.time ?? 0;
  const seconds = span ? timeAt(span.lastPosition) - timeAt(span.firstPosition) : 0;
  const period = query.period === 'auto' ? choosePeriod(seconds) : query.period;
  const length = period === 'month' ? period : PERIOD_SECONDS[period];
  const { points, weekdayHours } = await ledger.transfers.activity(key, id, length, read);
  let sum = 0n;
  const withBalances = points.map((point) => {
    sum += point.received - point.sent;
    const balance = endOfPeriod(point.time, period) <= exactUntil && sum >= 0n ? sum : null;
    return { ...point, [group.counted]: point.count, balance };
  });
  const envelope = group.toSumsEnvelope(ledger, [], spanOfSums(span ? [span] : []));
  const answer = { ...envelope, asset, period, points: withBalances, weekdayHours };
  return answer as unknown as Answer<'getAddressActivity', LedgerFamily>;
}

/** Indexed blocks, highest first. */
function listBlocks(
  { ledger, group }: Asked,
  { before, limit }: Input<'listBlocks'>['query'],
): Answer<'listBlocks', LedgerFamily> {
  const found = ledger.reader.blocksBefore(before, limit + 1);
  const shown = found.slice(0, limit);
  const [first, last] = [shown[0], shown.at(-1)];
  const span = first && last && { from: last.height, to: first.height };
  const items: Row<'listBlocks', LedgerFamily>[] = shown.map((block) => group.toBlock(ledger, block));
  const next = found.length > limit ? (last?.height ?? null) : null;
  return { ...group.toSumsEnvelope(ledger, [], span), items, next } as Answer<'listBlocks', LedgerFamily>;
}

type Question =
  | 'exportAddress'
  | 'getAddress'
  | 'getAddressActivity'
  | 'getBlock'
  | 'getTransaction'
  | 'listAddressAssets'
  | 'listAddressCounterparties'
  | 'listAddressLinks'
  | 'listAddressTransactions'
  | 'listAddressTransfers'
  | 'listBlocks'
  | 'listStatedBalances'
  | 'listBlockTransactions';

interface OnChain {
  readonly params: { readonly chain: ChainId };
}

/** The requests that every chain answers. A chain is resolved once, with how its family answers: nothing after that checks the family. */
export function createLedgerHandlers(ledgers: Ledgers, limits: Limits, knowledge: Knowledge): Pick<Handlers, Question> {
  const groups: { readonly [F in LedgerFamily]: LedgerGroup<F> } = {
    outputs: createOutputGroup(limits, knowledge),
    accounts: createAccountGroup(ledgers, limits, knowledge),
  };
  /** Throws `not-found` where the server has nothing of the chain. */
  const ask =
    <I extends OnChain, A>(answer: (asked: Asked, input: I, read: ReadOptions) => A | Promise<A>) =>
    async (input: I, { read }: RequestScope): Promise<A> => {
      const ledger = ledgers.get<ChainId>(input.params.chain);
      return answer({ ledger, group: groups[ledger.family] as unknown as LedgerGroup<LedgerFamily> }, input, read);
    };
  const page = <I extends OnChain & { readonly query: PageQuery }, P>(open: (asked: Asked, input: I) => PagedList<P>) =>
    ask((asked, input: I, read) => answerPage(open(asked, input), input.query, read));
  return {
    getAddress: ask(({ ledger, group }, input, read) => group.getAddress(ledger, input, read)),
    getBlock: ask(({ ledger, group }, input, read) => group.getBlock(ledger, input, read)),
    getTransaction: ask(({ ledger, group }, input, read) => group.getTransaction(ledger, input, read)),
    getAddressActivity: ask(readActivity),
    listBlocks: ask((asked, { query }) => listBlocks(asked, query)),
    listAddressAssets: page(listAssets),
    listStatedBalances: (input, { read }) => readStatedBalances({ ledgers, knowledge }, input, read),
    listAddressCounterparties: page(listCounterparties),
    listAddressLinks: page(({ ledger, group }, input) => group.listAddressLinks(ledger, input)),
    listAddressTransactions: page(({ ledger, group }, input) => group.listAddressTransactions(ledger, input)),
    listAddressTransfers: page(({ ledger, group }, input) => group.listAddressTransfers(ledger, input)),
    listBlockTransactions: page(({ ledger, group }, input) => group.listBlockTransactions(ledger, input)),
    exportAddress: ask(async ({ ledger, group }, input, read) => {
      const { address, open } = await group.openExport(ledger, input, read);
      const { format } = input.query;
      const leaving = new AbortController();
      const name = `${ledger.id}-${address.replace(/[^A-Za-z0-9]/g, '-')}.${format}`;
      const chunks = open((work) => runScoped(leaving.signal, limits.deadlineMs, (scope) => work(scope.read)));
      const { mediaType } = EXPORT_FORMATS[format];
      return new FileStream({ name, mediaType, chunks, onCancel: () => leaving.abort() });
    }),
  };
}
