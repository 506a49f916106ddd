import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { StatementAnswer, StatementLineAnswer } from '@trailmark/api/contract/statement';
import { chainName } from '@trailmark/chains/account-catalogue';
import { LINE_TYPES, priceDayOf } from '@trailmark/core/statement/statement';
import { type FormEvent, type ReactNode, useMemo } from 'react';
import type { Answer } from '../../api.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { ANY_OPTION, FilterPick } from '../../components/form/filter-pick.tsx';
import { Hash, LookAlikeScope } from '../../components/hash.tsx';
import { Missing } from '../../components/missing.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { TableFoot } from '../../components/table-foot.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatFiat, formatPrice } from '../../format/fiat.ts';
import { formatCount } from '../../format/number.ts';
import { addressSearchUrl, transactionUrl } from '../../url.ts';
import { LINES_A_PAGE, type LineFilter, linesQuery } from './queries.ts';
import { type StatementSearch, statementUrl } from './search.ts';
import { type Asset, AssetAmount, assetWords } from './statement-asset.tsx';
import { TYPE_WORDS } from './statement-words.ts';

type Line = StatementLineAnswer;
type Rate = Answer<'listStatementLines'>['rates'][number];
type AssetOf = (id: string) => Asset;

/** Types that a line can have: nothing is named a reward any more. */
const USED_TYPES = LINE_TYPES.filter((type) => type !== 'reward');

function Counterparty({ line }: { readonly line: Line }) {
  const { parties, partyCount, type, chain, note } = line;
  const [party] = parties;
  return (
    <span className="ws-party">
      {type === 'own-transfer' && <b>Own set</b>}
      {type === 'joint' && partyCount === 0 && <span className="tm-t2">paid together with others</span>}
      {type === 'mining' && <span className="tm-t2">the block</span>}
      {partyCount === 0 && (type === 'deposit' || type === 'withdrawal') && (
        <Missing reason="The index does not have who paid." />
      )}
      {party && partyCount === 1 && (
        <>
          <Hash value={party.address} kind="address" href={addressSearchUrl({ chain, address: party.address })} />
          {party.label !== undefined && (
            <span className="tm-sm">
              <EvidenceMark kind="claim" /> <bdi>{party.label.slice(0, 60)}</bdi>
            </span>
          )}
        </>
      )}
      {partyCount > 1 && <span className="tm-t2">{formatCount(partyCount)} addresses together</span>}
      {note !== undefined && <small className="tm-t3">{note.slice(0, 120)}</small>}
    </span>
  );
}

/** The close that a line's amount of an asset was valued with. */
type RateOf = (line: Line, asset: string) => Rate | undefined;

function Value({ line, rateOf }: { readonly line: Line; readonly rateOf: RateOf }) {
  const { legs } = line;
  if (legs.length === 0) return <span className="tm-t3">–</span>;
  // Both sides of a swap are worth the same: one of them is shown.
  const [first] = legs.toSorted((a, b) => Number(a.value === undefined) - Number(b.value === undefined));
  if (first?.value === undefined) return <Missing reason="There is no price of this day.">no price</Missing>;
  const rate = rateOf(line, first.asset);
  return (
    <span className="ws-legs">
      <span className="tm-fiat">{formatFiat(first.value < 0n ? -first.value : first.value)}</span>
      {rate && (
        <small className="tm-t3" title={`Close of ${rate.day} UTC, ${rate.source}`}>
          at {formatPrice(rate.nano)}
        </small>
      )}
    </span>
  );
}

function list(children: readonly { readonly key: string; readonly cell: ReactNode }[]) {
  return (
    <span className="ws-legs">
      {children.map(({ key, cell }) => (
        <span key={key}>{cell}</span>
      ))}
    </span>
  );
}

/** Where what left over a bridge arrived. */
function Arrival({ arrival: { chain, height, time, txid } }: { readonly arrival: NonNullable<Line['arrival']> }) {
  return (
    <small className="tm-t2">
      arrived <Time seconds={time} /> on {chainName(chain)}{' '}
      {txid === undefined ? (
        `in block ${formatCount(height)}`
      ) : (
        <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid)} />
      )}
    </small>
  );
}

