import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../document-title.ts';
import './account.css';

export interface AccountPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** One column of 440 px: the title, a sentence, the form. */
export function AccountPage({ title, lead, children }: AccountPageProps) {
  useDocumentTitle(title);
  return (
    <div className="tm-account">
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </div>
  );
}
