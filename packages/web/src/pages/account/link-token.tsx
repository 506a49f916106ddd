import { useEffect, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { AccountPage } from './account-page.tsx';

const TOKEN = /^[\w-]{43}$/;

/**
 * The secret of an emailed link. It is after the #, which browsers send nowhere, and is taken out of the address bar
 * and the history at once.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    const take = () => {
      if (window.location.hash === '') return;
      setToken(window.location.hash.slice(1));
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    };
    take();
    // The whole link pasted over a broken one changes nothing but what is after the #.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return TOKEN.test(token) ? token : undefined;
}

export interface BrokenLinkProps {
  readonly title: string;
  /** Where a new link comes from. */
  readonly again: { readonly href: string; readonly name: string } | null;
  /** The state of the link. */
  readonly from?: string;
}

/** A link that lost its secret on the way. */
export function BrokenLink({ title, again, from = 'the mail' }: BrokenLinkProps) {
  return (
    <AccountPage title={title}>
      <div className="tm-notice" role="alert">
        <p>This link is not whole. Open it from {from}, or copy all of it, to the last character.</p>
      </div>
      {again && (
        <p>
          <AppLink href={again.href}>{again.name}</AppLink>
        </p>
      )}
    </AccountPage>
  );
}
