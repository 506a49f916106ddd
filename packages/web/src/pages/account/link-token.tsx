import { useEffect, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { AccountPage } from './account-page.tsx';

const TOKEN = /^[\w-]{43}$/;

/**
 * The secret of a mailed link. It stands behind the #, which browsers send nowhere, and is taken out of the address bar
 * and the history at once.
 */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    if (window.location.hash === '') return;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }, []);
  return TOKEN.test(token) ? token : undefined;
}

export interface BrokenLinkProps {
  readonly title: string;
  /** Where a new link comes from. */
  readonly again: { readonly href: string; readonly name: string } | null;
}

/** A link that lost its secret on the way. */
export function BrokenLink({ title, again }: BrokenLinkProps) {
  return (
    <AccountPage title={title}>
      <div className="tm-notice" role="alert">
        <p>This link is not whole. Open it from the mail, or copy all of it, to the last character.</p>
      </div>
      {again && (
        <p>
          <AppLink href={again.href}>{again.name}</AppLink>
        </p>
      )}
    </AccountPage>
  );
}
