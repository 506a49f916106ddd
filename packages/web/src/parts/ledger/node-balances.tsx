import { useQuery } from '@tanstack/react-query';
import type { ChainId } from '@trailmark/core/chain';
import { useMemo, useState } from 'react';
import type { Answer } from '../../api.ts';
import { AssetAmount } from '../../components/account/asset-amount.tsx';
import { AssetName } from '../../components/account/asset-name.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { statedBalancesQuery, useChains } from '../../ledger-api.ts';

type Stated = Answer<'listStatedBalances'>;
type Item = Stated['items'][number];

const VERDICTS: Readonly<Record<Item['verdict'], string>> = {
  equal: 'equal',
  different: 'different',
  'not-derived': 'no derived balance to compare',
  'not-stated': 'the node does not say',
};

const NOT_STATED = 'The node did not answer for this asset at this block.';
const NOT_DERIVED = 'The index cannot derive this balance at this block.';

const COLUMNS: readonly DataColumn<Item>[] = [
  { id: 'asset', header: 'Asset', narrow: 'top-left', cell: ({ asset }) => <AssetName asset={asset} withWords /> },
  {
    id: 'stated',
    header: 'Stated by the node',
    align: 'right',
    narrow: 'top-right',
    cell: ({ asset, stated }) => <AssetAmount asset={asset} units={stated} reason={NOT_STATED} bare />,
  },
  {
    id: 'derived',
    header: 'Derived from the index',
    align: 'right',
    narrow: 'bottom-right',
    cell: ({ asset, derived }) => <AssetAmount asset={asset} units={derived} reason={NOT_DERIVED} bare />,
  },
  {
    id: 'verdict',
    header: 'Comparison',
    narrow: 'bottom-left',
    cell: ({ verdict }) => (verdict === 'different' ? <b>{VERDICTS[verdict]}</b> : VERDICTS[verdict]),
  },
];

function Comparison({ answer: { node, note, items, rest, address } }: { readonly answer: Stated }) {
  if (!node) return <p className="tm-note">{note}</p>;
  const differing = items.filter(({ verdict }) => verdict === 'different').length;
  return (
    <>
      <p className="tm-note">
        <EvidenceMark kind="claim" withWord /> {node.description} at block {formatCount(node.height)}.{' '}
        {differing > 0 && (
          <b>
            {formatPlural(differing, 'balance differs', 'balances differ')} from what the index derives: one of the two
            is wrong.{' '}
          </b>
        )}
        {rest > 0 && `${formatPlural(rest, 'more asset')} not compared.`}
      </p>
      <DataTable
        caption={`Balances of ${address} as the node states them, and as derived`}
        columns={COLUMNS}
        rows={items}
        rowId={({ asset }) => asset.id}
      />
    </>
  );
}

/** Compares derived balances with those the followed node states. Nothing where no node is followed. */
export function NodeBalances({ chain, address }: { readonly chain: ChainId; readonly address: string }) {
  const [isRequested, setRequested] = useState(false);
  const isFollowing = useChains(chain).items.some(({ id, ingest }) => id === chain && ingest?.state === 'following');
  const traits = traitsOf(chain);
  if (!traits.hasStatedBalances || !isFollowing) return null;
  return (
    <section className="tm-sect" aria-labelledby="node-balances">
      <h2 className="tm-h" id="node-balances">
        Balances stated by your node
      </h2>
      {isRequested ? (
        <Requested chain={traits.id} address={address} />
      ) : (
        <button type="button" className="tm-btn" onClick={() => setRequested(true)}>
          Compare with the node
        </button>
      )}
    </section>
  );
}

function Requested({
  chain,
  address,
}: {
  readonly chain: Parameters<typeof statedBalancesQuery>[0];
  readonly address: string;
}) {
  const options = useMemo(() => statedBalancesQuery(chain, address), [chain, address]);
  const { data, error, refetch } = useQuery(options);
  if (error) return <ErrorPanel error={error} what="The comparison with the node" onRetry={() => void refetch()} />;
  return data ? <Comparison answer={data} /> : <Spinner label="Requesting balances from the node" />;
}
