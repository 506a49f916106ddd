import '../../parts/scams/scam.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { AppError } from '@trailmark/core/errors';
import { useRef, useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { Receipt } from '../../parts/scams/receipt.tsx';
import type { SubmissionBody } from '../../parts/scams/report-draft.ts';
import { ReportForm } from '../../parts/scams/report-form.tsx';
import { solveWork } from './solve-work.ts';

type Work = Awaited<ReturnType<typeof solveWork>>;

const drawWork = async (slug: string): Promise<Work> =>
  solveWork((await api.call('getScamIntake', { params: { slug } })).work);

const isOfWork = (error: unknown): boolean => AppError.is(error) && error.context.field === 'work';

/** The form of an agency that takes reports of the public. No third party is part of it. */
export function PublicReportScreen() {
  const { agency: slug = '' } = useParams({ strict: false }) as { readonly agency?: string };
  const [answer, setAnswer] = useState('');
  // The same work for the same report: where the answer is lost on its way, sending it again gives the receipt, and no second report.
  const done = useRef<Work>(undefined);
  useDocumentTitle('Report a scam');
  const form = useQuery({
    queryKey: ['scams', 'public', slug],
    queryFn: ({ signal }) => api.call('getScamIntake', { params: { slug }, signal }),
  });
  const sending = useMutation({
    mutationFn: async (body: SubmissionBody) => {
      const send = (work: Work) =>
        api.call('submitPublicScamReport', { params: { slug }, body: { ...body, answer, work } });
      const former = done.current;
      const work = former ?? (await drawWork(slug));
      done.current = work;
      try {
        return await send(work);
      } catch (error) {
        if (!(former && isOfWork(error))) throw error;
        // The page was open for too long since.
        const fresh = await drawWork(slug);
        done.current = fresh;
        return send(fresh);
      }
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
