import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type CONTENT_STATUS,
  type ContentFacts,
  type ContentVersion,
  contentFacts,
  type EDITABLE_KINDS,
} from '@trailmark/api/contract/content';
import { AppError } from '@trailmark/core/errors';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Prose } from '../../components/prose.tsx';
import { QueryState } from './resource-page.tsx';

export type EditableKind = (typeof EDITABLE_KINDS)[number];

/** What is edited. A text that is not there yet has no version. */
export interface EditedText {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
  readonly facts: ContentFacts;
  readonly version: number | null;
}

interface Draft {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
  readonly facts: string;
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/;

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

function checkSlug(slug: string, taken: readonly string[]): void {
  if (!SLUG.test(slug)) {
    throw new AppError('invalid', 'The address has small letters, digits and hyphens, such as "kappos-2022".');
  }
  if (taken.includes(slug)) {
    throw new AppError('conflict', `There is a text at "${slug}" already. Choose it in the list to edit it.`);
  }
}

interface Saving {
  readonly draft: Draft;
  readonly status: (typeof CONTENT_STATUS)[number];
}

function useSave({ kind, item, taken, onSaved }: ContentEditorProps) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ draft, status }: Saving) => {
      const { slug, title, summary, body } = draft;
      if (item.version === null) checkSlug(slug, taken);
      return await api.call('saveContent', {
        params: { kind, slug },
        body: { title, summary, body, facts: parseFacts(draft.facts), status, basedOn: item.version },
      });
    },
    onSuccess: async (saved) => {
      void client.invalidateQueries({ queryKey: ['content'] });
      await client.invalidateQueries({ queryKey: ['admin-content'] });
      onSaved(saved);
    },
    networkMode: 'always',
  });
}

function History({ kind, slug }: { readonly kind: EditableKind; readonly slug: string }) {
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

export interface ContentEditorProps {
  readonly kind: EditableKind;
  readonly item: EditedText;
  /** Addresses that a new text cannot have. */
  readonly taken: readonly string[];
  /** Called once the lists know of the new version. */
  readonly onSaved: (saved: ContentVersion) => void;
}

interface FieldsProps {
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly set: (change: Partial<Draft>) => void;
}

function Fields({ draft, isNew, set }: FieldsProps) {
  return (
    <>
      {isNew && (
        <label>
          Address, the last part of the page’s path
          <input
            className="tm-field"
            value={draft.slug}
            maxLength={80}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => set({ slug: event.currentTarget.value })}
          />
        </label>
      )}
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
    </>
  );
}

/** One text as a form: a new version is a draft, is published, or withdraws the item. */
export function ContentEditor(props: ContentEditorProps) {
  const { kind, item } = props;
  const isNew = item.version === null;
  const [draft, setDraft] = useState<Draft>(() => ({ ...item, facts: JSON.stringify(item.facts, null, 2) }));
  const [isPreviewing, setPreviewing] = useState(false);
  const save = useSave(props);
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ draft, status: 'draft' });
  };
  return (
    <form className="tm-editor" onSubmit={submit} aria-label={isNew ? 'New text' : `Edit ${item.slug}`}>
      <Fields draft={draft} isNew={isNew} set={set} />
      {save.error && <ErrorPanel error={save.error} what="This version" />}
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
        {!isNew && (
          <button
            type="button"
            className="tm-btn"
            disabled={save.isPending}
            onClick={() => save.mutate({ draft, status: 'withdrawn' })}
          >
            Withdraw
          </button>
        )}
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
      {!isNew && (
        <>
          <h3>History</h3>
          <History kind={kind} slug={item.slug} />
        </>
      )}
    </form>
  );
}