function createNameColumns(): readonly DataColumn<Line>[] {
  return [
    {
      id: 'no',
      header: 'No.',
      align: 'right',
      isMinor: true,
      cell: ({ no }) => <span className="tm-t3">{formatCount(no)}</span>,
    },
    { id: 'time', header: <ZoneSwitch />, narrow: 'bottom-left', cell: ({ time }) => <Time seconds={time} /> },
    {
      id: 'type',
      header: 'Type',
      narrow: 'top-left',
      cell: ({ type, basis, rule }) => (
        <span className="tm-nw" title={rule}>
          <EvidenceMark kind={basis} /> {TYPE_WORDS[type]}
        </span>
      ),
    },
    {
      id: 'transaction',
      header: 'Transaction',
      isMinor: true,
      cell: ({ txid, chain, part, parts, arrival }) =>
        txid === undefined ? (
          <span className="tm-t3">the block itself</span>
        ) : (
          <span className={arrival ? 'ws-party' : 'tm-nw'}>
            <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid)} />
            {parts > 1 && (
              <small className="tm-t3">
                {' '}
                {part + 1} of {parts}
              </small>
            )}
            {arrival && <Arrival arrival={arrival} />}
          </span>
        ),
    },
    { id: 'party', header: 'Counterparty', cell: (line) => <Counterparty line={line} /> },
  ];
}

interface AmountContext {
  readonly assetOf: AssetOf;
  readonly rateOf: RateOf;
  readonly currency: string;
}

function createAmountColumns({ assetOf, rateOf, currency }: AmountContext): readonly DataColumn<Line>[] {
  return [
    {
      id: 'amount',
      header: 'Amount',
      align: 'right',
      narrow: 'top-right',
      cell: ({ legs }) =>
        legs.length === 0 ? (
          <span className="tm-t3">–</span>
        ) : (
          list(
            legs.map(({ asset, amount, tokenId }, i) => ({
              key: `${asset} ${i}`,
              cell: (
                <>
                  <AssetAmount asset={assetOf(asset)} units={amount} signed withName />
                  {tokenId !== undefined && <small className="tm-t3"> no. {String(tokenId).slice(0, 24)}</small>}
                </>
              ),
            })),
          )
        ),
    },
    {
      id: 'fee',
      header: 'Fee',
      align: 'right',
      isMinor: true,
      cell: ({ fee }) =>
        fee === undefined ? (
          <span className="tm-t3">–</span>
        ) : (
          <span className="tm-sm">
            <AssetAmount asset={assetOf(fee.asset)} units={fee.amount} withName />
          </span>
        ),
    },
    {
      id: 'value',
      header: `${currency} then`,
      align: 'right',
      isMinor: true,
      cell: (line) => <Value line={line} rateOf={rateOf} />,
    },
    {
      id: 'balance',
      header: 'Balance after',
      align: 'right',
      narrow: 'bottom-right',
      cell: ({ balances }) =>
        balances.length === 0 ? (
          <span className="tm-t3">–</span>
        ) : (
          list(
            balances.map(({ asset, amount }) => ({
              key: asset,
              cell: <AssetAmount asset={assetOf(asset)} units={amount} withName />,
            })),
          )
        ),
    },
  ];
}

/** Who stated the prices of the lines that are shown. */
function RateSources({ rates }: { readonly rates: readonly Rate[] }) {
  const sources = [...new Set(rates.map(({ source }) => source))].sort();
  if (sources.length === 0) return null;
  return (
    <p className="tm-t3 tm-sm">
      Prices are closes of UTC days. {sources.length === 1 ? 'Source' : 'Sources'}: <bdi>{sources.join('; ')}</bdi>.
    </p>
  );
}

export interface LinesProps {
  readonly answer: StatementAnswer;
  readonly search: StatementSearch;
  /** Only lines with an amount that has no price. */
  readonly unpriced?: boolean;
}

