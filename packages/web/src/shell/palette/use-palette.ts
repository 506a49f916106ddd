import { useQuery } from '@tanstack/react-query';
import { searchQuery } from '../../api.ts';
import { useDebouncedValue } from '../../components/use-debounced-value.ts';
import { findQuery, pastedQuery, visitsQuery } from '../../home.ts';
import { hasTools, useSession } from '../../session.ts';
import { TOOL_MENU, UNLISTED_PAGES } from '../tool-menu.ts';
import { groupFound, groupVisits, PAGES, type PaletteGroup, type Place } from './palette-groups.ts';
import { groupPasted } from './pasted-view.tsx';

const WAIT_MS = 180;
const HITS = 10;

function findPages(text: string, withUnlisted: boolean) {
  const wanted = text.toLowerCase();
  if (wanted.length < 2) return [];
  const pages = [...TOOL_MENU.flatMap(({ items }) => items), ...(withUnlisted ? UNLISTED_PAGES : [])];
  return pages.filter(({ name }) => name.toLowerCase().includes(wanted));
}

/** What the palette shows for its text: groups, and what of the search is shown next to them. */
export function usePalette(text: string, pasted: string, place: Place) {
  const mayFind = hasTools(useSession());
  const typed = text.trim();
  const asked = useDebouncedValue(typed, WAIT_MS);
  const isTyped = asked !== '' && pasted === '';
  const found = useQuery({ ...findQuery(asked), enabled: isTyped && mayFind });
  const searched = useQuery({ ...searchQuery(asked, undefined, HITS), enabled: isTyped && !mayFind });
  const visits = useQuery({ ...visitsQuery(), enabled: mayFind });
  const scanned = useQuery(pastedQuery(pasted));
  const pages = findPages(typed, mayFind);
  const identifiers = mayFind ? found.data?.identifiers : searched.data;
  const answer = typed === '' ? undefined : mayFind ? found.data : identifiers && { identifiers };
  const isEarlier = typed !== asked || (mayFind ? found.isPlaceholderData : searched.isPlaceholderData);
  const readGroups = (): readonly PaletteGroup[] => {
    if (pasted !== '') return groupPasted(scanned.data, place);
    if (typed === '') return groupVisits(visits.data?.items ?? []);
    const groups = groupFound(answer ?? { identifiers: NOTHING }, typed, pages, place);
    return isEarlier ? groups.map((group) => ({ ...group, isEarlier: group.id !== PAGES })) : groups;
  };
  return {
    groups: readGroups(),
    identifiers: isTyped && !isEarlier ? identifiers : undefined,
    error: mayFind ? found.error : searched.error,
    isSearching: typed !== '' && pasted === '' && (isEarlier || found.isFetching || searched.isFetching),
  };
}

const NOTHING = { hits: [], refusal: null, near: [], truncated: false };
