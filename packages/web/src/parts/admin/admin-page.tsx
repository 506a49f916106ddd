import './admin.css';
import type { ReactNode } from 'react';
import { type AdminTab, AdminTabs } from './admin-tabs.tsx';

export interface AdminPageProps {
  readonly tab: AdminTab;
  readonly title: ReactNode;
  /** One sentence: what belongs here. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page of administration. */
export function AdminPage({ tab, title, lead, actions, children }: AdminPageProps) {
  return (
    <div className="tm-page tm-stack ad-page">
      <div className="tm-row tm-between tm-wrap">
        <h1 className="tm-title">{title}</h1>
        {actions && <div className="tm-row tm-wrap">{actions}</div>}
      </div>
      {lead && <p className="tm-prose">{lead}</p>}
      <AdminTabs current={tab} />
      {children}
    </div>
  );
}
