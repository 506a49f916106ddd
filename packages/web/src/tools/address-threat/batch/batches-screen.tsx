import './batch.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { Crumbs } from '../../../components/crumbs.tsx';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../../components/time.tsx';
import { useDocumentTitle } from '../../../document-title.ts';
import { formatCount } from '../../../format/number.ts';
import { threatUrl } from '../search.ts';
import { BATCHES_KEY, type BatchHead, batchesQuery } from './batch-queries.ts';
import { batchUrl } from './batch-search.ts';

const toSeconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

function createColumns(onRemove: (batch: BatchHead) => void): readonly DataColumn<BatchHead>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      narrow: 'top-left',
      cell: ({ id, name }) => (
        <AppLink href={batchUrl(id)}>
          <bdi>{name}</bdi>
        </AppLink>
      ),
    },
    {
      id: 'created',
      header: <ZoneSwitch label="Started" />,
      narrow: 'bottom-left',
      cell: ({ createdAt }) => <Time seconds={toSeconds(createdAt)} />,
    },
    {
      id: 'screened',
      header: 'Screened',
      align: 'right',
      narrow: 'top-right',
      cell: ({ screened, total }) => `${formatCount(screened)} of ${formatCount(total)}`,
    },
    {
      id: 'refused',
      header: 'Lines refused',
      align: 'right',
      cell: ({ refusedCount }) => formatCount(refusedCount),
    },
    { id: 'rules', header: 'Rules', isMinor: true, cell: ({ ruleSet }) => <bdi>{ruleSet.name}</bdi> },
    {
      id: 'acts',
      header: <span className="tm-sr">Change</span>,
      narrow: 'bottom-right',
      cell: (batch) => (
        <button type="button" className="tm-linkbtn tm-sm" onClick={() => onRemove(batch)}>
          Remove<span className="tm-sr"> {batch.name}</span>
        </button>
      ),
    },
  ];
}

function RemoveDialog({ batch, onClose }: { readonly batch: BatchHead; readonly onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.call('removeScreeningBatch', { params: { id: batch.id }, body: {} }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: BATCHES_KEY });
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Remove the batch">
      <div className="tm-stack">
        <p>
          Removes “<bdi>{batch.name}</bdi>” with its {formatCount(batch.total)} screenings. What was added to a case
          stays there.
        </p>
        {remove.error && <ErrorPanel error={remove.error} what="The removal" />}
        <div className="tm-row">
          <button type="button" className="tm-btn danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            Remove the batch
          </button>
          <button type="button" className="tm-btn" data-autofocus onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** Own batches, the newest first. */
export function BatchesScreen() {
  const { data, error, refetch } = useQuery(batchesQuery());
  const [removing, setRemoving] = useState<BatchHead | undefined>();
  const [columns] = useState(() => createColumns(setRemoving));
  useDocumentTitle('Batches · Address threat analysis');
  return (
    <>
      <Crumbs items={[{ label: 'Address threat analysis', href: threatUrl() }, { label: 'Batches' }]} />
      <h1 className="tm-title">Batches</h1>
      <p className="tm-t2">Yours only: nobody else sees them. A case gets a copy when you add one.</p>
      {error && !data && <ErrorPanel error={error} what="The list of batches" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="batches">
          <RowBars rows={6} columns={['280px', '140px', '120px', '60px', '160px']} />
        </Skeleton>
      )}
      {data && data.items.length === 0 && (
        <Empty action={<AppLink href={threatUrl()}>Screen several addresses</AppLink>}>
          Batches appear here: screen a text with more than one address or transaction.
        </Empty>
      )}
      {data && data.items.length > 0 && (
        <DataTable caption="Batches" columns={columns} rows={data.items} rowId={({ id }) => id} />
      )}
      {removing && <RemoveDialog batch={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}
