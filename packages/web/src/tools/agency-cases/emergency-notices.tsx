import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { caseEmergencyRoutes } from '@trailmark/api/contract/case-emergency';
import type { CaseEmergency } from '@trailmark/api/contract/emergency';
import { EMERGENCY_OUTCOMES } from '@trailmark/core/case';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { formatTime } from '../../format/time.ts';
import { caseUrl } from '../../url.ts';
import { OUTCOME_WORDS } from './case-words.ts';

const OUTCOMES = EMERGENCY_OUTCOMES.map((outcome) => [outcome, OUTCOME_WORDS[outcome]] as const);

function ReviewForm({ emergency, onClose }: { readonly emergency: CaseEmergency; readonly onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    initial: { outcome: 'justified', words: '' },
    schema: caseEmergencyRoutes.reviewCaseEmergency.body,
    words: { words: 'Write 3 to 1,000 characters.' },
    send: async (body) => {
      await api.call('reviewCaseEmergency', { params: { emergency: emergency.id }, body });
      onClose();
      await client.invalidateQueries({ queryKey: CASES_KEY });
    },
  });
  return (
    <DialogForm form={form} what="The review" action="Close the review" onClose={onClose}>
      <p>
        <bdi>{emergency.by}</bdi> wrote: “<bdi>{emergency.reason}</bdi>”
      </p>
      <FormSelect label="Outcome" options={OUTCOMES} {...form.field('outcome')} />
      <FormArea label="What you found" rows={4} hasFocus {...form.field('words')} />
      <p className="tm-t3 tm-sm">Closing the review also ends the access. Both are in the audit log.</p>
    </DialogForm>
  );
}

interface NoticeProps {
  readonly emergency: CaseEmergency;
  /** Whether the case is named: not on its own page. */
  readonly hasCase: boolean;
  readonly onReview: () => void;
}

function describeAccess({ isOpen, endsAt, dueOn, isOwn }: CaseEmergency): string {
  const until = isOpen
    ? `It ends ${formatTime(endsAt)}; it is read-only and nothing can be exported.`
    : 'It has ended.';
  return `${until} ${isOwn ? 'Somebody else reviews it' : 'Review it'} by ${dueOn}.`;
}

/** The case, as a link for who may read it now. */
function CaseName({ emergency: { caseId, number, title, isOwn, isOpen } }: Pick<NoticeProps, 'emergency'>) {
  if (title === null && !(isOwn && isOpen)) return number;
  return (
    <AppLink href={caseUrl(caseId)}>
      {number} <bdi>{title}</bdi>
    </AppLink>
  );
}

function EmergencyNotice({ emergency, hasCase, onReview }: NoticeProps) {
  const { by, reason, openedAt, isOwn, mayReview } = emergency;
  return (
    <li>
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" />
      <span className="cs-grow">
        <b>Emergency access.</b> {isOwn ? 'You' : <bdi>{by}</bdi>} opened{' '}
        {hasCase ? <CaseName emergency={emergency} /> : 'this case'} on {formatTime(openedAt)}: “<bdi>{reason}</bdi>”{' '}
        {describeAccess(emergency)}
      </span>
      {mayReview && (
        <button type="button" className="tm-btn sm" onClick={onReview}>
          Review<span className="tm-sr"> the emergency access of {by}</span>
        </button>
      )}
    </li>
  );
}

interface EmergencyNoticesProps {
  readonly items: readonly CaseEmergency[];
  readonly hasCase?: boolean;
}

/** Emergency accesses whose review is open, each with its review for who may close it. Nothing where there are none. */
export function EmergencyNotices({ items, hasCase = false }: EmergencyNoticesProps) {
  const [reviewed, setReviewed] = useState<CaseEmergency | undefined>();
  const close = () => setReviewed(undefined);
  if (items.length === 0) return null;
  return (
    <>
      <ul className="cs-notices" aria-label="Emergency accesses">
        {items.map((emergency) => (
          <EmergencyNotice
            key={emergency.id}
            emergency={emergency}
            hasCase={hasCase}
            onReview={() => setReviewed(emergency)}
          />
        ))}
      </ul>
      <Dialog isOpen={reviewed !== undefined} onClose={close} title="Review of an emergency access">
        {reviewed && <ReviewForm key={reviewed.id} emergency={reviewed} onClose={close} />}
      </Dialog>
    </>
  );
}
