import type { Profile } from '@trailmark/api/contract/profile';
import { useCallback } from 'react';
import { useSingleKeys } from '../components/single-keys.ts';
import { useTimeZone } from '../components/time-zone.ts';
import { useValues } from '../prices.ts';

type Preferences = Pick<Profile, 'currency' | 'timeZone' | 'hasSingleKeys'>;

/** Shows pages of this browser session as a profile says. */
export function usePreferences(): (preferences: Preferences) => void {
  const { zone, toggleZone } = useTimeZone();
  const { currency, choose } = useValues();
  const [hasKeys, setKeys] = useSingleKeys();
  return useCallback(
    (next) => {
      const isUtc = next.timeZone === 'UTC';
      if (isUtc !== (zone === 'utc')) toggleZone();
      if (next.currency !== currency) choose(next.currency);
      if (next.hasSingleKeys !== hasKeys) setKeys(next.hasSingleKeys);
    },
    [zone, toggleZone, currency, choose, hasKeys, setKeys],
  );
}
