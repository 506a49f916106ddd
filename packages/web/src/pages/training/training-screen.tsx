import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { useSession } from '../../session.ts';
import { scheduleUrl } from '../../url.ts';
import { CourseCard } from './course-card.tsx';
import { LabList } from './lab-list.tsx';
import { MyTraining } from './my-training.tsx';
import { coursesQuery, sessionsQuery } from './queries.ts';
import { certificateCheckUrl } from './training-url.ts';
import './training.css';

const PRINCIPLES = [
  [
    'Theory that outlives a tool',
    'What the ledger proves, what a rule infers, what a source claims. It holds with any tool.',
  ],
  [
    'Labs on real ledgers',
    'Eight labs on chain data that comes with the software, marked against the ledger itself, offline.',
  ],
  ['Law and custody included', 'Requests, seizure, custody and testimony have hours of their own in each course.'],
  ['Certificates anybody can check', 'A signed file that verifies without us, in the browser or with a small program.'],
] as const;

/** The three courses; for people who are signed in, what they are enrolled in, and the labs. */
export function TrainingScreen() {
  useDocumentTitle('Training');
  const session = useSession();
  const courses = useQuery(coursesQuery());
  const dates = useQuery(sessionsQuery());
  return (
    <div className="tm-page tm-tr">
      <header className="head">
        <h1>Training</h1>
        <p className="lead">
          Three courses for public agencies, each building on the one before: from a first look at a transaction to
          answering for a method in court. Courses cost nothing; rank and seniority do not matter.
        </p>
        <div className="tm-row tm-wrap">
          <AppLink className="tm-btn pri lg" href={scheduleUrl()}>
            See the schedule
          </AppLink>
          <AppLink className="tm-btn lg" href={certificateCheckUrl()}>
            Check a certificate
          </AppLink>
        </div>
      </header>
      {session.isSignedIn && <MyTraining />}
      {courses.isError && (
        <ErrorPanel error={courses.error} what="The courses" onRetry={() => void courses.refetch()} />
      )}
      {courses.isPending && (
        <Skeleton what="courses">
          <RowBars rows={6} columns={['30%', '60%']} />
        </Skeleton>
      )}
      <ul className="tm-tr-cards">
        {courses.data?.courses.map((course) => (
          <CourseCard
            key={course.level}
            course={course}
            isSignedIn={session.isSignedIn}
            next={dates.data?.sessions.find(({ level, isCancelled }) => level === course.level && !isCancelled)}
          />
        ))}
      </ul>
      {(session.isAllowed || session.isAdmin) && <LabList />}
      <section>
        <h2>How the courses work</h2>
        <dl className="tm-tr-principles">
          {PRINCIPLES.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
