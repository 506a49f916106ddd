import '../../components/user-panel.css';
import './video-tutorials.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { Tutorial } from '@trailmark/api/contract/video';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatPlural } from '../../format/number.ts';
import { useSession } from '../../session.ts';
import { findTutorials } from './find-tutorials.ts';
import { formatSeconds, tutorialFileUrl, tutorialsQuery } from './queries.ts';
import { TOPIC_WORDS, TOPICS, tutorialsUrl, tutorialUrl } from './search.ts';
import { useWatched } from './watched.ts';

const route = getRouteApi('/dashboard/video-tutorials');

function describeProgress(item: Tutorial, reached: number): string {
  if (reached === 0) return '';
  return reached >= item.seconds - 2 ? ', watched' : `, watched to ${formatSeconds(reached)}`;
}

function Card({ item, reached }: { readonly item: Tutorial; readonly reached: number }) {
  return (
    <li>
      <AppLink href={tutorialUrl(item.id)}>
        <img src={tutorialFileUrl(item.poster)} alt="" width={1280} height={720} loading="lazy" />
        {reached > 0 && <progress max={item.seconds} value={reached} aria-label="Watched" />}
        <b className="tm-b">{item.title}</b>
        <span className="tm-t2">{item.summary}</span>
        <span className="tm-t3 tm-sm">
          {TOPIC_WORDS[item.topic]}, {formatSeconds(item.seconds)}
          {describeProgress(item, reached)}
        </span>
      </AppLink>
    </li>
  );
}

/** Recordings of the tools, found by topic and words. */
export function TutorialsScreen() {
  const search = route.useSearch();
  const router = useRouter();
  const { me } = useSession();
  const { data, error, refetch } = useQuery(tutorialsQuery());
  const [watched] = useWatched(me?.account?.id ?? '');
  useDocumentTitle('Video tutorials');
  const found = findTutorials(data?.items ?? [], search);
  const find = (q: string) =>
    void router.navigate({ href: tutorialsUrl({ ...search, q }), replace: true, resetScroll: false });
  return (
    <div className="tm-page tm-stack up-page">
      <h1 className="tm-title">Video tutorials</h1>
      <p className="tm-prose">
        Short recordings of the tools, made with the data that comes with the software. They have captions and a
        transcript, no sound, and play from this server.
      </p>
      <div className="up-filter">
        <input
          type="search"
          className="tm-field"
          value={search.q ?? ''}
          maxLength={100}
          placeholder="Find in the tutorials"
          aria-label="Find in the tutorials"
          onChange={(event) => find(event.currentTarget.value)}
        />
        {[undefined, ...TOPICS].map((topic) => (
          <AppLink
            key={topic ?? 'all'}
            className={`tm-chip${topic === search.topic ? ' on' : ''}`}
            aria-current={topic === search.topic ? 'true' : undefined}
            href={tutorialsUrl({ ...search, topic })}
          >
            {topic === undefined ? 'Every topic' : TOPIC_WORDS[topic]}
          </AppLink>
        ))}
      </div>
      {error && <ErrorPanel error={error} what="The list of tutorials" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="tutorials">
          <RowBars rows={3} columns={['280px', '280px', '280px']} />
        </Skeleton>
      )}
      {data && (
        <p className="tm-sr" role="status">
          {formatPlural(found.length, 'tutorial')}
        </p>
      )}
      {data?.items.length === 0 && <Empty>This installation came without recordings.</Empty>}
      {data && data.items.length > 0 && found.length === 0 && (
        <Empty
          action={
            <AppLink className="tm-btn sm" href={tutorialsUrl()}>
              Show all
            </AppLink>
          }
        >
          No tutorial has these words in its title, chapters or transcript.
        </Empty>
      )}
      {found.length > 0 && (
        <ul className="up-tutorials">
          {found.map((item) => (
            <Card key={item.id} item={item} reached={watched[item.id] ?? 0} />
          ))}
        </ul>
      )}
    </div>
  );
}
