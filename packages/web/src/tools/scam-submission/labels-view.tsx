import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AgencyLabel } from '@trailmark/api/contract/scam-report';
import { useState } from 'react';
import { api } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { Hash } from '../../components/hash.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatTime } from '../../format/time.ts';
import { agencyLabelsQuery, SCAMS_KEY } from '../../scams.ts';
import { addressUrl } from '../../url.ts';

interface LabelLineProps {
  readonly label: AgencyLabel;
  readonly onConfirm: () => void;
  readonly onWithdraw: () => void;
}

function LabelLine({ label, onConfirm, onWithdraw }: LabelLineProps) {
  const { chain, address, text, confidence, reference, state, caution, madeBy, madeAt, isOwn } = label;
  return (
    <li>
      <Hash value={address} kind="address" href={addressUrl(chain, address)} />
      <span>
        <EvidenceMark kind="claim" /> <QuotedText text={text} /> {confidence.level} of 100
      </span>
      <span className="tm-row">
        {state === 'waiting' && !isOwn && (
          <button type="button" className="tm-linkbtn tm-sm" onClick={onConfirm}>
            Confirm<span className="tm-sr"> the label {text}</span>
          </button>
        )}
        <button type="button" className="tm-linkbtn tm-sm" onClick={onWithdraw}>
          Withdraw<span className="tm-sr"> the label {text}</span>
        </button>
      </span>
      <span className="sc-say">
        From {reference}, made by <bdi>{madeBy}</bdi>, {formatTime(madeAt).slice(0, 10)}. No rule uses it by itself.
        {state === 'waiting' && <span className="sc-warn"> Waits for a second reviewer. {caution}</span>}
      </span>
    </li>
  );
}

/** Labels that reviewers made of reports. They are the agency's: no pack has them, and no score changes by them. */
export function LabelsView() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(agencyLabelsQuery());
  const [withdrawing, setWithdrawing] = useState<AgencyLabel>();
  const [why, setWhy] = useState('');
  const decide = useMutation({
    mutationFn: ({ label, act }: { readonly label: string; readonly act: 'confirm' | 'withdraw' }) =>
      api.call('decideAgencyLabel', { params: { label }, body: { act, why } }),
    onSuccess: async () => {
      setWithdrawing(undefined);
      setWhy('');
      await client.invalidateQueries({ queryKey: SCAMS_KEY });
    },
  });
  if (error) return <ErrorPanel error={error} what="The labels" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the labels">
        <RowBars rows={4} columns={['160px', '240px']} />
      </Skeleton>
    );
  }
  return (
    <>
      {decide.error && <ErrorPanel error={decide.error} what="The decision" />}
      {data.items.length === 0 && <Empty>A label appears here when a reviewer verifies a report and makes one.</Empty>}
      {data.items.length > 0 && (
        <ul className="sc-list">
          {data.items.map((label) => (
            <LabelLine
              key={label.id}
              label={label}
              onConfirm={() => decide.mutate({ label: label.id, act: 'confirm' })}
              onWithdraw={() => setWithdrawing(label)}
            />
          ))}
        </ul>
      )}
      <Dialog isOpen={withdrawing !== undefined} onClose={() => setWithdrawing(undefined)} title="Withdraw a label">
        <div className="tm-form">
          <FormArea label="Why" name="why" rows={3} value={why} onText={setWhy} maxLength={500} hasFocus />
          <div className="actions">
            <button
              type="button"
              className="tm-btn danger"
              disabled={why.trim().length < 3 || decide.isPending}
              onClick={() => withdrawing && decide.mutate({ label: withdrawing.id, act: 'withdraw' })}
            >
              Withdraw the label
            </button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
