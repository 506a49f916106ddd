import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { AppLink } from '../../components/app-link.tsx';
import { ANY_OPTION, type FilterOptions, FilterPick } from '../../components/form/filter-pick.tsx';
import { FindField } from '../../components/form/find-field.tsx';
import { ROLE_WORDS, STATUS_WORDS } from './admin-words.ts';
import { agenciesQuery } from './queries.ts';
import { type UsersSearch, usersUrl } from './search.ts';

const toOptions = (words: Readonly<Record<string, string>>): FilterOptions => [ANY_OPTION, ...Object.entries(words)];

const FIXED: readonly (readonly [key: keyof UsersSearch, label: string, options: FilterOptions])[] = [
  ['status', 'Status', toOptions(STATUS_WORDS)],
  ['role', 'Role', toOptions(ROLE_WORDS)],
  ['allow', 'allow_status', [ANY_OPTION, ['Yes', 'Yes'], ['No', 'No']]],
  [
    'sign',
    'Sign-in',
    [ANY_OPTION, ['no-factor', 'No second factor'], ['locked', 'Locked'], ['never', 'Never signed in']],
  ],
  ['review', 'Yearly review', [ANY_OPTION, ['due', 'Due']]],
];

/** What the list is narrowed to; every choice is in the address bar. */
export function UserFilters({ search, isPlatform }: { readonly search: UsersSearch; readonly isPlatform: boolean }) {
  const router = useRouter();
  const agencies = useQuery({ ...agenciesQuery(), enabled: isPlatform });
  const go = (patch: { readonly [K in keyof UsersSearch]?: string | undefined }) =>
    void router.navigate({ href: usersUrl({ ...search, ...patch } as UsersSearch), resetScroll: false });
  const named: FilterOptions = [ANY_OPTION, ...(agencies.data?.items ?? []).map(({ id, name }) => [id, name] as const)];
  const isNarrowed = Object.values(search).some((value) => value !== undefined);
  return (
    <div className="ad-filters">
      <FindField key={search.q} label="Name or email" words={search.q} onFind={(q) => go({ q })} />
      {FIXED.map(([key, label, options]) => (
        <FilterPick
          key={key}
          label={label}
          value={search[key]}
          options={options}
          onPick={(value) => go({ [key]: value })}
        />
      ))}
      {isPlatform && (
        <FilterPick label="Agency" value={search.agency} options={named} onPick={(agency) => go({ agency })} />
      )}
      {isNarrowed && (
        <AppLink className="tm-sm ad-clear" href={usersUrl()}>
          Show everybody
        </AppLink>
      )}
    </div>
  );
}
