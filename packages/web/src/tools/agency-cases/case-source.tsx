import { AppLink } from '../../components/app-link.tsx';
import { caseUrl } from '../../url.ts';

const EXHIBIT = /^(?:EV|A)-\d{1,9}\b/;

/** The source of a statement; one that starts with the number of a file or a pinned result opens it. */
export function CaseSource({ caseId, source }: { readonly caseId: string; readonly source: string }) {
  const [number] = EXHIBIT.exec(source) ?? [];
  if (!number) return <bdi>{source}</bdi>;
  return (
    <>
      <AppLink className="tm-nw" href={caseUrl(caseId, 'evidence', number)}>
        {number}
      </AppLink>
      <bdi>{source.slice(number.length)}</bdi>
    </>
  );
}
