import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { caseContactsQuery } from '../../case-contacts.ts';
import { caseKey } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { ContactThread } from './contact-thread.tsx';

const NAMES = { asker: 'You', custodian: 'The custodian' } as const;

/** Writes to the custodian of a case that the reader may not see, and shows what came back. */
export function ContactForm({ caseId }: { readonly caseId: string }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(caseContactsQuery(caseId));
  const [text, setText] = useState('');
  const ask = useMutation({
    mutationFn: () => api.call('askCustodian', { params: { case: caseId }, body: { text: text.trim() } }),
    onSuccess: (answer) => {
      setText('');
      client.setQueryData(caseContactsQuery(caseId).queryKey, answer);
      return client.invalidateQueries({ queryKey: caseKey(caseId) });
    },
  });
  if (error && !data) return <ErrorPanel error={error} what="The messages" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the messages">
        <RowBars rows={2} columns={['80%']} />
      </Skeleton>
    );
  }
  const { sent, mayAsk } = data;
  return (
    <div className="tm-stack">
      <p className="tm-t2">
        Your name and what both cases name are sent to the owners of that case. You do not learn which case it is, nor
        who they are, unless they say so.
      </p>
      {sent && <ContactThread messages={sent.messages} names={NAMES} />}
      {mayAsk ? (
        <form
          className="tm-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim().length >= 3 && !ask.isPending) ask.mutate();
          }}
        >
          <FormArea label="Message" name="message" rows={4} maxLength={2000} value={text} onText={setText} />
          {ask.error && <ErrorPanel error={ask.error} what="The message" />}
          <div className="actions">
            <button type="submit" className="tm-btn pri" disabled={text.trim().length < 3 || ask.isPending}>
              {ask.isPending ? 'Sending…' : 'Send to the custodian'}
            </button>
          </div>
        </form>
      ) : (
        <p className="tm-t3">
          There is nobody to write to from this case now: what it names occurs in no such case, you may not write in it,
          or it is sealed.
        </p>
      )}
    </div>
  );
}

export interface ContactPanelProps {
  readonly caseId: string;
  readonly onClose: () => void;
}

export function ContactPanel({ caseId, onClose }: ContactPanelProps) {
  return (
    <Dialog isOpen onClose={onClose} title="Contact the custodian" width={560}>
      <ContactForm caseId={caseId} />
    </Dialog>
  );
}
