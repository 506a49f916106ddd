import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type CONTENT_STATUS,
  type ContentVersion,
  contentFacts,
  EDITABLE_KINDS,
} from '@trailmark/api/contract/content';
import { AppError } from '@trailmark/core/errors';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { AdminPage } from '../admin/admin-page.tsx';
import { Prose } from './prose.tsx';
import { QueryState } from './resource-page.tsx';

type Kind = (typeof EDITABLE_KINDS)[number];
const NAMES: Readonly<Record<Kind, string>> = {
  publication: 'Publications',
  'case-study': 'Case studies',
  portal: 'LE Portal',
};

interface Draft {
  readonly title: string;
  readonly summary: string;
  readonly body: string;
  readonly facts: string;
}

const toDraft = (item: ContentVersion): Draft => ({ ...item, facts: JSON.stringify(item.facts, null, 2) });

/** Facts are written as JSON. Throws `invalid` with the place that is wrong. */
function parseFacts(text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid', `The facts are no JSON: ${error instanceof Error ? error.message : 'unreadable'}.`);
  }
  const result = contentFacts.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AppError('invalid', `In the facts, "${issue?.path.join('.')}" is not acceptable: ${issue?.message}.`);
}

function useSave(kind: Kind, item: ContentVersion, onSaved: (saved: ContentVersion) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ draft, status }: { draft: Draft; status: (typeof CONTENT_STATUS)[number] }) =>
      api.call('saveContent', {
        params: { kind, slug: item.slug },
        body: { ...draftTexts(draft), facts: parseFacts(draft.facts), status, basedOn: item.version },
      }),
    onSuccess: (saved) => {
      onSaved(saved);
      void client.invalidateQueries({ queryKey: ['content'] });
      void client.invalidateQueries({ queryKey: ['admin-content'] });
    },
    networkMode: 'always',
  });
}

const draftTexts = ({ title, summary, body }: Draft) => ({ title, summary, body });

function History({ kind, slug }: { readonly kind: Kind; readonly slug: string }) {
  const query = useQuery({
    queryKey: ['admin-content', kind, slug],
    queryFn: ({ signal }) => api.call('getContentHistory', { params: { kind, slug }, signal }),
  });
  if (!query.data) return <QueryState query={query} what="The history" rows={2} />;
  return (
    <table className="tm-checks">
      <thead>
        <tr>
          <th scope="col">Version</th>
          <th scope="col">State</th>
          <th scope="col">Written by</th>
          <th scope="col">When, UTC</th>
          <th scope="col">Title</th>
        </tr>
      </thead>
      <tbody>
        {query.data.versions.map(({ version, status, author, changedAt, title }) => (
          <tr key={version}>
            <td>{version}</td>
            <td>{status}</td>
            <td>{author ?? 'as delivered'}</td>
            <td>{changedAt?.slice(0, 19).replace('T', ' ') ?? '–'}</td>
            <td>{title}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface EditorProps {
  readonly kind: Kind;
  readonly item: ContentVersion;
  readonly onSaved: (saved: ContentVersion) => void;
}

function Editor({ kind, item, onSaved }: EditorProps) {
  const [draft, setDraft] = useState(() => toDraft(item));
  const [isPreviewing, setPreviewing] = useState(false);
  const save = useSave(kind, item, onSaved);
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ draft, status: 'draft' });
  };
  return (
    <form className="tm-editor" onSubmit={submit} aria-label={`Edit ${item.slug}`}>
      <label>
        Title
        <input
          className="tm-field"
          value={draft.title}
          maxLength={300}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
      </label>
      <label>
        Summary
        <textarea
          className="tm-field"
          rows={3}
          maxLength={1_000}
          value={draft.summary}
          onChange={(event) => set({ summary: event.currentTarget.value })}
        />
      </label>
      <label>
        Text, in Markdown without HTML
        <textarea
          className="tm-field"
          rows={14}
          maxLength={60_000}
          value={draft.body}
          onChange={(event) => set({ body: event.currentTarget.value })}
        />
      </label>
      <label>
        Facts, in JSON
        <textarea
          className="tm-field"
          rows={10}
          spellCheck={false}
          value={draft.facts}
          onChange={(event) => set({ facts: event.currentTarget.value })}
        />
      </label>
      {save.error && <ErrorPanel error={save.error} what="This version" />}
      {save.data && (
        <p role="status">
          Version {save.data.version} was saved as {save.data.status}.
        </p>
      )}
      <div className="cta">
        <button type="submit" className="tm-btn" disabled={save.isPending}>
          Save as draft
        </button>
        <button
          type="button"
          className="tm-btn pri"
          disabled={save.isPending}
          onClick={() => save.mutate({ draft, status: 'published' })}
        >
          Publish
        </button>
        <button
          type="button"
          className="tm-btn"
          disabled={save.isPending}
          onClick={() => save.mutate({ draft, status: 'withdrawn' })}
        >
          Withdraw
        </button>
        <button
          type="button"
          className="tm-btn"
          aria-pressed={isPreviewing}
          onClick={() => setPreviewing(!isPreviewing)}
        >
          Preview
        </button>
      </div>
      {isPreviewing && (
        <div className="tm-prevbox">
          <Prose text={draft.body} />
        </div>
      )}
      <h3>History</h3>
      <History kind={kind} slug={item.slug} />
    </form>
  );
}

function Items({ kind }: { readonly kind: Kind }) {
  const query = useQuery({
    queryKey: ['admin-content', kind],
    queryFn: ({ signal }) => api.call('listContentVersions', { params: { kind }, signal }),
  });
  const [slug, setSlug] = useState('');
  if (!query.data) return <QueryState query={query} what="The texts" />;
  const item = query.data.items.find((each) => each.slug === slug);
  return (
    <>
      <fieldset className="tm-filters tm-plainset" aria-label="Text to edit">
        <label>
          Text
          <select className="tm-field" value={slug} onChange={(event) => setSlug(event.currentTarget.value)}>
            <option value="">Choose a text</option>
            {query.data.items.map((each) => (
              <option key={each.slug} value={each.slug}>
                {each.slug}, version {each.version}, {each.status}
              </option>
            ))}
          </select>
        </label>
      </fieldset>
      {item && <Editor key={`${item.slug}:${item.version}`} kind={kind} item={item} onSaved={() => undefined} />}
    </>
  );
}

/** Texts of the site for administrators of the installation: drafts, publication, withdrawal, history. */
export function ContentAdminScreen() {
  const [kind, setKind] = useState<Kind>('publication');
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
