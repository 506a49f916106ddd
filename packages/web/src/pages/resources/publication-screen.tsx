import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ContentItem } from '@trailmark/api/contract/content';
import { AppLink } from '../../components/app-link.tsx';
import { Prose } from '../../components/prose.tsx';
import { toSafeHref } from '../../format/markdown.ts';
import { toBibtex } from './bibtex.ts';
import { contentQuery, publicationFacts } from './content-queries.ts';
import { QueryState, ResourcePage } from './resource-page.tsx';
import { saveText } from './save-text.ts';

const CRUMBS = [{ label: 'Publications', href: '/resources/publications' }];

function Outside({ href, text }: { readonly href: string; readonly text: string }) {
  const safe = toSafeHref(href);
  if (!safe) return text;
  return (
    <a href={safe} rel="noreferrer noopener" target="_blank">
      {text}
    </a>
  );
}

function Citation({ item }: { readonly item: ContentItem }) {
  const facts = publicationFacts(item);
  if (!facts) return null;
  const { authors, year, venue, doi, url, topics, methods } = facts;
  return (
    <dl className="tm-cite">
      <dt>Authors</dt>
      <dd>{authors.join(', ')}</dd>
      <dt>Published</dt>
      <dd>
        {venue}, {year}
      </dd>
      <dt>Where to find it</dt>
      <dd>
        {doi && <Outside href={`https://doi.org/${doi}`} text={`doi:${doi}`} />}
        {doi && url && ' · '}
        {url && <Outside href={url} text={url} />}
        {!doi && !url && 'No stable address known. The reference above identifies it.'}
      </dd>
      <dt>Topics</dt>
      <dd>{topics.join(', ')}</dd>
      <dt>Methods that use it</dt>
      <dd>
        {methods.length === 0 && 'none of this version'}
        {methods.map((method, i) => (
          <span key={method}>
            {i > 0 && ', '}
            <AppLink href={`/resources/methods/${method}`}>{method}</AppLink>
          </span>
        ))}
      </dd>
    </dl>
  );
}

/** One publication: how to cite it, what it says in our words, which methods use it. */
export function PublicationScreen() {
  const { publication = '' } = useParams({ strict: false });
  const query = useQuery(contentQuery('publication', publication));
  const item = query.data;
  if (!item) {
    return (
      <ResourcePage title="Publication" crumbs={CRUMBS}>
        <QueryState query={query} what="This publication" />
      </ResourcePage>
    );
  }
  return (
    <ResourcePage title={item.title} crumbs={CRUMBS}>
      <Citation item={item} />
      <div className="prose">
        <p className="lead">{item.summary}</p>
      </div>
      <Prose text={item.body} />
      <div className="cta">
        <button
          type="button"
          className="tm-btn"
          onClick={() => saveText(`${item.slug}.bib`, toBibtex(item), 'application/x-bibtex')}
        >
          Save as BibTeX
        </button>
      </div>
      <p className="tm-shotcap">
        Described by the makers of this software, or by its administrators: version {item.version}
        {item.version === 0 ? ', as delivered' : ''}. Links lead outside this server.
      </p>
    </ResourcePage>
  );
}
