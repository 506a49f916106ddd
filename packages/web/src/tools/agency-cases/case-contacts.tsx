import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReceivedContact } from '@trailmark/api/contract/case-contact';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { caseContactsQuery } from '../../case-contacts.ts';
import { caseKey } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { ContactForm } from '../../parts/cases/contact-panel.tsx';
import { ContactThread } from '../../parts/cases/contact-thread.tsx';
import { caseUrl } from '../../url.ts';

interface AnswerFormProps {
  readonly caseId: string;
  readonly contact: ReceivedContact;
}

/** What a custodian may do about a question: reply, say which case it is, or decline. */
function AnswerForm({ caseId, contact: { id, asker, state } }: AnswerFormProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const answer = useMutation({
    mutationFn: (kind: 'reply' | 'reveal' | 'decline') =>
      api.call('answerCaseContact', {
        params: { case: caseId, contact: id },
        body: { answer: kind, text: text.trim() },
      }),
    onSuccess: (contacts) => {
      setText('');
      client.setQueryData(caseContactsQuery(caseId).queryKey, contacts);
      return client.invalidateQueries({ queryKey: caseKey(caseId) });
    },
  });
  const { isPending } = answer;
  return (
    <form
      className="tm-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim().length >= 3) answer.mutate('reply');
      }}
    >
      <FormArea label={`Answer to ${asker}`} name={id} rows={3} maxLength={2000} value={text} onText={setText} />
      {answer.error && <ErrorPanel error={answer.error} what="The answer" />}
      <div className="tm-row tm-wrap">
        <button type="submit" className="tm-btn pri" disabled={text.trim().length < 3 || isPending}>
          Reply
        </button>
        {state !== 'revealed' && (
          <button type="button" className="tm-btn" disabled={isPending} onClick={() => answer.mutate('reveal')}>
            Say which case it is
          </button>
        )}
        {state === 'open' && (
          <button type="button" className="tm-btn" disabled={isPending} onClick={() => answer.mutate('decline')}>
            Decline
          </button>
        )}
      </div>
    </form>
  );
}

function Received({ caseId, contact, mayAnswer }: AnswerFormProps & { readonly mayAnswer: boolean }) {
  const { asker, what, about, messages } = contact;
  return (
    <article className="tm-stack" aria-label={`Question of ${asker}`}>
      <p>
        <b>
          <bdi>{asker}</bdi>
        </b>{' '}
        asks about <bdi>{what}</bdi>, which this case names too.{' '}
        {about ? (
          <>
            Their case is{' '}
            <AppLink className="cs-named" href={caseUrl(about.id)}>
              {about.number} <bdi>{about.title}</bdi>
            </AppLink>
            .
          </>
        ) : (
          'Their case is not open to everybody either.'
        )}{' '}
        They do not know which case this is.
      </p>
      <ContactThread messages={messages} names={{ asker, custodian: 'An owner of this case' }} />
      {mayAnswer && <AnswerForm caseId={caseId} contact={contact} />}
    </article>
  );
}

/** Questions about this case from people who may not see it, and requests sent from it. Nothing where there is neither. */
export function CaseContacts({ overview: { head, rights, counts } }: { readonly overview: Answer<'getCase'> }) {
  const hasAny = (counts.contacts ?? 0) > 0;
  const { data, error, refetch } = useQuery({ ...caseContactsQuery(head.id), enabled: hasAny });
  if (!hasAny) return null;
  return (
    <section className="tm-stack" id="contacts">
      <h2 className="tm-h">Questions between cases</h2>
      {error && !data && <ErrorPanel error={error} what="The messages" onRetry={() => void refetch()} />}
      {data?.received.map((contact) => (
        <Received key={contact.id} caseId={head.id} contact={contact} mayAnswer={rights.includes('manage')} />
      ))}
      {data?.sent && <ContactForm caseId={head.id} />}
    </section>
  );
}
