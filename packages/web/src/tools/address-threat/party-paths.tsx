import { useQuery } from '@tanstack/react-query';
import type { AssetExposure, PartyExposure } from '@trailmark/core/screening/exposure';
import type { Screening } from '@trailmark/core/screening/screening';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatDuration, formatPlural } from '../../format/number.ts';
import { Payments } from './payments.tsx';

type Path = Answer<'findPaths'>['paths'][number];

const SHOWN_PATHS = 3;

export interface PartyPathsProps {
  readonly screening: Screening;
  readonly exposure: AssetExposure;
  readonly party: PartyExposure & { readonly address: string };
}

function pathsQuery({ screening: { request }, exposure, party }: PartyPathsProps) {
  const { chain, subject, maxHops, fromTime, toTime } = request;
  const body = {
    ...{ chain, from: subject.text, to: party.address, maxHops, limit: SHOWN_PATHS, mode: 'strongest' as const },
    direction: party.way === 'in' ? ('backward' as const) : ('forward' as const),
    ...(traitsOf(chain).hasOutputs ? {} : { asset: exposure.asset }),
    ...(fromTime === null ? {} : { fromTime }),
    ...(toTime === null ? {} : { toTime }),
  };
  return {
    queryKey: ['party-paths', body],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.call('findPaths', { body, signal }),
    staleTime: 300_000,
  };
}

function PathLine({ path, screening, exposure }: { readonly path: Path } & Omit<PartyPathsProps, 'party'>) {
  return (
    <li>
      {formatPlural(path.hops, 'hop')}, at most <Amount units={path.amount} decimals={exposure.decimals} />,{' '}
      {formatDuration(path.seconds)} from first to last{' '}
      <Payments chain={screening.request.chain} refs={path.steps.map(({ txid }) => txid)} />
    </li>
  );
}

function Found(props: PartyPathsProps) {
  const { data, error, refetch } = useQuery(pathsQuery(props));
  if (error && !data) return <ErrorPanel error={error} what="These paths" onRetry={() => void refetch()} />;
  if (!data) return <p className="tm-sm tm-t3">Looking for paths.</p>;
  const { paths, searched } = data;
  return (
    <>
      {paths.length === 0 && <p className="tm-sm tm-t2">No path was found: {searched.ended}</p>}
      <ol className="th-paths">
        {paths.map((path) => (
          <PathLine key={path.steps.map(({ ref }) => ref).join(' ')} path={path} {...props} />
        ))}
      </ol>
      {paths.length > 0 && (
        <p className="tm-sm tm-t3">
          Strongest first: the smallest payment of a path is the most it can have carried. The share above is by the
          method of the screening.
        </p>
      )}
    </>
  );
}

/** The strongest paths of payments between the subject and a party, looked for on request. */
export function PartyPaths(props: PartyPathsProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Found {...props} />;
  return (
    <button type="button" className="tm-linkbtn tm-sm" onClick={() => setOpen(true)}>
      Show paths
    </button>
  );
}
