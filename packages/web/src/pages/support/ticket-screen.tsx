import '../../components/user-panel.css';
import './support.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Ticket } from '@trailmark/api/contract/support';
import { useState } from 'react';
import { api } from '../../api.ts';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { UtcTime } from '../../components/utc-time.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { BundleText } from './bundle-text.tsx';
import { ticketQuery } from './queries.ts';
import { supportUrl } from './search.ts';
import { CATEGORY_WORDS, nameTool, SEVERITY_WORDS, STATUS_WORDS } from './support-words.ts';

const route = getRouteApi('/dashboard/support/$ticket');

function nameAuthor({ isOwn, isAdmin, author }: Ticket['messages'][number]): string {
  if (isOwn) return 'You';
  return author ?? (isAdmin ? 'Administrator of the installation' : 'Somebody');
}

function Thread({ ticket }: { readonly ticket: Ticket }) {
  return (
    <ol className="up-thread" aria-label="Messages">
      {ticket.messages.map((message) => (
        <li key={message.id}>
          <div className={message.isAdmin ? 'admin' : undefined}>
            <p className="tm-sm">
              <b className="tm-m">{nameAuthor(message)}</b>
              {message.isAdmin && <span className="tm-t3">, administrator</span>}{' '}
              <span className="tm-t3">
                <UtcTime iso={message.at} />
              </span>
            </p>
            <p className="text">{message.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function useTicketChange<T>(call: (input: T) => Promise<Ticket>) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: call,
    onSuccess: async (ticket: Ticket) => {
      client.setQueryData(['ticket', ticket.id], ticket);
      await client.invalidateQueries({ queryKey: ['tickets'] });
    },
  });
}

const newReply = () => ({ key: crypto.randomUUID(), text: '' });

function Reply({ ticket }: { readonly ticket: Ticket }) {
  const params = { id: ticket.id };
  const [reply, setReply] = useState(newReply);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const replying = useTicketChange((body: typeof reply) => api.call('replyTicket', { params, body }));
  const marking = useTicketChange((status: Ticket['status']) =>
    api.call('setTicketStatus', { params, body: { status } }),
  );
  const submit = () => {
    if (reply.text.trim() === '') return setFault('Write an answer first.');
    setFault(undefined);
    return replying.mutate(reply, { onSuccess: () => setReply(newReply()) });
  };
  const isBusy = replying.isPending || marking.isPending;
  const failure = replying.error ?? marking.error;
  const isSolved = ticket.status === 'solved';
  return (
    <form
      className="tm-form up-ticketform"
      noValidate
      aria-label="Answer"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) submit();
      }}
    >
      <FormArea
        label={isSolved ? 'Answer, and open the ticket again' : 'Answer'}
        name="text"
        rows={4}
        maxLength={10_000}
        value={reply.text}
        error={fault}
        onText={(text) => setReply({ ...reply, text })}
      />
      {failure && (
        <ErrorPanel error={failure} what="The change">
          <p>What you typed is kept on this page.</p>
        </ErrorPanel>
      )}
      <div className="tm-row tm-wrap">
        <button type="submit" className="tm-btn pri" disabled={isBusy}>
          Send answer
        </button>
        <button
          type="button"
          className="tm-btn"
          disabled={isBusy}
          onClick={() => marking.mutate(isSolved ? 'open' : 'solved')}
        >
          {isSolved ? 'Open again' : 'Mark as solved'}
        </button>
      </div>
    </form>
  );
}

function Facts({ ticket }: { readonly ticket: Ticket }) {
  const tool = nameTool(ticket.tool);
  return (
    <dl className="tm-facts">
      <dt>Status</dt>
      <dd>{STATUS_WORDS[ticket.status]}</dd>
      <dt>About</dt>
      <dd>
        {CATEGORY_WORDS[ticket.category]}
        {tool !== undefined && `, ${tool}`}
      </dd>
      <dt>Urgency</dt>
      <dd>{SEVERITY_WORDS[ticket.severity]}</dd>
      <dt>From</dt>
      <dd>
        {ticket.isOwn ? 'You' : ticket.author}, {ticket.agency}
      </dd>
      <dt>Opened</dt>
      <dd>
        <UtcTime iso={ticket.createdAt} />
      </dd>
    </dl>
  );
}

/** One ticket with its thread. */
export function TicketScreen() {
  const { ticket: id } = route.useParams();
  const { data, error, refetch } = useQuery(ticketQuery(id));
  useDocumentTitle(data ? `${data.subject} · Support` : 'Support');
  return (
    <div className="tm-page tm-stack up-page">
      <Crumbs items={[{ label: 'Support', href: supportUrl() }, { label: 'Ticket' }]} />
      {error && <ErrorPanel error={error} what="This ticket" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the ticket">
          <RowBars rows={5} columns={['160px', '320px']} />
        </Skeleton>
      )}
      {data && (
        <>
          <h1 className="tm-title">{data.subject}</h1>
          <Facts ticket={data} />
          <Thread ticket={data} />
          {data.diagnostics !== null && (
            <details>
              <summary>Diagnostics that were sent</summary>
              <BundleText text={data.diagnostics} label="Diagnostics that were sent" />
            </details>
          )}
          <Reply ticket={data} />
        </>
      )}
    </div>
  );
}
