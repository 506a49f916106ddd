import { IconAdjustments, IconDownload, IconPencil } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { exportScreeningBatch } from '@trailmark/api/contract/screening-batch';
import { routeUrl } from '@trailmark/api/route-call';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { Crumbs } from '../../../components/crumbs.tsx';
import { DownloadMenu } from '../../../components/download-menu.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FilterPick } from '../../../components/form/filter-pick.tsx';
import { formatDay } from '../../../format/time.ts';
import { AddToCase } from '../../../parts/cases/add-to-case.tsx';
import { rulesUrl } from '../rules/rules-queries.ts';
import { threatUrl } from '../search.ts';
import { BATCHES_KEY, batchesQuery, type BatchHead as Head } from './batch-queries.ts';
import { type BatchSearch, batchUrl } from './batch-search.ts';

const FORMATS = ['csv', 'xlsx', 'json'] as const;

function Name({ batch: { id, name } }: { readonly batch: Head }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<string | undefined>();
  const rename = useMutation({
    mutationFn: (text: string) => api.call('changeScreeningBatch', { params: { id }, body: { name: text } }),
    onSuccess: async () => {
      setTyped(undefined);
      await client.invalidateQueries({ queryKey: BATCHES_KEY });
    },
  });
  if (typed === undefined) {
    return (
      <h1 className="tm-title tb-name">
        <bdi>{name}</bdi>
        <button type="button" className="tm-icbtn sm" aria-label="Rename the batch" onClick={() => setTyped(name)}>
          <IconPencil size={16} stroke={1.5} aria-hidden="true" />
        </button>
      </h1>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) rename.mutate(typed.trim());
  };
  return (
    <form className="tm-row" onSubmit={submit}>
      <input
        className="tm-field tb-newname"
        aria-label="Name of the batch"
        maxLength={120}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <button type="submit" className="tm-btn" disabled={!typed.trim() || rename.isPending}>
        Save
      </button>
      <button type="button" className="tm-btn quiet" onClick={() => setTyped(undefined)}>
        Cancel
      </button>
      {rename.error && <ErrorPanel error={rename.error} what="The name" />}
    </form>
  );
}

/** An earlier batch to compare with; nothing where there is none. */
function CompareWith({ batch, search }: { readonly batch: Head; readonly search: BatchSearch }) {
  const router = useRouter();
  const { data } = useQuery(batchesQuery());
  const earlier = (data?.items ?? []).filter(({ id, createdAt }) => id !== batch.id && createdAt <= batch.createdAt);
  if (earlier.length === 0) return null;
  return (
    <FilterPick
      label="Compare with"
      value={search.with}
      options={[['', 'No batch'], ...earlier.map(({ id, name }) => [id, name.slice(0, 40)] as const)]}
      onPick={(other) =>
        void router.navigate({ href: batchUrl(batch.id, { ...search, with: other }), resetScroll: false })
      }
    />
  );
}

const REPEATS = [
  ['', 'Never'],
  ['daily', 'Every day'],
  ['weekly', 'Every week'],
  ['monthly', 'Every 30 days'],
] as const;

/** Whether the batch is screened again automatically, and when next. */
function Repeat({ batch: { id, repeat, repeatAt } }: { readonly batch: Head }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (next: Head['repeat']) => api.call('changeScreeningBatch', { params: { id }, body: { repeat: next } }),
    onSuccess: () => client.invalidateQueries({ queryKey: BATCHES_KEY }),
  });
  return (
    <>
      <FilterPick
        label="Screen again"
        value={repeat ?? undefined}
        options={REPEATS}
        onPick={(next) => change.mutate((next || null) as Head['repeat'])}
      />
      {repeatAt !== null && (
        <span className="tm-sm tm-t2 tm-nw">Next on {formatDay(Date.parse(repeatAt) / 1_000)}</span>
      )}
      {change.error && <ErrorPanel error={change.error} what="The repetition" />}
    </>
  );
}

/** The batch with what can be done with it. */
export function BatchHead({ batch, search }: { readonly batch: Head; readonly search: BatchSearch }) {
  const fileUrl = (format: (typeof FORMATS)[number]) =>
    routeUrl(exportScreeningBatch, { params: { id: batch.id }, query: { format } });
  return (
    <>
      <Crumbs
        items={[
          { label: 'Address threat analysis', href: threatUrl() },
          { label: 'Batches', href: threatUrl({ view: 'batches' }) },
          { label: 'Batch' },
        ]}
      />
      <div className="tm-row tm-between tm-wrap">
        <Name batch={batch} />
        <div className="tm-row tm-wrap tb-acts">
          <Repeat batch={batch} />
          <CompareWith batch={batch} search={search} />
          <AppLink className="tm-btn" href={rulesUrl()}>
            <IconAdjustments size={16} stroke={1.5} aria-hidden="true" />
            Rules
          </AppLink>
          <DownloadMenu
            button={
              <button type="button" className="tm-btn">
                <IconDownload size={16} stroke={1.5} aria-hidden="true" />
                Export all
              </button>
            }
            files={FORMATS.map((format) => ({ href: fileUrl(format), name: format.toUpperCase() }))}
            note={<p className="tm-sm tm-t3 tb-menunote">Every row, with one column a category.</p>}
          />
          <AddToCase
            className="tm-btn pri"
            of={{
              kind: 'screening-batch',
              input: { params: { id: batch.id } },
              what: `the ${batch.screened} screened rows of “${batch.name}”`,
            }}
          />
        </div>
      </div>
    </>
  );
}
