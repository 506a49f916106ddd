import { useMutation } from '@tanstack/react-query';
import type { CaseItem, CaseItemCheck } from '@trailmark/api/contract/case-item';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { formatBytes, formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { Comments } from './comments.tsx';

const SHOWN = 20;

function Differences({ check }: { readonly check: CaseItemCheck }) {
  if (!check.isIntact) {
    return <p className="cs-wrong">What is stored is no longer what was pinned: its hash is another one.</p>;
  }
  if (check.isSameToTheByte) return <p>Today’s answer is the same, to the byte.</p>;
  if (check.isSame) return <p>Today’s answer says the same. Only its as-of and its versions are newer.</p>;
  return (
    <div className="cs-scroll">
      <p>{formatPlural(check.count, 'difference')} between the pinned answer and today’s:</p>
      <table className="tm-tbl">
        <thead>
          <tr>
            <th>Where</th>
            <th>Pinned</th>
            <th>Today</th>
          </tr>
        </thead>
        <tbody>
          {check.differences.slice(0, SHOWN).map(({ path, pinned, now }) => (
            <tr key={path}>
              <td className="tm-mono">{path}</td>
              <td>{pinned === null ? <span className="tm-none">nothing</span> : <bdi>{pinned}</bdi>}</td>
              <td>{now === null ? <span className="tm-none">nothing</span> : <bdi>{now}</bdi>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {check.count > SHOWN && <p className="tm-t3">The first {SHOWN} are shown.</p>}
    </div>
  );
}

interface WithdrawalProps {
  readonly caseId: string;
  readonly item: CaseItem;
  readonly onChanged: () => void;
}

function Withdrawal({ caseId, item, onChanged }: WithdrawalProps) {
  const [why, setWhy] = useState('');
  const withdrawal = useMutation({
    mutationFn: () =>
      api.call('withdrawCaseItem', { params: { case: caseId, item: item.id }, body: { why: why.trim() } }),
    onSuccess: onChanged,
  });
  return (
    <form
      className="cs-withdraw"
      onSubmit={(event) => {
        event.preventDefault();
        if (why.trim().length >= 3) withdrawal.mutate();
      }}
    >
      <input
        className="tm-field"
        aria-label={`Why ${item.number} is withdrawn`}
        placeholder="Why it is withdrawn"
        maxLength={500}
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
      <button type="submit" className="tm-btn sm" disabled={why.trim().length < 3 || withdrawal.isPending}>
        Withdraw {item.number}
      </button>
      {withdrawal.error && <ErrorPanel error={withdrawal.error} what="The withdrawal" />}
    </form>
  );
}

export interface ItemDetailProps extends WithdrawalProps {
  readonly check: CaseItemCheck | undefined;
  readonly isChecking: boolean;
  readonly rights: Answer<'getCase'>['rights'];
  readonly onCheck: () => void;
}

/** What a pinned result was made by, and whether the tool still says the same. */
export function ItemDetail({ caseId, item, check, isChecking, rights, onCheck, onChanged }: ItemDetailProps) {
  const { hash, method, software, call, size, withdrawn } = item;
  return (
    <div className="cs-detail">
      <dl className="tm-facts">
        <div>
          <dt>SHA-256</dt>
          <dd className="tm-mono tm-wrapany">
            {hash} <CopyButton value={hash} what="hash" size="sm" />
          </dd>
        </div>
        <div>
          <dt>Method</dt>
          <dd>
            <span className="tm-mono">{method}</span>, {software}, {formatBytes(size)}
          </dd>
        </div>
        <div>
          <dt>Call</dt>
          <dd className="tm-mono tm-wrapany">
            {call} <CopyButton value={call} what="call" size="sm" />
          </dd>
        </div>
        {withdrawn && (
          <div>
            <dt>Withdrawn</dt>
            <dd>
              {formatTime(withdrawn.at)} UTC by <bdi>{withdrawn.by}</bdi>: <bdi>{withdrawn.why}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {check && <Differences check={check} />}
      <div className="tm-row tm-wrap">
        <button type="button" className="tm-btn sm" disabled={isChecking} onClick={onCheck}>
          {isChecking ? 'Comparing…' : 'Compare with today'}
        </button>
        {rights.includes('write') && !withdrawn && <Withdrawal caseId={caseId} item={item} onChanged={onChanged} />}
      </div>
      <Comments caseId={caseId} rights={rights} subject={{ about: 'item', number: item.number }} />
    </div>
  );
}
