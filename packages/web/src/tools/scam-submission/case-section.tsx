import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ScamReport } from '@trailmark/api/contract/scam-report';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CASES_KEY, caseListQuery } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { caseUrl } from '../../url.ts';
import { useWorkingCase } from '../../working-case.ts';

/** From a report to a case, the working one or one that is chosen, with a reason: what the reporter stated goes with it. */
export function CaseSection({ report }: { readonly report: ScamReport }) {
  const client = useQueryClient();
  const [working] = useWorkingCase();
  const [chosen, setChosen] = useState(working?.id ?? '');
  const [why, setWhy] = useState('');
  const { data } = useQuery(caseListQuery({ status: 'new,active,waiting,review', own: 'yes', limit: 100 }));
  const cases = data?.items ?? [];
  const target = chosen || cases[0]?.id || '';
  const {
    mutate,
    data: added,
    error,
    isPending,
  } = useMutation({
    mutationFn: () => api.call('addScamReportToCase', { params: { report: report.id }, body: { case: target, why } }),
    onSuccess: () => client.invalidateQueries({ queryKey: CASES_KEY }),
  });
  return (
    <section>
      <h3 className="tm-h">Case</h3>
      {cases.length === 0 && <p className="tm-hint">You have no open case that it could go into.</p>}
      {cases.length > 0 && (
        <>
          <FormSelect
            label="Into which case"
            name="case"
            options={cases.map(({ id, number, title }) => [id, `${number} ${title}`] as const)}
            value={target}
            onText={setChosen}
          />
          <FormField
            label="Why it belongs to the case"
            name="case-why"
            value={why}
            onText={setWhy}
            maxLength={500}
            autoComplete="off"
          />
          <p>
            <button
              type="button"
              className="tm-btn"
              disabled={isPending || target === '' || why.trim().length < 3}
              onClick={() => mutate()}
            >
              Add to case
            </button>
          </p>
        </>
      )}
      {added && (
        <p role="status">
          In the case as <AppLink href={caseUrl(target, 'notes', added.note)}>{added.number}</AppLink>, with what the
          reporter stated.
        </p>
      )}
      {error && <ErrorPanel error={error} what="The report" />}
    </section>
  );
}
