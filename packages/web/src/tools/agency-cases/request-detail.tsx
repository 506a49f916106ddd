import type { CaseRequest } from '@trailmark/api/contract/case-request';
import type { RequestState } from '@trailmark/core/case-request';
import { wasSent } from '@trailmark/core/case-request';
import { Amount } from '../../components/amount.tsx';
import { formatCaseDay } from './case-words.ts';
import { Comments, type CommentsProps } from './comments.tsx';
import { REQUEST_STATE_WORDS, STEP_WORDS } from './request-words.ts';

export interface RequestDetailProps {
  readonly caseId: string;
  readonly rights: CommentsProps['rights'];
  readonly request: CaseRequest;
  readonly today: string;
  readonly mayWrite: boolean;
  readonly onStep: (to: RequestState) => void;
  readonly onEdit: () => void;
  readonly onDates: () => void;
  readonly onAsset: () => void;
  readonly onWithdrawAsset: (asset: string) => void;
}

function Steps({ request: { steps }, today }: Pick<RequestDetailProps, 'request' | 'today'>) {
  return (
    <ol className="cp-steps">
      {steps.map(({ state, on, by, note, authority }) => (
        <li key={state}>
          <b>{REQUEST_STATE_WORDS[state]}</b> {formatCaseDay(on, today)}, <bdi>{by}</bdi>
          {authority && (
            <>
              {' '}
              under <bdi>{authority}</bdi>
            </>
          )}
          {note && <bdi className="cp-why">{note}</bdi>}
        </li>
      ))}
    </ol>
  );
}

function Assets({
  request: { assets },
  today,
  mayWrite,
  onWithdrawAsset,
}: Pick<RequestDetailProps, 'request' | 'today' | 'mayWrite' | 'onWithdrawAsset'>) {
  if (assets.length === 0) return null;
  return (
    <ul className="cp-steps">
      {assets.map(({ id, outcome, amount, decimals, symbol, day, source, isInMoney, withdrawn }) => (
        <li key={id}>
          <span className={withdrawn ? 'cp-gone' : undefined}>
            {outcome === 'frozen' ? 'Frozen' : 'Returned'} <Amount units={amount} decimals={decimals} symbol={symbol} />{' '}
            {formatCaseDay(day, today)}
          </span>{' '}
          <span className="tm-t3">
            <bdi>{source}</bdi>
            {isInMoney && ' in the money table'}
          </span>{' '}
          {withdrawn && (
            <span className="cp-why">
              Withdrawn by <bdi>{withdrawn.by}</bdi>: <bdi>{withdrawn.why}</bdi>
            </span>
          )}
          {mayWrite && !withdrawn && (
            <button type="button" className="tm-linkbtn tm-sm" onClick={() => onWithdrawAsset(id)}>
              Withdraw<span className="tm-sr"> this amount</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What the reader may do next: approval is for another person than the drafter. */
function stepsFor({ next, mayApprove }: CaseRequest, mayWrite: boolean): readonly RequestState[] {
  return next.filter((to) => (to === 'approved' ? mayApprove : mayWrite));
}

/** Steps, dates, files and amounts of one request. */
export function RequestDetail(props: RequestDetailProps) {
  const { request, mayWrite, onStep, onEdit, onDates, onAsset } = props;
  const waits = request.state === 'drafted' && !request.mayApprove;
  return (
    <div className="cs-detail tm-stack">
      <p>
        <span className="tm-t3">Packet</span> {request.item.number} <bdi>{request.item.title}</bdi>
        {request.item.isWithdrawn && <b className="cs-late"> withdrawn</b>}
        <span className="cp-why">
          Basis: <bdi>{request.basis}</bdi>
        </span>
      </p>
      {request.note && <bdi className="cp-note">{request.note}</bdi>}
      <Steps {...props} />
      <Assets {...props} />
      {request.files.length > 0 && (
        <p>
          <span className="tm-t3">Files of the answer</span> {request.files.join(', ')}
        </p>
      )}
      {waits && <p className="tm-t3 tm-sm">Another person than those who drafted it approves it.</p>}
      <div className="tm-row tm-wrap">
        {stepsFor(request, mayWrite).map((to) => (
          <button key={to} type="button" className="tm-btn sm" onClick={() => onStep(to)}>
            {STEP_WORDS[to]}
          </button>
        ))}
        {mayWrite && request.state === 'drafted' && (
          <button type="button" className="tm-btn sm" onClick={onEdit}>
            Edit the draft
          </button>
        )}
        {mayWrite && (
          <button type="button" className="tm-btn sm" onClick={onDates}>
            Dates and files
          </button>
        )}
        {mayWrite && wasSent(request.state) && (
          <button type="button" className="tm-btn sm" onClick={onAsset}>
            Frozen or returned
          </button>
        )}
      </div>
      <Comments caseId={props.caseId} rights={props.rights} subject={{ about: 'request', number: request.number }} />
    </div>
  );
}
