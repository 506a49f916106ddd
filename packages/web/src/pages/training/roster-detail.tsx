import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RosterRow } from '@trailmark/api/contract/training-wire';
import type { EnrolmentState } from '@trailmark/core/training/enrolment';
import { useState } from 'react';
import { api } from '../../api.ts';
import { ActDialog, type Act as DialogAct } from '../../parts/admin/act-dialog.tsx';
import { certificateUrl, refreshTraining, sessionsQuery } from './queries.ts';
import { formatDays, formatFailure, STATE_NAMES } from './training-words.ts';

const MOVE_NAMES: Readonly<Partial<Record<EnrolmentState, string>>> = {
  confirmed: 'Confirm',
  waitlisted: 'Put on the waiting list',
  attended: 'Record attendance',
  'no-show': 'Did not come',
  passed: 'Passed',
  failed: 'Not passed',
  cancelled: 'Cancel the place',
};

/** One act at a time; whatever the result, the roster is requested again. */
function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => refreshTraining(client),
  });
}

type Act = ReturnType<typeof useAct>;

function MoveSeat({ row, act }: { readonly row: RosterRow; readonly act: Act }) {
  const [target, setTarget] = useState('');
  const sessions = useQuery(sessionsQuery()).data?.sessions ?? [];
  const fitting = sessions.filter(({ id, level, isCancelled, seatsLeft }) => {
    return id !== row.session.id && level === row.session.level && !isCancelled && seatsLeft > 0;
  });
  if (!row.moves.includes('cancelled') || fitting.length === 0) return null;
  const move = () => api.call('moveEnrolment', { params: { enrolment: row.id }, body: { session: target } });
  return (
    <div className="tm-row tm-wrap">
      <label>
        Move to{' '}
        <select className="tm-field" value={target} onChange={(event) => setTarget(event.currentTarget.value)}>
          <option value="">Choose a date</option>
          {fitting.map((each) => (
            <option key={each.id} value={each.id}>
              {formatDays(each.startsLocal, each.endsLocal)} ({each.seatsLeft} left)
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="tm-btn sm"
        disabled={target === '' || act.isPending}
        onClick={() => act.mutate(move)}
      >
        Move
      </button>
    </div>
  );
}

function Marks({ row, act }: { readonly row: RosterRow; readonly act: Act }) {
  const [mark, setMark] = useState(row.mark === null ? '' : String(row.mark));
  const [remark, setRemark] = useState(row.remark);
  const isMark = /^(?:\d{1,2}|100)?$/.test(mark);
  const save = () =>
    api.call('setEnrolmentState', {
      params: { enrolment: row.id },
      body: { mark: mark === '' ? null : Number(mark), remark },
    });
  return (
    <div className="tm-row tm-wrap">
      <label>
        Mark{' '}
        <input
          className="tm-field mark"
          inputMode="numeric"
          maxLength={6}
          value={mark}
          aria-invalid={!isMark}
          aria-describedby={isMark ? undefined : `mark-${row.id}`}
          onChange={(event) => setMark(event.currentTarget.value.trim())}
        />
      </label>
      <label className="tm-grow">
        Remark{' '}
        <input
          className="tm-field wide"
          maxLength={2_000}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      </label>
      <button type="button" className="tm-btn sm" disabled={act.isPending || !isMark} onClick={() => act.mutate(save)}>
        Save mark and remark
      </button>
      {!isMark && (
        <p id={`mark-${row.id}`} className="tm-bad" role="alert">
          A mark is a whole number from 0 to 100, or nothing.
        </p>
      )}
    </div>
  );
}

function CertificateActs({ row, act }: { readonly row: RosterRow; readonly act: Act }) {
  const [reason, setReason] = useState('');
  const { certificate } = row;
  if (!certificate) {
    if (row.state !== 'passed') return null;
    const issue = () => api.call('issueCertificate', { params: { enrolment: row.id }, body: {} });
    return (
      <button type="button" className="tm-btn sm pri" disabled={act.isPending} onClick={() => act.mutate(issue)}>
        Issue certificate
      </button>
    );
  }
  const revoke = () => api.call('revokeCertificate', { params: { certificate: certificate.id }, body: { reason } });
  return (
    <div className="tm-row tm-wrap">
      <a className="tm-btn sm" href={certificateUrl(certificate.id, 'pdf')} download>
        Certificate
      </a>
      <label className="tm-grow">
        Reason to revoke it{' '}
        <input
          className="tm-field wide"
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <button
        type="button"
        className="tm-btn sm"
        disabled={reason.trim() === '' || act.isPending}
        onClick={() => act.mutate(revoke)}
      >
        Revoke the certificate of {row.person.name}
      </button>
    </div>
  );
}

const FULL = 'No seat is free: the person is on the waiting list, and was informed.';

/** Taking a place away needs confirmation: the person is notified at once, and who waits follows. */
function toCancelAct(row: RosterRow, done: () => unknown): DialogAct {
  const { name } = row.person;
  const params = { enrolment: row.id };
  return {
    title: 'Cancel the place',
    text: `${name} loses the place and is informed by email; the first of the waiting list gets it.`,
    button: `Cancel the place of ${name}`,
    isDanger: true,
    run: () => api.call('setEnrolmentState', { params, body: { state: 'cancelled' } }).finally(done),
  };
}

/** What an administrator sees of one enrolment and may do with it. */
export function RosterDetail({ row }: { readonly row: RosterRow }) {
  const act = useAct();
  const client = useQueryClient();
  const [asked, setAsked] = useState<DialogAct | undefined>(undefined);
  const [note, setNote] = useState<string | undefined>(undefined);
  const set = (state: EnrolmentState) => async () => {
    const answer = await api.call('setEnrolmentState', { params: { enrolment: row.id }, body: { state } });
    setNote(state === 'confirmed' && answer.state === 'waitlisted' ? FULL : undefined);
  };
  const start = (state: EnrolmentState) =>
    state === 'cancelled' ? setAsked(toCancelAct(row, () => refreshTraining(client))) : act.mutate(set(state));
  return (
    <div className="tm-tr-detail">
      <p>
        <bdi>
          <b>{row.person.name}</b>
        </bdi>
        , {row.person.email}, <bdi className="tm-t3">{row.person.agency}</bdi>
      </p>
      {row.experience && <p>Experience in place of the course before: {row.experience}</p>}
      {row.accommodations && <p>Needs: {row.accommodations}</p>}
      <div className="tm-row tm-wrap">
        <span className={`tm-tr-state ${row.state}`}>{STATE_NAMES[row.state]}</span>
        {row.moves.map((state) => (
          <button key={state} type="button" className="tm-btn sm" disabled={act.isPending} onClick={() => start(state)}>
            {MOVE_NAMES[state] ?? STATE_NAMES[state]}
          </button>
        ))}
      </div>
      {note && <p role="status">{note}</p>}
      <Marks row={row} act={act} />
      <MoveSeat row={row} act={act} />
      <CertificateActs row={row} act={act} />
      {act.isError && (
        <p className="tm-bad" role="alert">
          {formatFailure(act.error)}
        </p>
      )}
      <ActDialog act={asked} onClose={() => setAsked(undefined)} />
    </div>
  );
}
