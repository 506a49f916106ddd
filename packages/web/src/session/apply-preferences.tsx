import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../session.ts';
import { profileQuery } from './profile-query.ts';
import { usePreferences } from './use-preferences.ts';

const KEY = 'preferencesOf';

function isApplied(account: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === account;
  } catch {
    // Without a storage nothing chosen on the page would be remembered either.
    return true;
  }
}

/** Shows pages as the profile says, once in a browser session: what is chosen on a page afterwards stays. */
export function ApplyPreferences() {
  const { me, role } = useSession();
  const account = role === 'pending' ? undefined : me?.account?.id;
  const isDue = account !== undefined && !isApplied(account);
  const { data } = useQuery({ ...profileQuery(), enabled: isDue });
  const apply = usePreferences();
  useEffect(() => {
    if (!isDue || !data) return;
    sessionStorage.setItem(KEY, account);
    apply(data);
  }, [isDue, data, account, apply]);
  return null;
}
