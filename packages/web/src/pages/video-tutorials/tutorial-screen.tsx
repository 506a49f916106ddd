import '../../components/user-panel.css';
import './video-tutorials.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AppError } from '@trailmark/core/errors';
import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { useSession } from '../../session.ts';
import { formatSeconds, tutorialsQuery } from './queries.ts';
import { tutorialsUrl } from './search.ts';
import { TutorialPlayer } from './tutorial-player.tsx';
import { useWatched } from './watched.ts';

const route = getRouteApi('/dashboard/video-tutorials/$tutorial');

/** One recording. It continues where it was left, unless the link names a second. */
export function TutorialScreen() {
  const { tutorial: id } = route.useParams();
  const { t } = route.useSearch();
  const { me } = useSession();
  const { data, error, refetch } = useQuery(tutorialsQuery());
  const [watched, note] = useWatched(me?.account?.id ?? '');
  const item = data?.items.find((each) => each.id === id);
  const reached = watched[id] ?? 0;
  const [left] = useState(reached);
  useDocumentTitle(item ? `${item.title} · Video tutorials` : 'Video tutorials');
  const start = t ?? (item && left < item.seconds - 2 ? left : 0);
  return (
    <div className="tm-page tm-stack up-page">
      <Crumbs items={[{ label: 'Video tutorials', href: tutorialsUrl() }, { label: item?.title ?? 'Tutorial' }]} />
      {error && <ErrorPanel error={error} what="The tutorial" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the tutorial">
          <RowBars rows={6} columns={['480px', '200px']} />
        </Skeleton>
      )}
      {data && !item && (
        <ErrorPanel error={new AppError('not-found', 'There is no tutorial of this name.')} what="The tutorial" />
      )}
      {item && (
        <>
          <div className="up-head">
            <div>
              <h1 className="tm-title">{item.title}</h1>
              <p className="tm-prose">{item.summary}</p>
              <p className="tm-t3 tm-sm">
                {formatSeconds(item.seconds)}, recorded {item.recordedAt} with {item.software}
                {t === undefined && start > 0 && `; it continues at ${formatSeconds(start)}`}
              </p>
            </div>
            <AppLink className="tm-btn" href={item.tryAt}>
              Open the tool with this data
            </AppLink>
          </div>
          <TutorialPlayer key={id} item={item} start={start} onReached={(seconds) => note(id, seconds)} />
        </>
      )}
    </div>
  );
}
