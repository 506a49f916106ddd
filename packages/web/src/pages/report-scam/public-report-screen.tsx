import '../../parts/scams/scam.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { Receipt } from '../../parts/scams/receipt.tsx';
import type { SubmissionBody } from '../../parts/scams/report-draft.ts';
import { ReportForm } from '../../parts/scams/report-form.tsx';
import { solveWork } from './solve-work.ts';

/** The form of an agency that takes reports of the public. No third party is part of it. */
export function PublicReportScreen() {
  const { agency: slug = '' } = useParams({ strict: false }) as { readonly agency?: string };
  const [answer, setAnswer] = useState('');
  useDocumentTitle('Report a scam');
  const form = useQuery({
    queryKey: ['scams', 'public', slug],
    queryFn: ({ signal }) => api.call('getScamIntake', { params: { slug }, signal }),
  });
  const sending = useMutation({
    mutationFn: async (body: SubmissionBody) => {
      // A fresh challenge: the page may have been open for an hour.
      const { work } = await api.call('getScamIntake', { params: { slug } });
      return api.call('submitPublicScamReport', {
        params: { slug },
        body: { ...body, answer, work: await solveWork(work) },
      });
    },
  });
  if (sending.data) {
    return (
      <div className="sc-public">
        <Receipt receipt={sending.data} />
      </div>
    );
  }
  return (
    <div className="sc-public">
      <h1 className="tm-title">Report a scam</h1>
      {form.error && <ErrorPanel error={form.error} what="This form" onRetry={() => void form.refetch()} />}
      {form.isPending && (
        <Skeleton what="the form">
          <RowBars rows={4} columns={['200px', '320px']} />
        </Skeleton>
      )}
      {form.data && (
        <>
          <p className="tm-t2">
            To <bdi>{form.data.agency}</bdi>. In danger, call the emergency number first.
          </p>
          <ReportForm
            onSend={sending.mutate}
            isSending={sending.isPending}
            error={sending.error}
            question={
              form.data.question !== '' && (
                <FormField
                  label={form.data.question}
                  name="answer"
                  value={answer}
                  onText={setAnswer}
                  autoComplete="off"
                  maxLength={200}
                />
              )
            }
          />
        </>
      )}
    </div>
  );
}
