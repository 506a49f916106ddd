import { Tabs } from '../../components/tabs.tsx';
import { useSession } from '../../session.ts';
import { ADMIN_PATHS } from './admin-paths.ts';

export type AdminTab = 'users' | 'agencies' | 'inbox' | 'outbox' | 'training' | 'content' | 'sources';

/** The rooms of administration; messages, emails and texts of the site belong to the installation. */
export function AdminTabs({ current }: { readonly current: AdminTab }) {
  const { role } = useSession();
  const isPlatform = role === 'platform-admin';
  const post = [
    { id: 'inbox', label: 'Inbox', href: ADMIN_PATHS.inbox },
    { id: 'outbox', label: 'Outbox', href: ADMIN_PATHS.outbox },
  ];
  const items = [
    { id: 'users', label: 'Users', href: ADMIN_PATHS.users },
    { id: 'agencies', label: isPlatform ? 'Agencies' : 'Agency', href: ADMIN_PATHS.agencies },
    ...(isPlatform ? post : []),
    { id: 'training', label: 'Training', href: ADMIN_PATHS.training },
    ...(isPlatform ? [{ id: 'content', label: 'Content', href: ADMIN_PATHS.content }] : []),
    { id: 'sources', label: 'Sources', href: ADMIN_PATHS.sources },
  ];
  return <Tabs label="Administration" items={items} current={current} />;
}
