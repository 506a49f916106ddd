import { useQuery } from '@tanstack/react-query';
import { getChain } from '@trailmark/chains/catalogue';
import type { OutputChainId } from '@trailmark/core/chain';
import { useState } from 'react';
import type { Answer } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { LabelClaimText } from '../../components/label-claim-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { attributionUrl, entityUrl, transactionUrl } from '../../url.ts';
import type { AttributionPlace } from './attribution-place.ts';
import { nearestServicesQuery } from './queries.ts';

type Nearest = Answer<'listNearestServices'>;
type Row = Nearest['items'][number];

const DEFAULT_HOPS = 6;
const HOPS = [1, 2, 3, 4, 6, 8, 10];

function createColumns(chain: OutputChainId): readonly DataColumn<Row>[] {
  const { decimals, symbol } = getChain(chain);
  return [
    {
      id: 'service',
      header: 'Service',
      narrow: 'top-left',
      cell: ({ actor, claim }) => (
        <span className="xl-verdict">
          <EvidenceMark kind="claim" />
          <CategoryGlyph category={claim.category} />
          {actor ? <AppLink href={entityUrl(actor.id)}>{actor.label}</AppLink> : <LabelClaimText claim={claim} />}
        </span>
      ),
    },
    {
      id: 'hops',
      header: 'Hops',
      align: 'right',
      narrow: 'top-right',
      cell: ({ hops }) => formatPlural(hops, 'hop'),
    },
    {
      id: 'address',
      header: 'Address',
      narrow: 'bottom-left',
      cell: ({ address, claim, viaCluster }) => (
        <>
          <Hash value={address} kind="address" href={attributionUrl(claim.network, address)} />
          {viaCluster && (
            <span className="tm-t3 tm-sm">
              {' '}
              <EvidenceMark kind="inference" /> label from its cluster
            </span>
          )}
        </>
      ),
    },
    {
      id: 'amount',
      header: `At most, ${symbol}`,
      align: 'right',
      narrow: 'bottom-right',
      cell: ({ amount }) => <Amount units={amount} decimals={decimals} symbol={symbol} aligned />,
    },
    { id: 'stated', header: 'Label stated', isMinor: true, cell: ({ claim }) => claim.asOf ?? 'not dated' },
  ];
}

/** Each payment on the way, as facts of the ledger. */
function Path({ chain, path }: { readonly chain: OutputChainId; readonly path: Row['path'] }) {
  const { decimals, symbol } = getChain(chain);
  return (
    <ol className="xl-path">
      {path.map(({ txid, vout, height, time, timeEstimated, from, to, amount }, i) => (
        <li key={`${txid}:${vout}`}>
          <span className="tm-t3">{i + 1}</span>
          <span>
            <Hash value={from} kind="address" /> <span className="tm-t3">to</span> <Hash value={to} kind="address" />
          </span>
          <span>
            <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid, { output: vout })} />
            <span className="tm-mono tm-t3">:{vout}</span>
          </span>
          <span className="tm-t3 tm-sm">
            height {formatCount(height)}, <Time seconds={time} isEstimated={timeEstimated} />
          </span>
          <Amount units={amount} decimals={decimals} symbol={symbol} />
        </li>
      ))}
    </ol>
  );
}

function Found({ chain, answer }: { readonly chain: OutputChainId; readonly answer: Nearest }) {
  const [open, setOpen] = useState<string | undefined>(undefined);
  const rowId = ({ address, claim, path }: Row) => `${claim.id}/${address}/${path.at(-1)?.txid ?? ''}`;
  return (
    <>
      {answer.items.length === 0 ? (
        <Empty>
          No labelled service was reached. {formatPlural(answer.addressesVisited, 'address', 'addresses')} and{' '}
          {formatPlural(answer.transactionsVisited, 'transaction')} were visited; where the walk stopped is listed
          below.
        </Empty>
      ) : (
        <DataTable
          caption="Nearest services. Enter opens the path to one."
          columns={createColumns(chain)}
          rows={answer.items}
          rowId={rowId}
          onOpen={(row) => setOpen(open === rowId(row) ? undefined : rowId(row))}
          opensOnClick
          detail={(row) => (open === rowId(row) ? <Path chain={chain} path={row.path} /> : null)}
        />
      )}
      {answer.stops.length > 0 && (
        <ul className="xl-stops" aria-label="Where the walk stopped">
          {answer.stops.map(({ kind, sentence }) => (
            <li key={kind}>{sentence}</li>
          ))}
        </ul>
      )}
      <div className="tm-foot">
        <span className="tm-grow">
          <AsOfLine asOf={answer.asOf} />
        </span>
        <span>
          {formatPlural(answer.addressesVisited, 'address', 'addresses')},{' '}
          {formatPlural(answer.transactionsVisited, 'transaction')} visited
        </span>
      </div>
    </>
  );
}

/** Where to look next: services upstream and downstream, with the path to each and every stop on it. */
export function NearestServices({ place, chain }: { readonly place: AttributionPlace; readonly chain: OutputChainId }) {
  const { search, address, linkTo } = place;
  const direction = search.direction ?? 'downstream';
  const hops = search.hops === undefined ? DEFAULT_HOPS : Number(search.hops);
  const { data, error, refetch } = useQuery(nearestServicesQuery(chain, address, { direction, maxHops: hops }));
  return (
    <section className="tm-sect" id="nearest">
      <div className="tm-row tm-between tm-wrap">
        <h2 className="tm-h">
          Nearest services <small>shows where to look next; not a trace</small>
        </h2>
        <span className="tm-row tm-wrap">
          <nav className="tm-seg" aria-label="Direction">
            <AppLink
              href={linkTo({ direction: undefined, nearest: '1' })}
              aria-current={direction === 'downstream' ? 'true' : undefined}
            >
              Downstream
            </AppLink>
            <AppLink
              href={linkTo({ direction: 'upstream', nearest: '1' })}
              aria-current={direction === 'upstream' ? 'true' : undefined}
            >
              Upstream
            </AppLink>
          </nav>
          <nav className="tm-seg" aria-label="Most hops">
            {HOPS.map((each) => (
              <AppLink
                key={each}
                href={linkTo({ hops: each === DEFAULT_HOPS ? undefined : String(each), nearest: '1' })}
                aria-current={each === hops ? 'true' : undefined}
                aria-label={formatPlural(each, 'hop')}
              >
                {each}
              </AppLink>
            ))}
          </nav>
        </span>
      </div>
      {error && <ErrorPanel error={error} what="The walk" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="nearest services">
          <RowBars rows={4} columns={['180px', '60px', '150px', '90px']} />
        </Skeleton>
      )}
      {data && <Found chain={chain} answer={data} />}
    </section>
  );
}
