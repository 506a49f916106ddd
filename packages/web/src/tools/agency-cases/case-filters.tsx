import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CASE_PRIORITIES, CASE_STATUSES } from '@trailmark/core/case';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CASES_KEY, caseChoicesQuery, caseViewsQuery } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ANY_OPTION, type FilterOptions, FilterPick } from '../../components/form/filter-pick.tsx';
import { FindField } from '../../components/form/find-field.tsx';
import { stringifySearch } from '../../search-params.ts';
import { PRIORITY_WORDS, STATUS_WORDS } from './case-words.ts';
import { ColumnChoice } from './column-choice.tsx';
import { type CasesSearch, casesUrl } from './search.ts';

/** Keeps the filters and columns under a name, or forgets a kept view. */
function KeepView({ search }: { readonly search: CasesSearch }) {
  const client = useQueryClient();
  const { data } = useQuery(caseViewsQuery());
  const [name, setName] = useState<string | undefined>();
  const query = stringifySearch(search);
  const settle = () => client.invalidateQueries({ queryKey: CASES_KEY });
  const keep = useMutation({
    mutationFn: (text: string) => api.call('saveCaseView', { body: { name: text, query } }),
    onSuccess: () => {
      setName(undefined);
      return settle();
    },
  });
  const forget = useMutation({
    mutationFn: (view: string) => api.call('removeCaseView', { params: { view }, body: {} }),
    onSuccess: settle,
  });
  const kept = data?.items.find((view) => view.query === query);
  if (kept) {
    return (
      <button type="button" className="tm-linkbtn tm-sm" onClick={() => forget.mutate(kept.id)}>
        Forget this view
      </button>
    );
  }
  if (name === undefined) {
    return (
      <button type="button" className="tm-linkbtn tm-sm" onClick={() => setName('')}>
        Save this view
      </button>
    );
  }
  return (
    <form
      className="tm-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) keep.mutate(name.trim());
      }}
    >
      <input
        className="tm-field"
        aria-label="Name of the view"
        placeholder="Name of the view"
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <button type="submit" className="tm-btn" disabled={!name.trim() || keep.isPending}>
        Save
      </button>
      {keep.error && <ErrorPanel error={keep.error} what="The view" />}
    </form>
  );
}

type Go = (patch: { readonly [K in keyof CasesSearch]?: CasesSearch[K] | undefined }) => void;

const STATUSES: FilterOptions = [ANY_OPTION, ...CASE_STATUSES.map((one) => [one, STATUS_WORDS[one]] as const)];
const PRIORITIES: FilterOptions = [ANY_OPTION, ...CASE_PRIORITIES.map((one) => [one, PRIORITY_WORDS[one]] as const)];

function Picks({ search, onGo }: { readonly search: CasesSearch; readonly onGo: Go }) {
  const { data } = useQuery(caseChoicesQuery());
  const types: FilterOptions = [ANY_OPTION, ...(data?.templates ?? []).map(({ id, name }) => [id, name] as const)];
  const people = (data?.leads ?? []).map(({ id, name }) => [id, name] as const);
  const leads: FilterOptions = [ANY_OPTION, ['none', 'No lead'], ...people];
  const units: FilterOptions = [ANY_OPTION, ...(data?.units ?? []).map((unit) => [unit, unit] as const)];
  const tags: FilterOptions = [ANY_OPTION, ...(data?.tags ?? []).map((tag) => [tag, tag] as const)];
  return (
    <>
      <FilterPick label="Type" value={search.type} options={types} onPick={(type) => onGo({ type })} />
      <FilterPick label="Status" value={search.status} options={STATUSES} onPick={(status) => onGo({ status })} />
      <FilterPick
        label="Priority"
        value={search.priority}
        options={PRIORITIES}
        onPick={(priority) => onGo({ priority: priority as CasesSearch['priority'] })}
      />
      <FilterPick label="Lead" value={search.lead} options={leads} onPick={(lead) => onGo({ lead })} />
      {units.length > 1 && (
        <FilterPick label="Unit" value={search.unit} options={units} onPick={(unit) => onGo({ unit })} />
      )}
      {tags.length > 1 && <FilterPick label="Tag" value={search.tag} options={tags} onPick={(tag) => onGo({ tag })} />}
    </>
  );
}

/** What the list is narrowed to; every choice is in the address bar. */
export function CaseFilters({ search }: { readonly search: CasesSearch }) {
  const router = useRouter();
  const go: Go = (patch) =>
    void router.navigate({ href: casesUrl({ ...search, offset: undefined, ...patch }), resetScroll: false });
  const { view, sort, columns, offset: _, ...narrowed } = search;
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined);
  return (
    <div className="cs-filters">
      <FindField
        key={search.words ?? ''}
        label="Titles, identifiers, notes, file names"
        words={search.words}
        onFind={(words) => go({ words })}
      />
      <Picks search={search} onGo={go} />
      <ColumnChoice search={search} />
      <span className="cs-clear">
        {isNarrowed && (
          <AppLink className="tm-sm" href={casesUrl({ view, sort, columns })}>
            Clear filters
          </AppLink>
        )}
        {(isNarrowed || columns) && <KeepView search={search} />}
      </span>
    </div>
  );
}
