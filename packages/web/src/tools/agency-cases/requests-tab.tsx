import './case-people.css';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { CaseRequest } from '@trailmark/api/contract/case-request';
import type { RequestState } from '@trailmark/core/case-request';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { caseRequestsQuery } from '../../cases.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { caseUrl } from '../../url.ts';
import type { CaseTabProps } from './case-tabs.tsx';
import { describeDue, formatCaseDay } from './case-words.ts';
import { RequestDetail } from './request-detail.tsx';
import { AssetForm, DatesForm, DraftForm, StepForm } from './request-dialogs.tsx';
import { REQUEST_KIND_WORDS, REQUEST_STATE_WORDS, STEP_WORDS } from './request-words.ts';
import { useCaseItems } from './use-case-items.ts';
import { type WhyAct, WhyDialog } from './why-dialog.tsx';

const ENDED: readonly RequestState[] = ['answered', 'refused', 'withdrawn'];

function Due({ request: { dueOn, state }, today }: { readonly request: CaseRequest; readonly today: string }) {
  if (dueOn === null) return <span className="tm-none">no date</span>;
  const day = formatCaseDay(dueOn, today);
  if (ENDED.includes(state)) return <span className="tm-t3">{day}</span>;
  const { text, isLate } = describeDue(dueOn, today);
  return (
    <span className={isLate ? 'cs-late' : undefined}>
      {day}, {text}
    </span>
  );
}

function toColumns(today: string): readonly DataColumn<CaseRequest>[] {
  return [
    {
      id: 'number',
      header: 'No.',
      cell: ({ number }) => <b className="tm-m">{number}</b>,
      width: '60px',
      narrow: 'top-left',
    },
    { id: 'recipient', header: 'Recipient', cell: ({ recipient }) => <bdi>{recipient}</bdi>, narrow: 'bottom-left' },
    { id: 'kind', header: 'Kind', cell: ({ kind }) => REQUEST_KIND_WORDS[kind], isMinor: true },
    { id: 'state', header: 'State', cell: ({ state }) => REQUEST_STATE_WORDS[state], narrow: 'top-right' },
    {
      id: 'since',
      header: 'Since',
      cell: ({ steps }) => formatCaseDay(steps.at(-1)?.on ?? today, today),
      isMinor: true,
    },
    {
      id: 'due',
      header: 'Answer due',
      cell: (request) => <Due request={request} today={today} />,
      narrow: 'bottom-right',
    },
  ];
}

type Open =
  | { readonly what: 'draft'; readonly request: CaseRequest | undefined }
  | { readonly what: 'step'; readonly request: CaseRequest; readonly to: RequestState }
  | { readonly what: 'dates' | 'asset'; readonly request: CaseRequest };

function titleOf(open: Open | undefined): string {
  if (!open) return '';
  if (open.what === 'draft') return open.request ? `Edit ${open.request.number}` : 'New request';
  if (open.what === 'step') return `${STEP_WORDS[open.to]} ${open.request.number}`;
  return open.what === 'dates'
    ? `Dates and files of ${open.request.number}`
    : `Frozen or returned on ${open.request.number}`;
}

interface OpenFormProps {
  readonly caseId: string;
  readonly today: string;
  readonly open: Open;
  readonly packets: Answer<'listCaseItems'>['items'];
  readonly onClose: () => void;
}

function OpenForm({ open, packets, ...props }: OpenFormProps) {
  if (open.what === 'draft') return <DraftForm {...props} packets={packets} request={open.request} />;
  if (open.what === 'step') return <StepForm {...props} request={open.request} to={open.to} />;
  if (open.what === 'dates') return <DatesForm {...props} request={open.request} />;
  return <AssetForm {...props} request={open.request} />;
}

interface RegisterProps {
  readonly overview: CaseTabProps['overview'];
  readonly part: string | undefined;
  readonly data: Answer<'listCaseRequests'>;
  readonly packets: Answer<'listCaseItems'>['items'];
}

function Register({ overview: { head, rights }, part, data, packets }: RegisterProps) {
  const router = useRouter();
  const [open, setOpen] = useState<Open | undefined>();
  const [why, setWhy] = useState<WhyAct | undefined>();
  const mayWrite = rights.includes('write');
  const { items, today } = data;
  const show = (number: string) => {
    const href = caseUrl(head.id, 'requests', number === part ? undefined : number);
    void router.navigate({ href, replace: true, resetScroll: false });
  };
  const withdraw = ({ id }: CaseRequest, asset: string) =>
    setWhy({
      action: 'Withdraw the amount',
      help: 'It stays readable, with this reason. The money table keeps its own line.',
      send: (text) => api.call('withdrawAsset', { params: { case: head.id, request: id, asset }, body: { why: text } }),
    });
  const detail = (request: CaseRequest) =>
    request.number === part ? (
      <RequestDetail
        {...{ request, today, mayWrite, rights, caseId: head.id }}
        onStep={(to) => setOpen({ what: 'step', request, to })}
        onEdit={() => setOpen({ what: 'draft', request })}
        onDates={() => setOpen({ what: 'dates', request })}
        onAsset={() => setOpen({ what: 'asset', request })}
        onWithdrawAsset={(asset) => withdraw(request, asset)}
      />
    ) : null;
  const draft = mayWrite && packets.length > 0 && (
    <button type="button" className="tm-btn pri" onClick={() => setOpen({ what: 'draft', request: undefined })}>
      New request
    </button>
  );
  return (
    <div className="tm-stack">
      {items.length === 0 && (
        <Empty action={draft}>
          {packets.length === 0
            ? 'No request yet. Make a request packet in Exchange lookup and add it to this case: a request starts from it.'
            : 'No request yet. It starts from a pinned request packet.'}
        </Empty>
      )}
      {items.length > 0 && (
        <>
          {draft && (
            <div className="cp-bar">
              <span className="cs-grow" />
              {draft}
            </div>
          )}
          <DataTable
            caption="Requests"
            columns={toColumns(today)}
            rows={items}
            rowId={({ id }) => id}
            opensOnClick
            onOpen={({ number }) => show(number)}
            detail={detail}
          />
        </>
      )}
      <Dialog isOpen={open !== undefined} onClose={() => setOpen(undefined)} title={titleOf(open)} width={560}>
        {open && <OpenForm caseId={head.id} {...{ today, open, packets }} onClose={() => setOpen(undefined)} />}
      </Dialog>
      <WhyDialog act={why} onClose={() => setWhy(undefined)} />
    </div>
  );
}

/** The register of requests, from the packet to the answer. */
export function RequestsTab({ overview, part }: CaseTabProps) {
  const { data, error, refetch } = useQuery(caseRequestsQuery(overview.head.id));
  const { pages, items } = useCaseItems(overview.head.id, 'requests');
  if (error && !data) return <ErrorPanel error={error} what="The requests" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="requests">
        <RowBars rows={4} columns={['60px', '30%', '15%', '15%']} />
      </Skeleton>
    );
  }
  const packets = (items ?? []).filter(({ withdrawn }) => withdrawn === null);
  return (
    <>
      {pages.error && <ErrorPanel error={pages.error} what="The pinned packets" onRetry={() => void pages.refetch()} />}
      <Register overview={overview} part={part} data={data} packets={packets} />
    </>
  );
}
