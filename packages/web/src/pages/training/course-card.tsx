import type { Course, TrainingSession } from '@trailmark/api/contract/training-wire';
import { AppLink } from '../../components/app-link.tsx';
import { courseUrl } from '../../url.ts';
import { describeModes, formatDays } from './training-words.ts';

export interface CourseCardProps {
  readonly course: Course;
  /** The next date; undefined where none is planned. */
  readonly next: TrainingSession | undefined;
  readonly isSignedIn: boolean;
}

/** One course of the three: what it is, how long, for whom, when next. */
export function CourseCard({ course, next, isSignedIn }: CourseCardProps) {
  const { level, title, summary, hours, days, modes, language, validityYears, audience } = course;
  return (
    <li className="tm-tr-card">
      <h2>
        <AppLink href={courseUrl(level, isSignedIn)}>{title}</AppLink>
      </h2>
      <p>{summary}</p>
      <dl>
        <dt>Length</dt>
        <dd>
          {hours} hours in {days} days
        </dd>
        <dt>Held</dt>
        <dd>
          {describeModes(modes)}, in {language}
        </dd>
        <dt>For</dt>
        <dd>{audience[0]}</dd>
        <dt>Certificate</dt>
        <dd>Valid for {validityYears} years</dd>
        <dt>Price</dt>
        <dd>None</dd>
        <dt>Next date</dt>
        <dd>
          {next ? `${formatDays(next.startsLocal, next.endsLocal)}, ${next.seatsLeft} seats left` : 'None planned'}
        </dd>
      </dl>
    </li>
  );
}
