import { useQuery } from '@tanstack/react-query';
import type { LabSummary } from '@trailmark/api/contract/training-wire';
import { COURSE_NAMES } from '@trailmark/core/training/level';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { labsQuery } from './queries.ts';
import { labUrl } from './training-url.ts';

function describeRecord({ record, questions }: LabSummary): string {
  if (record.completedAt) return `Completed on ${record.completedAt.slice(0, 10)}`;
  if (record.attempts === 0) return 'Not tried yet';
  return `Best ${record.bestPoints} of ${questions}, ${record.attempts === 1 ? '1 attempt' : `${record.attempts} attempts`}`;
}

/** Labs with what the person has made of them; of one course where `only` names its labs. */
export function LabList({ only }: { readonly only?: readonly string[] }) {
  const labs = useQuery(labsQuery(true));
  if (labs.isError) return <ErrorPanel error={labs.error} what="The labs" onRetry={() => void labs.refetch()} />;
  const shown = labs.data?.labs.filter(({ id }) => only === undefined || only.includes(id)) ?? [];
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="tm-tr-labs">
      <h2 id="tm-tr-labs">Labs</h2>
      <ul className="tm-tr-labs">
        {shown.map((lab) => (
          <li key={lab.id}>
            <div>
              <AppLink href={labUrl(lab.id)}>
                <b>{lab.title}</b>
              </AppLink>
              <p>{lab.summary}</p>
            </div>
            <span className="tm-t3">
              {COURSE_NAMES[lab.level]}, {lab.questions} questions, about {lab.minutes} minutes
            </span>
            <span className={lab.record.completedAt ? 'tm-tr-state passed' : 'tm-t2'}>{describeRecord(lab)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
