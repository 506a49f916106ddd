import '../../components/tool-page.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { Crumbs } from '../../components/crumbs.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { Receipt } from '../../parts/scams/receipt.tsx';
import type { SubmissionBody } from '../../parts/scams/report-draft.ts';
import { ReportForm } from '../../parts/scams/report-form.tsx';
import { SCAMS_KEY, scamUrl } from '../../scams.ts';

/** The form for members: the report goes into the queue of the own agency. */
export function NewReportScreen() {
  useDocumentTitle('Report a scam');
  const client = useQueryClient();
  // One report, however often it is sent.
  const [key] = useState(() => crypto.randomUUID());
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (body: SubmissionBody) => api.call('submitScamReport', { body: { ...body, key } }),
    onSuccess: () => client.invalidateQueries({ queryKey: SCAMS_KEY }),
  });
  return (
    <div className="tm-page tm-stack as-page">
      <Crumbs items={[{ label: 'Scam submission', href: scamUrl() }, { label: data ? 'Receipt' : 'New report' }]} />
      {data ? (
        <Receipt receipt={data} />
      ) : (
        <>
          <h1 className="tm-title">Report a scam</h1>
          <ReportForm onSend={mutate} isSending={isPending} error={error} />
        </>
      )}
    </div>
  );
}
