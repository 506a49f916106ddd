import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ContactMessage } from '@trailmark/api/contract/admin-post';
import { MESSAGE_STATUSES } from '@trailmark/api/contract/statuses';
import { type FormEvent, useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { AdminPage } from '../../parts/admin/admin-page.tsx';
import { ADMIN_KEY } from '../../parts/admin/admin-paths.ts';
import { MESSAGE_WORDS } from './admin-words.ts';
import { messageQuery } from './queries.ts';
import { inboxUrl } from './search.ts';
import { StrangeText } from './strange-text.tsx';
import { Moment } from './user-columns.tsx';

const route = getRouteApi('/dashboard/admin-inbox/$message');

type Message = Answer<'getContactMessage'>;

const STATUSES = MESSAGE_STATUSES.map((status) => [status, MESSAGE_WORDS[status]] as const);

function HandlingForm({ message }: { readonly message: Message }) {
  const client = useQueryClient();
  const [note, setNote] = useState(message.note);
  const [status, setStatus] = useState<ContactMessage['status']>(message.status);
  const saving = useMutation({
    mutationFn: () =>
      api.call('updateContactMessage', {
        params: { id: message.id },
        body: { status, note, seen: message.handledAt },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form className="tm-form ad-narrowform" onSubmit={submit}>
      <FormSelect
        label="Status"
        name="status"
        value={status}
        options={STATUSES}
        onText={(value) => setStatus(MESSAGE_STATUSES.find((each) => each === value) ?? 'open')}
      />
      <FormArea
        label="Note for the other administrators"
        name="note"
        value={note}
        onText={setNote}
        rows={5}
        help="The sender never sees it."
      />
      {saving.error && <ErrorPanel error={saving.error} what="The note" />}
      <div className="actions">
        <button type="submit" className="tm-btn pri" disabled={saving.isPending}>
          Save
        </button>
        <span role="status" className="tm-t3 tm-sm">
          {saving.isSuccess && 'Saved.'}
        </span>
      </div>
    </form>
  );
}

function Facts({ message }: { readonly message: Message }) {
  return (
    <dl className="tm-facts">
      <dt>Received</dt>
      <dd>
        <Moment iso={message.at} none="" />
      </dd>
      {(['name', 'email', 'agency', 'phone'] as const).map((field) => [
        <dt key={`${field}-name`}>{{ name: 'Name', email: 'Email', agency: 'Agency', phone: 'Telephone' }[field]}</dt>,
        <dd key={`${field}-value`}>
          {message[field] === '' ? <span className="tm-t3">not given</span> : <QuotedText text={message[field]} />}
        </dd>,
      ])}
      <dt>Sent from</dt>
      <dd className="tm-mono">{message.source}</dd>
      <dt>Last handled</dt>
      <dd>
        <Moment iso={message.handledAt} none="not yet" />
        {message.handledBy !== null && (
          <>
            {' by '}
            <bdi>{message.handledBy}</bdi>
          </>
        )}
      </dd>
    </dl>
  );
}

/** One message of the contact form, quoted, with the note of those who handle it. */
export function MessageScreen() {
  const { message: id } = route.useParams();
  const { data, error, refetch } = useQuery(messageQuery(id));
  useDocumentTitle('Message · Contact inbox');
  return (
    <AdminPage tab="inbox" title="Message">
      <Crumbs items={[{ label: 'Contact inbox', href: inboxUrl() }, { label: 'Message' }]} />
      {error && <ErrorPanel error={error} what="This message" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="message">
          <RowBars rows={6} columns={['160px', '320px']} />
        </Skeleton>
      )}
      {data && (
        <>
          <Facts message={data} />
          <StrangeText text={data.message} />
          <HandlingForm key={`${data.id} ${data.handledAt}`} message={data} />
        </>
      )}
    </AdminPage>
  );
}
