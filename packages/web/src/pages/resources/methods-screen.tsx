import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { AppLink } from '../../components/app-link.tsx';
import { Prose } from '../../components/prose.tsx';
import { parseInline } from '../../format/markdown.ts';
import { contentListQuery, contentQuery } from './content-queries.ts';
import { QueryState, ResourcePage } from './resource-page.tsx';

const CRUMBS = [{ label: 'Methods', href: '/resources/methods' }];

const plain = (text: string) =>
  parseInline(text)
    .map((part) => part.text)
    .join('');

/** Every rule of this version: how it works, what it was measured at, where it fails. */
export function MethodsScreen() {
  const query = useQuery(contentListQuery('method'));
  return (
    <ResourcePage
      title="Methods"
      lead="How each answer is computed, with its parameters, its sources and its known failures. These pages are the documentation of the version that runs here."
    >
      {query.data ? (
        <ul className="tm-entries tm-ruledtop">
          {query.data.items.map(({ slug, title, summary }) => (
            <li key={slug}>
              <span className="year" />
              <div>
                <h2>
                  <AppLink href={`/resources/methods/${slug}`}>{title}</AppLink>
                </h2>
                <p>{plain(summary)}</p>
              </div>
              <code className="tm-mono tm-t3 tm-sm">{slug}</code>
            </li>
          ))}
        </ul>
      ) : (
        <QueryState query={query} what="The list of methods" />
      )}
    </ResourcePage>
  );
}

/** One method, as documented. */
export function MethodScreen() {
  const { method = '' } = useParams({ strict: false });
  const query = useQuery(contentQuery('method', method));
  return (
    <ResourcePage title={query.data?.title ?? 'Method'} crumbs={CRUMBS}>
      {query.data ? <Prose text={query.data.body} /> : <QueryState query={query} what="This method" />}
    </ResourcePage>
  );
}
