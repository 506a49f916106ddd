import { useQuery } from '@tanstack/react-query';
import type { Course, CourseMaterials } from '@trailmark/api/contract/training-wire';
import { COURSE_NAMES, type CourseLevel } from '@trailmark/core/training/level';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { useSession } from '../../session.ts';
import { scheduleUrl, trainingUrl } from '../../url.ts';
import { LabList } from './lab-list.tsx';
import { coursesQuery, materialsQuery, sessionsQuery } from './queries.ts';
import { SessionList } from './session-list.tsx';
import { describeModes } from './training-words.ts';
import './training.css';

const PARTS = { theory: 'Theory', lab: 'Lab', law: 'Law' } as const;

function Bullets({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className="tm-tr-bullets">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}

type Handout = CourseMaterials['handouts'][number];

function HandoutText({ handout }: { readonly handout: Handout }) {
  return (
    <details>
      <summary>Handout</summary>
      {handout.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <ul className="tm-tr-bullets">
        {handout.remember.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

function Syllabus({ course, handouts }: { readonly course: Course; readonly handouts: readonly Handout[] }) {
  return (
    <section>
      <h2>Syllabus</h2>
      <ol className="tm-tr-syllabus">
        {course.modules.map(({ title, hours, part, topics }) => {
          const handout = handouts.find(({ module }) => module === title);
          return (
            <li key={title}>
              <div className="head">
                <h3>{title}</h3>
                <span className="tm-t3">
                  {PARTS[part]}, {hours} {hours === 1 ? 'hour' : 'hours'}
                </span>
              </div>
              <ul className="tm-tr-bullets">
                {topics.map((topic) => (
                  <li key={topic}>{topic}</li>
                ))}
              </ul>
              {handout && <HandoutText handout={handout} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Facts({ course }: { readonly course: Course }) {
  return (
    <dl className="tm-figs">
      <div>
        <dt>Length</dt>
        <dd className="v small">
          {course.hours} hours, {course.days} days
        </dd>
      </div>
      <div>
        <dt>Held</dt>
        <dd className="v small">{describeModes(course.modes)}</dd>
      </div>
      <div>
        <dt>Language</dt>
        <dd className="v small">{course.language}</dd>
      </div>
      <div>
        <dt>Certificate</dt>
        <dd className="v small">{course.validityYears} years</dd>
      </div>
    </dl>
  );
}

function Dates({ level }: { readonly level: CourseLevel }) {
  const dates = useQuery(sessionsQuery());
  const rows = dates.data?.sessions.filter((each) => each.level === level) ?? [];
  return (
    <section>
      <h2>Next dates</h2>
      {dates.isError && <ErrorPanel error={dates.error} what="The dates" onRetry={() => void dates.refetch()} />}
      {dates.data && rows.length === 0 && <p className="tm-t2">No date is planned yet.</p>}
      <SessionList sessions={rows} zone={undefined} />
      <p>
        <AppLink href={scheduleUrl({ level })}>All dates and enrolment</AppLink>
      </p>
    </section>
  );
}

/** One course: facts, outcomes, syllabus, dates; for people with access the handouts and labs. */
export function CourseScreen({ level }: { readonly level: CourseLevel }) {
  useDocumentTitle(COURSE_NAMES[level]);
  const session = useSession();
  const hasAccess = session.isKnown && (session.isAllowed || session.isAdmin);
  const courses = useQuery(coursesQuery());
  const materials = useQuery(materialsQuery(level, hasAccess));
  const course = courses.data?.courses.find((each) => each.level === level);
  if (courses.isError)
    return <ErrorPanel error={courses.error} what="The course" onRetry={() => void courses.refetch()} />;
  if (!course)
    return (
      <div className="tm-page tm-tr">
        <Skeleton what="course">
          <RowBars rows={8} columns={['40%', '50%']} />
        </Skeleton>
      </div>
    );
  return (
    <div className="tm-page tm-tr">
      <header className="head">
        <p>
          <AppLink href={trainingUrl(session.isSignedIn)}>Training</AppLink>
        </p>
        <h1>{course.title}</h1>
        <p className="lead">{course.summary}</p>
      </header>
      <Facts course={course} />
      <div className="tm-tr-cols">
        <Bullets title="After the course you can" items={course.outcomes} />
        <div>
          <Bullets title="Who may attend" items={course.audience} />
          <Bullets title="Prerequisites" items={course.prerequisites} />
        </div>
      </div>
      <Syllabus course={course} handouts={materials.data?.handouts ?? []} />
      {materials.isError && <ErrorPanel error={materials.error} what="The handouts" />}
      {hasAccess ? (
        <LabList only={course.modules.flatMap(({ labs }) => labs)} />
      ) : (
        <p className="tm-note">Handouts and labs are here for verified accounts.</p>
      )}
      <section>
        <h2>Assessment</h2>
        <p className="tm-prose">{course.assessment}</p>
      </section>
      <Dates level={level} />
    </div>
  );
}

/** The first course. */
export function EssentialsScreen() {
  return <CourseScreen level="essentials" />;
}

/** The second course. */
export function IntermediateScreen() {
  return <CourseScreen level="intermediate" />;
}

/** The third course. */
export function AdvancedScreen() {
  return <CourseScreen level="advanced" />;
}
