import '../../components/site/site.css';
import './resources.css';
import type { ReactNode } from 'react';
import { type Crumb, Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { useDocumentTitle } from '../../document-title.ts';

export interface ResourcePageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly crumbs?: readonly Crumb[];
  readonly children: ReactNode;
}

/** Head and frame of every page of the resources. */
export function ResourcePage({ title, lead, crumbs, children }: ResourcePageProps) {
  useDocumentTitle(title);
  return (
    <div className="tm-site tm-resource">
      <div className="top">
        {crumbs && (
          <div className="tm-crumbplace">
            <Crumbs items={[...crumbs, { label: title }]} />
          </div>
        )}
        <h1 className={title.length > 60 ? 'long' : undefined}>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

export interface QueryStateProps {
  readonly query: { readonly error: unknown; readonly isPending: boolean; readonly refetch: () => unknown };
  readonly what: string;
  readonly rows?: number;
}

/** Replaces the content while it loads or where it could not be. */
export function QueryState({ query, what, rows = 6 }: QueryStateProps) {
  if (query.error) {
    return <ErrorPanel error={query.error} what={what} onRetry={() => void query.refetch()} />;
  }
  return (
    <div aria-busy="true" className="tm-resskel">
      <span className="tm-sr" role="status">
        Loading
      </span>
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without content
        <div key={i} className="tm-skel" />
      ))}
    </div>
  );
}
