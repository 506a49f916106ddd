import { useInfiniteQuery } from '@tanstack/react-query';
import { chainName } from '@trailmark/chains/account-catalogue';
import { AppError } from '@trailmark/core/errors';
import { useMemo } from 'react';
import { accountLinksQuery } from '../../../account-api.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { AsOfLine } from '../../../components/as-of-line.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PagedFoot } from '../../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { shorten } from '../../../format/identifier.ts';
import { TransferTable } from '../../../parts/ledger/transfer-table.tsx';
import { useValues } from '../../../prices.ts';
import { LinksForm } from '../links-form.tsx';
import type { AccountPlace } from './account-place.ts';

const PAGE = 50;

interface SharedProps {
  readonly place: AccountPlace;
  readonly other: string;
}

function useLinks({ place, other }: { readonly place: AccountPlace; readonly other: string | undefined }) {
  const { currency } = useValues();
  return useInfiniteQuery({
    ...accountLinksQuery(place.chain, place.address, other ?? '', { limit: PAGE, currency }),
    enabled: other !== undefined,
  });
}

function Shared({ place, other }: SharedProps) {
  const values = useValues();
  const query = useLinks({ place, other });
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  if (query.error && rows.length === 0) {
    if (AppError.is(query.error, 'invalid')) return null;
    return <ErrorPanel error={query.error} what="The search for moves" onRetry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return (
      <Skeleton what="moves between the two">
        <RowBars rows={5} columns={['140px', '150px', '120px', '90px']} />
      </Skeleton>
    );
  }
  const last = query.data.pages.at(-1);
  if (rows.length === 0)
    return (
      <Empty asOf={<AsOfLine asOf={last?.asOf} />}>
        Nothing moved between the two in the heights held. That does not show that nothing ever did.
      </Empty>
    );
  return (
    <>
      <p className="as-explain">
        Between this address and{' '}
        <AppLink className="tm-id" href={place.linkAddress(other)} title={other}>
          {shorten(other)}
        </AppLink>
        . <AppLink href={place.linkTo({ tab: undefined, with: other })}>Open as a filter of the history</AppLink>
      </p>
      <TransferTable
        place={place}
        caption={`Moves between ${place.address} and ${other}`}
        rows={rows}
        values={values}
        order={undefined}
        isUpdating={false}
      />
      <PagedFoot
        query={query}
        shown={rows.length}
        pageSize={PAGE}
        asOf={last?.asOf}
        knowledge={{ prices: last?.prices }}
      />
    </>
  );
}

/** Every move between this address and another one. */
export function AccountLinksTab({ place }: { readonly place: AccountPlace }) {
  const { other } = place.search;
  const { error } = useLinks({ place, other });
  return (
    <>
      <LinksForm
        key={other}
        place={place}
        placeholder={`A ${chainName(place.chain)} address`}
        submitLabel="Find moves"
        help="Every move of any asset from one to the other. Payments over a third address are not direct and are not listed."
        problem={other !== undefined && AppError.is(error, 'invalid') ? error.message : undefined}
      />
      {other !== undefined && <Shared place={place} other={other} />}
    </>
  );
}
