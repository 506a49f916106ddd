import { useQuery } from '@tanstack/react-query';
import { COURSE_LEVELS, COURSE_NAMES, type CourseLevel } from '@trailmark/core/training/level';
import { callRoute } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { useSession } from '../../session.ts';
import { courseUrl, scheduleUrl } from '../../url.ts';
import { formatShortDay } from './short-day.ts';

const COURSES: Readonly<Record<CourseLevel, { readonly who: string; readonly length: string }>> = {
  essentials: { who: 'First responders, prosecutors', length: '2 days' },
  intermediate: { who: 'Financial investigators', length: '3 days' },
  advanced: { who: 'Analysts, expert witnesses', length: '4 days' },
};

/** First day of the next session of each course that can still be attended. */
function useNextDays(): { readonly days: ReadonlyMap<CourseLevel, string>; readonly isKnown: boolean } {
  const { data } = useQuery({
    queryKey: ['training', 'sessions', {}],
    queryFn: async ({ signal }) => {
      // Only this group of the contract: the first page has to stay small.
      const { trainingRoutes } = await import('@trailmark/api/contract/training');
      return callRoute(trainingRoutes.listTrainingSessions, { query: {}, signal });
    },
  });
  const open = data?.sessions.filter(({ isCancelled, startsAt }) => !isCancelled && startsAt > data.asOf) ?? [];
  // The last one set for a level is the earliest: sessions come by time.
  return { days: new Map(open.reverse().map((each) => [each.level, each.startsLocal])), isKnown: data !== undefined };
}

/** The three courses with their length and next date; until that is known, and where there is none, a way to all dates. */
export function CourseTable() {
  const { isSignedIn } = useSession();
  const { days, isKnown } = useNextDays();
  return (
    <table className="tm-courses">
      <thead>
        <tr>
          <th scope="col">Course</th>
          <th scope="col" className="spare">
            For
          </th>
          <th scope="col" className="spare">
            Length
          </th>
          <th scope="col">Next</th>
        </tr>
      </thead>
      <tbody>
        {COURSE_LEVELS.map((level) => {
          const day = days.get(level);
          return (
            <tr key={level}>
              <td>
                <AppLink href={courseUrl(level, isSignedIn)}>{COURSE_NAMES[level]}</AppLink>
              </td>
              <td className="spare">{COURSES[level].who}</td>
              <td className="spare">{COURSES[level].length}</td>
              <td>
                <AppLink href={scheduleUrl({ level })} aria-label={`Dates of ${COURSE_NAMES[level]}`}>
                  {day ? formatShortDay(day) : isKnown ? 'No date set' : 'See the schedule'}
                </AppLink>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
