import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { caseStudyFacts, contentListQuery } from './content-queries.ts';
import { QueryState, ResourcePage } from './resource-page.tsx';

/** Public cases that can be run again on the bundled data. */
export function CaseStudiesScreen() {
  const query = useQuery(contentListQuery('case-study'));
  return (
    <ResourcePage
      title="Case Studies"
      lead="Public cases, step by step. Re-run any figure: the page calls this server and shows whether the answer is still the one printed here."
    >
      {query.data ? (
        <ul className="tm-entries tm-ruledtop">
          {query.data.items.map((item) => {
            const facts = caseStudyFacts(item);
            const checks = facts?.steps.filter(({ check }) => check !== null).length ?? 0;
            return (
              <li key={item.slug}>
                <span className="year">{facts?.chain}</span>
                <div>
                  <h2>
                    <AppLink href={`/resources/caseStudies/${item.slug}`}>{item.title}</AppLink>
                  </h2>
                  <p className="tm-t3">{facts?.period}</p>
                  <p>{item.summary}</p>
                </div>
                <span className="tm-t3 tm-sm">
                  {facts?.steps.length} steps, {checks} to run again
                </span>
              </li>
            );
          })}
        </ul>
      ) : (
        <QueryState query={query} what="The list of case studies" rows={4} />
      )}
      {query.data?.items.length === 0 && <Empty>No case study is published here.</Empty>}
      <p className="tm-shotcap">
        What each method can be wrong about is stated with the <AppLink href="/resources/methods">methods</AppLink>.
      </p>
    </ResourcePage>
  );
}
