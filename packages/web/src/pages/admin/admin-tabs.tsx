import { Tabs } from '../../components/tabs.tsx';
import { useSession } from '../../session.ts';
import { sourcesUrl } from '../sources/source-url.ts';
import { adminTrainingUrl } from '../training/training-url.ts';
import { agenciesUrl, contentUrl, inboxUrl, outboxUrl, usersUrl } from './search.ts';

export type AdminTab = 'users' | 'agencies' | 'inbox' | 'outbox' | 'training' | 'content' | 'sources';

/** The rooms of administration; messages, mails and texts of the site belong to the installation. */
export function AdminTabs({ current }: { readonly current: AdminTab }) {
  const { role } = useSession();
  const isPlatform = role === 'platform-admin';
  const post = [
    { id: 'inbox', label: 'Inbox', href: inboxUrl() },
    { id: 'outbox', label: 'Outbox', href: outboxUrl() },
  ];
  const items = [
    { id: 'users', label: 'Users', href: usersUrl() },
    { id: 'agencies', label: isPlatform ? 'Agencies' : 'Agency', href: agenciesUrl() },
    ...(isPlatform ? post : []),
    { id: 'training', label: 'Training', href: adminTrainingUrl() },
    ...(isPlatform ? [{ id: 'content', label: 'Content', href: contentUrl() }] : []),
    { id: 'sources', label: 'Sources', href: sourcesUrl() },
  ];
  return <Tabs label="Administration" items={items} current={current} />;
}
