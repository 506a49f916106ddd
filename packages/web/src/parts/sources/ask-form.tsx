import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SourceStatus } from '@trailmark/api/contract/source';
import { useId, useRef, useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { formatPlural } from '../../format/number.ts';
import { useWorkingCase, type WorkingCase } from '../../working-case.ts';

function describeResult({ requests, transactions, fetched }: Answer<'fetchAddress'>): string {
  const found =
    transactions === 0
      ? 'nothing that was not indexed already'
      : `${formatPlural(transactions, 'transaction')} new to the index`;
  const rest = fetched.isComplete ? '' : ` It is in part: ${fetched.note ?? 'the source broke off.'}`;
  return `${formatPlural(requests, 'request')} left the building; ${found}.${rest}`;
}

/** Which case the fetch is for: the source may be limited to cases that allow it, and the log of the case names it. */
function ForCase({ source, working }: { readonly source: SourceStatus; readonly working: WorkingCase | undefined }) {
  if (working) {
    return (
      <p className="tm-t2">
        For the case {working.number} <bdi>{working.title}</bdi>, whose log names the fetch.
      </p>
    );
  }
  if (!source.onlyForCases) return null;
  return (
    <p>{source.name} is used only for cases that allow it. Open such a case and choose “Work in this case” first.</p>
  );
}

interface AskFormProps {
  readonly sources: readonly SourceStatus[];
  readonly address: string;
}

/** Asks one of the sources that are on, and says what that reveals before it does. */
export function AskForm({ sources, address }: AskFormProps) {
  const id = useId();
  const client = useQueryClient();
  const [working] = useWorkingCase();
  const running = useRef<AbortController | undefined>(undefined);
  const [wanted, setWanted] = useState(sources[0]?.id ?? '');
  const [isCancelled, setCancelled] = useState(false);
  const source = sources.find((one) => one.id === wanted) ?? sources[0];
  const fetching = useMutation({
    mutationFn: (from: string) => {
      const controller = new AbortController();
      running.current = controller;
      setCancelled(false);
      return api.call('fetchAddress', {
        params: { id: from },
        body: { address, maxRequests: 40, case: working?.id },
        signal: controller.signal,
      });
    },
    // Also a fetch that broke off may have brought something.
    onSettled: () => client.invalidateQueries(),
  });
  if (!source) return null;
  return (
    <>
      <p className="tm-t2" id={`${id}-reveals`}>
        {source.reveals} What it tells: {source.covers}
      </p>
      <ForCase source={source} working={working} />
      <div className="ask">
        {sources.length > 1 && (
          <select
            className="tm-field"
            aria-label="Source"
            value={source.id}
            disabled={fetching.isPending}
            onChange={(event) => setWanted(event.currentTarget.value)}
          >
            {sources.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        )}
        <button
          type="button"
          className="tm-btn"
          aria-describedby={`${id}-reveals`}
          disabled={fetching.isPending || (source.onlyForCases && !working)}
          onClick={() => fetching.mutate(source.id)}
        >
          Ask {source.name}
        </button>
        {fetching.isPending && (
          <button
            type="button"
            className="tm-btn"
            onClick={() => {
              setCancelled(true);
              running.current?.abort();
            }}
          >
            Cancel
          </button>
        )}
      </div>
      <div role="status">
        {fetching.isPending && <p>Asking {source.name}, at most 40 requests. This can take two minutes.</p>}
        {fetching.data && <p>{describeResult(fetching.data)}</p>}
        {isCancelled && !fetching.isPending && <p>Cancelled. What came by then is kept and marked as part.</p>}
      </div>
      {fetching.error && !isCancelled && <ErrorPanel error={fetching.error} what={`The history from ${source.name}`} />}
    </>
  );
}