function Filters({ answer, search }: LinesProps) {
  const router = useRouter();
  const go = (more: Partial<Record<keyof StatementSearch, string | undefined>>) =>
    void router.navigate({ href: statementUrl({ ...search, ...(more as StatementSearch) }), resetScroll: false });
  const assets = answer.balances.filter(({ lineCount, isSpam }) => lineCount > 0 && !isSpam);
  const onWords = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = new FormData(event.currentTarget).get('words');
    go({ words: typeof words === 'string' && words.trim() !== '' ? words.trim() : undefined });
  };
  return (
    <div className="tm-row tm-wrap ws-filters">
      <FilterPick
        label="Asset"
        value={search.asset}
        options={[ANY_OPTION, ...assets.map(({ asset }) => [asset.id, assetWords(asset)] as const)]}
        onPick={(asset) => go({ asset })}
      />
      <FilterPick
        label="Type"
        value={search.type}
        options={[ANY_OPTION, ...USED_TYPES.map((type) => [type, TYPE_WORDS[type]] as const)]}
        onPick={(type) => go({ type })}
      />
      <FilterPick
        label="Direction"
        value={search.direction}
        options={[ANY_OPTION, ['in', 'In'], ['out', 'Out']]}
        onPick={(direction) => go({ direction })}
      />
      <form onSubmit={onWords}>
        <input
          key={search.words ?? ''}
          className="tm-field"
          name="words"
          aria-label="Part of an address, a label or a transaction id"
          placeholder="Address, label, transaction"
          defaultValue={search.words ?? ''}
          maxLength={200}
        />
      </form>
    </div>
  );
}

/** The gap row is at its date, before the first line that it makes unknown. */
function useGapRows(answer: StatementAnswer) {
  return useMemo(() => {
    const rows = new Map<number, string[]>();
    for (const { asset, gaps, isSpam } of answer.balances)
      for (const { beforeLine, reason } of isSpam ? [] : gaps.slice(0, 1)) {
        if (beforeLine === undefined) continue;
        rows.set(beforeLine, [
          ...(rows.get(beforeLine) ?? []),
          `From this line on, the history of ${assetWords(asset)} is incomplete. ${reason}`,
        ]);
      }
    return rows;
  }, [answer]);
}

/** The lines in order, oldest first, each with the balances after it. */
export function StatementLines({ answer, search, unpriced = false }: LinesProps) {
  const { type, direction, asset, words } = search;
  const filter: LineFilter = { type, direction, asset, words, ...(unpriced ? { unpriced } : {}) };
  const query = useInfiniteQuery(linesQuery(answer.request, answer.hash, filter));
  const gaps = useGapRows(answer);
  const rates = useMemo(() => query.data?.pages.flatMap((page) => page.rates) ?? [], [query.data]);
  const columns = useMemo(() => {
    const { currency, priceRule } = answer.request;
    const known = new Map(rates.map((rate) => [`${rate.asset} ${rate.day}`, rate]));
    const rateOf: RateOf = ({ time }, asset) => known.get(`${asset} ${priceDayOf(time, priceRule)}`);
    const assets = new Map(answer.balances.map((row) => [row.asset.id, row.asset]));
    const unnamed = (id: string): Asset => ({ id, symbol: id, decimals: 0, isUnverified: true });
    const assetOf = (id: string) => assets.get(id) ?? unnamed(id);
    return [...createNameColumns(), ...createAmountColumns({ assetOf, rateOf, currency })];
  }, [answer, rates]);
  const rows = query.data?.pages.flatMap(({ lines }) => lines) ?? [];
  const total = query.data?.pages[0]?.total;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const gapOf = (line: Line) => (isFiltered ? undefined : gaps.get(line.no));
  const values = rows.flatMap(({ txid, parties }) => [
    ...(txid === undefined ? [] : [txid]),
    ...parties.map((one) => one.address),
  ]);
  return (
    <>
      <Filters answer={answer} search={search} />
      {query.error && <ErrorPanel error={query.error} what="The lines" onRetry={() => void query.refetch()} />}
      {query.isPending && (
        <Skeleton what="the lines">
          <RowBars rows={8} columns={['40px', '150px', '100px', '120px', '180px', '140px', '80px', '140px']} />
        </Skeleton>
      )}
      {query.data && rows.length === 0 && (
        <p className="tm-hint">{isFiltered ? 'No line fits these filters.' : 'Nothing moved in this period.'}</p>
      )}
      {rows.length > 0 && (
        <LookAlikeScope values={[...new Set(values)]}>
          <DataTable
            caption="Lines of the statement"
            columns={columns}
            rows={rows}
            rowId={({ no }) => String(no)}
            isUpdating={query.isPlaceholderData}
            detail={(line) => {
              const reasons = gapOf(line);
              return reasons ? (
                <ul className="ws-gap">
                  {reasons.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              ) : null;
            }}
          />
          <RateSources rates={rates} />
          <TableFoot
            shown={rows.length}
            total={total}
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            pageSize={LINES_A_PAGE}
            onMore={() => void query.fetchNextPage()}
          />
        </LookAlikeScope>
      )}
    </>
  );
}
