import './fetch-panel.css';
import { useQuery } from '@tanstack/react-query';
import type { ChainId } from '@trailmark/core/chain';
import { isAdmitted } from '@trailmark/core/role';
import { lazy, Suspense } from 'react';
import type { Answer } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount } from '../../format/number.ts';
import { useSession } from '../../session.ts';
import { sourcesQuery } from './source-queries.ts';
import { sourcesUrl } from './source-url.ts';

/** Only people who may use the tools see it: visitors of the explorer do not load it. */
const AskForm = lazy(() => import('./ask-form.tsx').then((form) => ({ default: form.AskForm })));

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

function FetchedItem({ fetched }: { readonly fetched: Fetched }) {
  const { source, fetchedAt, fromHeight, toHeight, isComplete, note } = fetched;
  return (
    <li>
      {isComplete ? 'Whole' : 'In part'}: {describeLists(fetched)}, heights {formatCount(fromHeight)} to{' '}
      {formatCount(toHeight)}, from {source}, <Time seconds={fetchedAt} />.
      {note !== null && <span className="tm-t2"> {note}</span>}
    </li>
  );
}

function NoSource() {
  const { role } = useSession();
  return (
    <p className="tm-t3">
      No external data source is enabled for this chain.{' '}
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
          <b>{held.length > 0 ? 'Fetched on demand' : 'Fetch from an external source'}</b>
        </p>
      )}
      {held.length > 0 && (
        <ul>
          {held.map((one) => (
            <FetchedItem key={`${one.source} ${one.fetchedAt}`} fetched={one} />
          ))}
        </ul>
      )}
      {error && <ErrorPanel error={error} what="The list of sources" />}
      {data && on.length === 0 && <NoSource />}
      {on.length > 0 && (
        <Suspense>
          <AskForm key={`${chain} ${address}`} sources={on} address={address} />
        </Suspense>
      )}
    </section>
  );
}
