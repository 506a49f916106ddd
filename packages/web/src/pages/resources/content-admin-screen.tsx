import { useQuery } from '@tanstack/react-query';
import { type ContentFacts, type ContentVersion, EDITABLE_KINDS } from '@trailmark/api/contract/content';
import { useState } from 'react';
import { api, serverNow } from '../../api.ts';
import { useDocumentTitle } from '../../document-title.ts';
import { AdminPage } from '../../parts/admin/admin-page.tsx';
import { ContentEditor, type EditableKind, type EditedText } from './content-editor.tsx';
import { QueryState } from './resource-page.tsx';

const NAMES: Readonly<Record<EditableKind, string>> = {
  publication: 'Publications',
  'case-study': 'Case studies',
  portal: 'LE Portal',
};

/** What a new text of each kind starts from: every fact that it needs, with room to write. */
const listBlankFacts = (): Readonly<Record<EditableKind, ContentFacts>> => ({
  publication: {
    kind: 'publication',
    form: 'paper',
    authors: [''],
    year: new Date(serverNow()).getUTCFullYear(),
    venue: '',
    doi: null,
    url: null,
    topics: [''],
    methods: [],
  },
  'case-study': {
    kind: 'case-study',
    chain: 'Bitcoin',
    period: '',
    outcome: '',
    timeline: [{ at: '', text: '' }],
    steps: [{ title: '', text: '', href: null, check: null }],
    lessons: [],
    errors: [],
  },
  portal: { kind: 'portal', section: 'guide', file: 'name.md' },
});

function toBlank(kind: EditableKind): EditedText {
  return { slug: '', title: '', summary: '', body: '', facts: listBlankFacts()[kind], version: null };
}

const STATUS_WORDS = {
  draft: 'saved as a draft; readers see what they saw before',
  published: 'published',
  withdrawn: 'withdrawn; readers no longer see it',
} as const;

function describeSaved({ slug, version, status }: ContentVersion): string {
  return `Version ${version} of ${slug} was ${STATUS_WORDS[status]}.`;
}

/** The place of a new text among the choices; no address of a text has a star. */
const NEW = '*new';

function Items({ kind }: { readonly kind: EditableKind }) {
  const query = useQuery({
    queryKey: ['admin-content', kind],
    queryFn: ({ signal }) => api.call('listContentVersions', { params: { kind }, signal }),
  });
  const [chosen, setChosen] = useState('');
  const [saved, setSaved] = useState<ContentVersion>();
  if (!query.data) return <QueryState query={query} what="The texts" />;
  const { items } = query.data;
  const item = chosen === NEW ? toBlank(kind) : items.find(({ slug }) => slug === chosen);
  const choose = (slug: string) => {
    setChosen(slug);
    setSaved(undefined);
  };
  return (
    <>
      <fieldset className="tm-filters tm-plainset" aria-label="Which text">
        <label>
          Text
          <select
            className="tm-field"
            aria-label="Text to edit"
            value={chosen}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            <option value="">Choose a text</option>
            <option value={NEW}>A new text</option>
            {items.map(({ slug, version, status }) => (
              <option key={slug} value={slug}>
                {slug}, version {version}, {status}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="tm-btn" onClick={() => choose(NEW)}>
          Write a new text
        </button>
      </fieldset>
      <p role="status">{saved && describeSaved(saved)}</p>
      {item && (
        <ContentEditor
          key={`${item.slug}:${item.version}`}
          kind={kind}
          item={item}
          taken={items.map(({ slug }) => slug)}
          onSaved={(version) => {
            setSaved(version);
            setChosen(version.slug);
          }}
        />
      )}
    </>
  );
}

/** Texts of the site for administrators of the installation: drafts, publication, withdrawal, history. */
export function ContentAdminScreen() {
  const [kind, setKind] = useState<EditableKind>('publication');
  useDocumentTitle('Site texts');
  return (
    <AdminPage
      tab="content"
      title="Site texts"
      lead="A version is never changed or removed. What you publish is shown to readers at once; what you withdraw is kept here."
    >
      <div className="tm-seg">
        {EDITABLE_KINDS.map((each) => (
          <button key={each} type="button" aria-pressed={each === kind} onClick={() => setKind(each)}>
            {NAMES[each]}
          </button>
        ))}
      </div>
      <Items key={kind} kind={kind} />
    </AdminPage>
  );
}
