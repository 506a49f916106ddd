import './fetch-panel.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SourceStatus } from '@trailmark/api/contract/source';
import type { ChainId } from '@trailmark/core/chain';
import { isAdmitted } from '@trailmark/core/role';
import { useId, useRef, useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { useSession } from '../../session.ts';
import { sourcesQuery } from './source-queries.ts';
import { sourcesUrl } from './source-url.ts';

type Fetched = Answer<'fetchAddress'>['fetched'];

export interface FetchPanelProps {
  readonly chain: ChainId;
  /** In the chain's spelling. */
  readonly address: string;
  /** What was fetched of it before, from the address's own answer. */
  readonly fetched: readonly Fetched[];
}

/** Lists that only account chains have are named where they were read. */
function describeLists({ tokens, internals }: Fetched): string {
  const known = [
    'transactions',
    ...(tokens ? ['token transfers'] : []),
    ...(internals ? ['internal transactions'] : []),
  ];
  return known.join(', ');
}

/** The newest of those that say the same. */
function dropRepeats(fetched: readonly Fetched[]): readonly Fetched[] {
  const said = new Set<string>();
  return [...fetched]
    .sort((a, b) => b.fetchedAt - a.fetchedAt)
    .filter(({ fetchedAt: _, ...rest }) => {
      const words = JSON.stringify(rest);
      if (said.has(words)) return false;
      said.add(words);
      return true;
    });
}

function HeldItem({ fetched }: { readonly fetched: Fetched }) {
  const { source, fetchedAt, fromHeight, toHeight, isComplete, note } = fetched;
  return (
    <li>
      {isComplete ? 'Whole' : 'In part'}: {describeLists(fetched)}, heights {formatCount(fromHeight)} to{' '}
      {formatCount(toHeight)}, from {source}, <Time seconds={fetchedAt} />.
      {note !== null && <span className="tm-t2"> {note}</span>}
    </li>
  );
}

function describeResult({ requests, transactions, fetched }: Answer<'fetchAddress'>): string {
  const found =
    transactions === 0
      ? 'nothing that was not held already'
      : `${formatPlural(transactions, 'transaction')} new to the index`;
  const rest = fetched.isComplete ? '' : ` It is in part: ${fetched.note ?? 'the source broke off.'}`;
  return `${formatPlural(requests, 'request')} left the building; ${found}.${rest}`;
}

/** Asks one of the sources that are on, and says what that reveals before it does. */
function AskForm({ sources, address }: { readonly sources: readonly SourceStatus[]; readonly address: string }) {
  const id = useId();
  const client = useQueryClient();
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
        body: { address, maxRequests: 40 },
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
          disabled={fetching.isPending}
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

function NoSource() {
  const { role } = useSession();
  return (
    <p className="tm-t3">
      No source outside the building is on for this chain.{' '}
      {role === 'platform-admin' ? (
        <AppLink href={sourcesUrl()}>Sources</AppLink>
      ) : (
        'An administrator of the installation can turn one on.'
      )}
    </p>
  );
}

/** For those who may use the tools: what was fetched of an address on demand, and asking a source for it. */
export function FetchPanel({ chain, address, fetched }: FetchPanelProps) {
  const { role } = useSession();
  const isAllowed = isAdmitted(role, 'allowed');
  const { data, error } = useQuery({ ...sourcesQuery(chain), enabled: isAllowed });
  const held = dropRepeats(fetched);
  const on = data?.items.filter(({ isOn }) => isOn) ?? [];
  if (!isAllowed && fetched.length === 0) return null;
  return (
    <section
      className={held.length + on.length === 0 && !error ? 'tm-fetch quiet' : 'tm-fetch'}
      aria-label="Fetched on demand"
    >
      {(held.length > 0 || on.length > 0) && (
        <p>
          <b>{held.length > 0 ? 'Fetched on demand' : 'Fetch from outside the building'}</b>
        </p>
      )}
      {held.length > 0 && (
        <ul>
          {held.map((one) => (
            <HeldItem key={`${one.source} ${one.fetchedAt}`} fetched={one} />
          ))}
        </ul>
      )}
      {error && <ErrorPanel error={error} what="The list of sources" />}
      {data && on.length === 0 && <NoSource />}
      {on.length > 0 && <AskForm key={`${chain} ${address}`} sources={on} address={address} />}
    </section>
  );
}
