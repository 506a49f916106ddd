import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Prose } from '../../components/prose.tsx';
import { CaseStep } from './case-step.tsx';
import { caseStudyFacts, contentQuery } from './content-queries.ts';
import { QueryState, ResourcePage } from './resource-page.tsx';

const CRUMBS = [{ label: 'Case Studies', href: '/resources/caseStudies' }];

function Texts({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

/** One case: facts, timeline, steps that can be run again, lessons, and what was got wrong. */
export function CaseStudyScreen() {
  const { study = '' } = useParams({ strict: false });
  const query = useQuery(contentQuery('case-study', study));
  const item = query.data;
  const facts = item && caseStudyFacts(item);
  if (!item || !facts) {
    return (
      <ResourcePage title="Case study" crumbs={CRUMBS}>
        <QueryState query={query} what="This case study" />
      </ResourcePage>
    );
  }
  return (
    <ResourcePage title={item.title} lead={item.summary} crumbs={CRUMBS}>
      <dl className="tm-cite">
        <dt>Ledger</dt>
        <dd>{facts.chain}</dd>
        <dt>Period</dt>
        <dd>{facts.period}</dd>
        <dt>Outcome</dt>
        <dd>{facts.outcome}</dd>
      </dl>
      <Prose text={item.body} />
      <section className="section close">
        <h2>Timeline</h2>
        <ol className="tm-timeline">
          {facts.timeline.map(({ at, text }) => (
            <li key={`${at}${text}`}>
              <b>{at}</b>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </section>
      <section className="section close">
        <h2>Steps</h2>
        <ol className="tm-steps">
          {facts.steps.map((step) => (
            <CaseStep key={step.title} step={step} />
          ))}
        </ol>
      </section>
      <div className="section close tm-twolists">
        <Texts title="Lessons" texts={facts.lessons} />
        <Texts title="Errors found" texts={facts.errors} />
      </div>
    </ResourcePage>
  );
}
