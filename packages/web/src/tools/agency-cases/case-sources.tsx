import { useQuery } from '@tanstack/react-query';
import type { CaseSources as Sources } from '@trailmark/api/contract/case-source';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { caseSourcesQuery } from '../../cases.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatDay } from '../../format/time.ts';
import { AllowSourceDialog } from './allow-source-dialog.tsx';
import { type WhyAct, WhyDialog } from './why-dialog.tsx';

type CaseSource = Sources['items'][number];

function SourceLine({ item, onEnd }: { readonly item: CaseSource; readonly onEnd: (() => void) | undefined }) {
  const { name, why, authority, allowedAt, allowedBy, ended } = item;
  return (
    <li className={ended ? 'tm-t3' : undefined}>
      <b>{name}</b>, allowed by <bdi>{allowedBy}</bdi> on {formatDay(allowedAt)}
      {authority !== null && (
        <>
          {' '}
          under <bdi>{authority}</bdi>
        </>
      )}
      : <bdi>{why}</bdi>
      {ended && (
        <>
          {' '}
          Ended by <bdi>{ended.by}</bdi> on {formatDay(ended.at)}: <bdi>{ended.why}</bdi>
        </>
      )}
      {onEnd && (
        <button type="button" className="tm-linkbtn tm-sm" onClick={onEnd}>
          End<span className="tm-sr"> {name}</span>
        </button>
      )}
    </li>
  );
}

/** External sources that may be queried for a case, where the installation limits them to cases. */
export function CaseSources({ overview: { head, rights } }: { readonly overview: Answer<'getCase'> }) {
  const { data, error, refetch } = useQuery(caseSourcesQuery(head.id));
  const [isAllowing, setAllowing] = useState(false);
  const [ending, setEnding] = useState<WhyAct | undefined>();
  // What a signed record has does not change while it is in force.
  const mayChange = rights.includes('law') && head.record === null;
  if (error && !data) return <ErrorPanel error={error} what="The sources of the case" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="sources">
        <RowBars rows={1} columns={['60%']} />
      </Skeleton>
    );
  }
  const end = ({ source, name }: CaseSource) =>
    setEnding({
      action: `Allow ${name} no longer`,
      help: 'It stays readable, with this reason.',
      send: (why) => api.call('endCaseSource', { params: { case: head.id, source }, body: { why } }),
    });
  return (
    <section>
      <div className="cs-hd">
        <h2 className="tm-h">External sources</h2>
        {mayChange && (
          <button type="button" className="tm-linkbtn tm-sm" onClick={() => setAllowing(true)}>
            Allow a source
          </button>
        )}
      </div>
      {data.items.length === 0 ? (
        <p className="tm-t3">None is allowed. Sources that are limited to cases are not queried for this one.</p>
      ) : (
        <ul className="cs-sources">
          {data.items.map((item) => (
            <SourceLine key={item.id} item={item} onEnd={mayChange && !item.ended ? () => end(item) : undefined} />
          ))}
        </ul>
      )}
      <AllowSourceDialog caseId={head.id} isOpen={isAllowing} onClose={() => setAllowing(false)} />
      <WhyDialog act={ending} onClose={() => setEnding(undefined)} />
    </section>
  );
}
