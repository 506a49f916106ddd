import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, api } from '../../../api.ts';
import { CASES_KEY, caseRecordsQuery } from '../../../cases.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Bar, Skeleton } from '../../../components/skeleton.tsx';
import { AskDialog, type Asked } from '../ask-dialog.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { RecordLine } from './record-line.tsx';
import '../files/case-files.css';

type Overview = Answer<'getCase'>;

function describeState({ head, rights }: Overview): string {
  if (head.record !== null) {
    return `The case is closed and its record ${head.record} is in force: what it has does not change.`;
  }
  const who = rights.includes('manage') ? 'You can' : 'An owner of the case can';
  const what = head.status === 'closed' ? 'sign a record of it' : 'close it and sign a record of everything in it';
  return `No record is in force. ${who} ${what}; from then on nobody can change what the record has.`;
}

/** Closes and reopens the case, and lists the records that were signed of it. */
export function RecordsSection({ overview }: { readonly overview: Overview }) {
  const { head, rights } = overview;
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(caseRecordsQuery(head.id));
  const [isClosing, setClosing] = useState(false);
  const [asked, setAsked] = useState<Asked | undefined>();
  const reopening: Asked = {
    title: `Reopen ${head.number}`,
    text: `The case can be changed again. ${head.record ?? 'The record'} stays as it was signed, with your name and the reason.`,
    button: `Reopen ${head.number}`,
    label: 'Why it is reopened',
    run: async (why) => {
      await api.call('reopenCase', { params: { case: head.id }, body: { why } });
      await client.invalidateQueries({ queryKey: CASES_KEY });
    },
  };
  return (
    <div className="tm-stack cf-section">
      <div className="cs-hd">
        <h3 className="tm-h">Records of the closed case</h3>
        {rights.includes('manage') && (
          <span className="tm-row tm-wrap">
            {head.record === null ? (
              <button type="button" className="tm-btn" onClick={() => setClosing(true)}>
                {head.status === 'closed' ? 'Sign a record' : 'Close the case'}
              </button>
            ) : (
              <button type="button" className="tm-btn" onClick={() => setAsked(reopening)}>
                Reopen the case
              </button>
            )}
          </span>
        )}
      </div>
      <p className="tm-t2">{describeState(overview)}</p>
      {error && <ErrorPanel error={error} what="The list of records" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the records of the case">
          <Bar width="60%" />
        </Skeleton>
      )}
      {data && data.items.length > 0 && (
        <ul className="cs-due cf-packages cf-records">
          {data.items.map((record) => (
            <RecordLine key={record.id} caseId={head.id} record={record} mayExport={rights.includes('export')} />
          ))}
        </ul>
      )}
      <CloseDialog head={head} isOpen={isClosing} onClose={() => setClosing(false)} />
      <AskDialog asked={asked} onClose={() => setAsked(undefined)} />
    </div>
  );
}
