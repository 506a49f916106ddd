import { AppLink } from '../components/app-link.tsx';
import { caseUrl } from '../url.ts';
import { useWorkingCase } from '../working-case.ts';

/** Says on every tool's page which case “Add to case” goes to, and leads there. */
export function WorkingCaseLink() {
  const [working] = useWorkingCase();
  if (!working) return null;
  const { id, number, title } = working;
  return (
    <AppLink
      className="tm-btn quiet tm-workingcase"
      href={caseUrl(id)}
      title={`You work in ${number} ${title}. “Add to case” goes there.`}
    >
      <span>
        <span className="tm-sr">You work in </span>
        {number} <bdi>{title}</bdi>
      </span>
    </AppLink>
  );
}
