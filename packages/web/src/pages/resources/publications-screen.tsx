import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { toBibtex } from './bibtex.ts';
import { type ContentHead, contentListQuery, publicationFacts } from './content-queries.ts';
import { QueryState, ResourcePage } from './resource-page.tsx';
import { saveText } from './save-text.ts';
import type { PublicationSearch } from './search.ts';

const FORMS = {
  paper: 'Paper',
  preprint: 'Preprint',
  judgment: 'Judgment',
  standard: 'Standard',
  guidance: 'Guidance',
};

function listValues(items: readonly ContentHead[], pick: (item: ContentHead) => readonly string[]): readonly string[] {
  return [...new Set(items.flatMap(pick))].sort();
}

function fits(item: ContentHead, { form, topic, year }: PublicationSearch): boolean {
  const facts = publicationFacts(item);
  if (!facts) return false;
  return (
    (form === undefined || facts.form === form) &&
    (topic === undefined || facts.topics.includes(topic)) &&
    (year === undefined || String(facts.year) === year)
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly values: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string | undefined) => void;
}

function Filter({ label, value = '', values, onChange }: FilterProps) {
  return (
    <label>
      {label}
      <select className="tm-field" value={value} onChange={(event) => onChange(event.currentTarget.value || undefined)}>
        <option value="">All</option>
        {values.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Entry({ item }: { readonly item: ContentHead }) {
  const facts = publicationFacts(item);
  if (!facts) return null;
  const [first, ...rest] = facts.authors;
  return (
    <li>
      <span className="year">{facts.year}</span>
      <div>
        <h2>
          <AppLink href={`/resources/publications/${item.slug}`}>{item.title}</AppLink>
        </h2>
        <p className="tm-t3">
          {first}
          {rest.length > 0 && ` and ${rest.length} more`}. {facts.venue}.
        </p>
        <p>{item.summary}</p>
      </div>
      <span className="tm-t3 tm-sm">{FORMS[facts.form]}</span>
    </li>
  );
}

function List({ items }: { readonly items: readonly ContentHead[] }) {
  const search: PublicationSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: PublicationSearch) =>
    void navigate({ to: '.', search: { ...search, ...change } as never, replace: true, resetScroll: false });
  const shown = items.filter((item) => fits(item, search));
  const topics = listValues(items, (item) => publicationFacts(item)?.topics ?? []);
  const years = [...listValues(items, (item) => [String(publicationFacts(item)?.year)])].reverse();
  return (
    <>
      <fieldset className="tm-filters tm-plainset" aria-label="Filters">
        <Filter label="Type" value={search.form} values={Object.entries(FORMS)} onChange={(form) => set({ form })} />
        <Filter
          label="Topic"
          value={search.topic}
          values={topics.map((topic) => [topic, topic])}
          onChange={(topic) => set({ topic })}
        />
        <Filter
          label="Year"
          value={search.year}
          values={years.map((year) => [year, year])}
          onChange={(year) => set({ year })}
        />
        <span className="count grow" role="status">
          {shown.length} of {items.length}
        </span>
        <button
          type="button"
          className="tm-btn"
          disabled={shown.length === 0}
          onClick={() => saveText('publications.bib', shown.map(toBibtex).join('\n'), 'application/x-bibtex')}
        >
          Save {shown.length} as BibTeX
        </button>
      </fieldset>
      {shown.length === 0 ? (
        <Empty
          action={
            <button
              type="button"
              className="tm-btn"
              onClick={() => set({ form: undefined, topic: undefined, year: undefined })}
            >
              Show all
            </button>
          }
        >
          No publication fits these filters.
        </Empty>
      ) : (
        <ul className="tm-entries">
          {shown.map((item) => (
            <Entry key={item.slug} item={item} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Papers, standards and judgments that the methods rest on. */
export function PublicationsScreen() {
  const query = useQuery(contentListQuery('publication'));
  return (
    <ResourcePage
      title="Publications"
      lead="What the methods rest on: papers, standards and judgments, each described in our own words, with where to find it and which rule uses it."
    >
      {query.data ? <List items={query.data.items} /> : <QueryState query={query} what="The list of publications" />}
    </ResourcePage>
  );
}
