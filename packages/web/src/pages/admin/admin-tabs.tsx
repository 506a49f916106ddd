import { Tabs } from '../../components/tabs.tsx';
import { useSession } from '../../session.ts';
import { agenciesUrl, inboxUrl, outboxUrl, usersUrl } from './search.ts';

export type AdminTab = 'users' | 'agencies' | 'inbox' | 'outbox';

/** The rooms of administration; messages and mails belong to the installation. */
export function AdminTabs({ current }: { readonly current: AdminTab }) {
  const { role } = useSession();
  const own = [
    { id: 'users', label: 'Users', href: usersUrl() },
    { id: 'agencies', label: role === 'platform-admin' ? 'Agencies' : 'Agency', href: agenciesUrl() },
  ];
  const installation = [
    { id: 'inbox', label: 'Contact inbox', href: inboxUrl() },
    { id: 'outbox', label: 'Mail outbox', href: outboxUrl() },
  ];
  const items = role === 'platform-admin' ? [...own, ...installation] : own;
  return <Tabs label="Administration" items={items} current={current} />;
}
