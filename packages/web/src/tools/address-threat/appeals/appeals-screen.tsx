import { useQuery } from '@tanstack/react-query';
import { isChainId } from '@trailmark/core/chain';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { Crumbs } from '../../../components/crumbs.tsx';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Hash } from '../../../components/hash.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { useDocumentTitle } from '../../../document-title.ts';
import { formatDay } from '../../../format/time.ts';
import { type NotedAct, NotedActDialog } from '../noted-act.tsx';
import { threatUrl } from '../search.ts';
import { APPEALS_KEY, appealsQuery, type LabelAppeal } from './appeal-queries.ts';
import { APPEAL_STATES } from './appeal-words.ts';

type OnAct = (act: NotedAct) => void;

function Acts({ appeal: { id, claim, mayDecide, mayWithdraw }, onAct }: { appeal: LabelAppeal; onAct: OnAct }) {
  const params = { appeal: id };
  const decide = (isAccepted: boolean) => (note: string) =>
    api.call('decideLabelAppeal', { params, body: { isAccepted, note } });
  const name = <span className="tm-sr"> the appeal against “{claim}”</span>;
  const accept: NotedAct = {
    ...{ title: 'The label is wrong', button: 'Accept the appeal', needsNote: true, run: decide(true) },
    text: 'Label and verdicts stay as they are, and say what was found. The note states what would be right, and how you know.',
  };
  const reject: NotedAct = {
    ...{
      title: 'The label is right',
      button: 'Reject the appeal',
      needsNote: true,
      isDanger: true,
      run: decide(false),
    },
    text: 'The note says why.',
  };
  const withdraw: NotedAct = {
    ...{ title: 'Withdraw the appeal', button: 'Withdraw the appeal', needsNote: false },
    text: 'Nobody decides on it any more. It stays in the list.',
    run: () => api.call('withdrawLabelAppeal', { params, body: {} }),
  };
  return (
    <div className="tm-row tm-wrap">
      {mayDecide && (
        <>
          <button type="button" className="tm-btn sm" onClick={() => onAct(accept)}>
            Accept{name}
          </button>
          <button type="button" className="tm-btn sm" onClick={() => onAct(reject)}>
            Reject{name}
          </button>
        </>
      )}
      {mayWithdraw && (
        <button type="button" className="tm-btn sm" onClick={() => onAct(withdraw)}>
          Withdraw{name}
        </button>
      )}
    </div>
  );
}

function State({ appeal: { state, decided, openedAt, openedBy } }: { readonly appeal: LabelAppeal }) {
  return (
    <>
      {state === 'open' ? <b>Waits for a decision</b> : APPEAL_STATES[state]}
      <div className="tm-t3 tm-sm">
        {formatDay(openedAt)}, {openedBy}
        {decided && (
          <>
            <br />
            {formatDay(decided.at)}, {decided.by}
            {decided.note !== '' && (
              <>
                : <bdi>{decided.note}</bdi>
              </>
            )}
          </>
        )}
      </div>
    </>
  );
}

function Claim({ appeal }: { readonly appeal: LabelAppeal }) {
  const { chain, address, claim, source, isInForce } = appeal;
  const link = isChainId(chain) ? { href: threatUrl({ chain, address }) } : {};
  return (
    <>
      <bdi>{claim}</bdi>
      <div className="tm-sm">
        <Hash value={address} kind="address" {...link} />
      </div>
      <div className="tm-t3 tm-sm">
        <bdi>{source}</bdi>
        {!isInForce && ', no longer in a pack in force'}
      </div>
    </>
  );
}

function Statement({ appeal: { statement, evidence } }: { readonly appeal: LabelAppeal }) {
  return (
    <>
      <bdi>{statement}</bdi>
      {evidence !== '' && (
        <div className="tm-t2 tm-sm">
          <bdi>{evidence}</bdi>
        </div>
      )}
    </>
  );
}

function createColumns(onAct: OnAct): readonly DataColumn<LabelAppeal>[] {
  return [
    { id: 'label', header: 'Label', narrow: 'top-left', cell: (appeal) => <Claim appeal={appeal} /> },
    { id: 'said', header: 'What is wrong', narrow: 'bottom-left', cell: (appeal) => <Statement appeal={appeal} /> },
    { id: 'state', header: 'State', narrow: 'top-right', cell: (appeal) => <State appeal={appeal} /> },
    {
      id: 'acts',
      header: <span className="tm-sr">Decide</span>,
      narrow: 'bottom-right',
      cell: (appeal) => <Acts appeal={appeal} onAct={onAct} />,
    },
  ];
}

/** Appeals of the agency against labels, those that wait first. */
export function AppealsScreen() {
  const { data, error, refetch } = useQuery(appealsQuery());
  const [act, setAct] = useState<NotedAct | undefined>();
  const [columns] = useState(() => createColumns(setAct));
  useDocumentTitle('Appeals against labels · Address threat analysis');
  return (
    <>
      <Crumbs items={[{ label: 'Address threat analysis', href: threatUrl() }, { label: 'Appeals' }]} />
      <h1 className="tm-title">Appeals against labels</h1>
      <p className="tm-t2">
        A label is what its source states and is never edited. What your agency says against one is kept here and shown
        wherever the label is used; it changes no verdict until somebody leaves the label out.
      </p>
      {error && !data && <ErrorPanel error={error} what="The list of appeals" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="appeals">
          <RowBars rows={6} columns={['280px', '320px', '160px', '120px']} />
        </Skeleton>
      )}
      {data && data.items.length === 0 && (
        <Empty action={<AppLink href={threatUrl()}>Screen an address</AppLink>}>
          No appeals yet. Contest a label where a screening shows it.
        </Empty>
      )}
      {data && data.items.length > 0 && (
        <DataTable caption="Appeals against labels" columns={columns} rows={data.items} rowId={({ id }) => id} />
      )}
      <NotedActDialog act={act} changes={APPEALS_KEY} onClose={() => setAct(undefined)} />
    </>
  );
}
