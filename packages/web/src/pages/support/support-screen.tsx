import '../../components/user-panel.css';
import './support.css';
import { getRouteApi } from '@tanstack/react-router';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { useSession } from '../../session.ts';
import { AnswersList } from './answers-list.tsx';
import { type SupportTab, supportUrl } from './search.ts';
import { TicketForm } from './ticket-form.tsx';
import { TicketList } from './ticket-list.tsx';

const route = getRouteApi('/dashboard/support');

const LABELS: Readonly<Record<SupportTab, string>> = {
  own: 'Your tickets',
  new: 'New ticket',
  answers: 'Answers',
  all: 'All tickets',
};

/** Questions to the administrators, their answers, and what was answered before. */
export function SupportScreen() {
  const { tab = 'own', status, tool } = route.useSearch();
  const { isAdmin, me } = useSession();
  useDocumentTitle(`${LABELS[tab]} · Support`);
  const tabs = (['own', 'new', 'answers', ...(isAdmin ? (['all'] as const) : [])] as const).map((id) => ({
    id,
    label: LABELS[id],
    href: supportUrl({ tab: id === 'own' ? undefined : id }),
  }));
  const contact = me?.site.contactEmail ?? '';
  return (
    <div className="tm-page tm-stack up-page">
      <div className="up-head">
        <div>
          <h1 className="tm-title">Support</h1>
          <p className="tm-prose">
            Tickets go to the administrators of your agency and of this installation, and stay on this server.
            {contact !== '' && (
              <>
                {' '}
                If you cannot sign in, write to <a href={`mailto:${contact}`}>{contact}</a>.
              </>
            )}
          </p>
        </div>
        {tab !== 'new' && (
          <AppLink className="tm-btn pri" href={supportUrl({ tab: 'new' })}>
            New ticket
          </AppLink>
        )}
      </div>
      <Tabs label="Support" items={tabs} current={tab} />
      {tab === 'own' && <TicketList scope="own" status={status} />}
      {tab === 'all' && isAdmin && <TicketList scope="all" status={status} />}
      {tab === 'all' && !isAdmin && <ErrorPanel error={new Error('It is shown to administrators.')} what="The list" />}
      {tab === 'new' && <TicketForm tool={tool} />}
      {tab === 'answers' && <AnswersList />}
    </div>
  );
}
