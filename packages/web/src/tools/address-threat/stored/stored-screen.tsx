import './stored.css';
import { IconGitCompare } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../../api.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { Crumbs } from '../../../components/crumbs.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { SubjectTitle } from '../../../components/subject-title.tsx';
import { useDocumentTitle } from '../../../document-title.ts';
import { shorten } from '../../../format/identifier.ts';
import { formatTime } from '../../../format/time.ts';
import { AddToCase } from '../../../parts/cases/add-to-case.tsx';
import { batchUrl } from '../batch/batch-search.ts';
import { runKept } from '../queries.ts';
import { ResultParts } from '../result-parts.tsx';
import { toPinned, toSearch } from '../screening-request.ts';
import { storedUrl, type ThreatSearch, threatUrl } from '../search.ts';
import { Waiting } from '../waiting.tsx';
import { NameField } from './name-field.tsx';
import { ofSubjectQuery, STORED_KEY, storedListUrl, storedQuery } from './stored-queries.ts';
import { OtherScreenings, toSeconds } from './stored-rows.tsx';

type Stored = Answer<'getScreening'>;

/** Screens the subject again as it was requested then, and opens what is different. */
function useAgain({ row, answer }: Stored) {
  const client = useQueryClient();
  const router = useRouter();
  const [leaving, setLeaving] = useState<AbortController | undefined>();
  const again = useMutation({
    mutationFn: (signal: AbortSignal) => runKept(answer.screening.request, signal),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: STORED_KEY });
      if (id !== null) await router.navigate({ href: storedUrl(id, row.id) });
    },
  });
  return {
    isPending: again.isPending,
    error: leaving?.signal.aborted ? null : again.error,
    run: () => {
      const controller = new AbortController();
      setLeaving(controller);
      again.mutate(controller.signal);
    },
    cancel: () => {
      leaving?.abort();
      again.reset();
    },
  };
}

function Head({ stored, onAgain, isRunning }: { stored: Stored; onAgain: () => void; isRunning: boolean }) {
  const { request } = stored.answer.screening;
  const { kind, text } = request.subject;
  return (
    <>
      <Crumbs
        items={[
          { label: 'Address threat analysis', href: threatUrl() },
          { label: 'Screenings', href: storedListUrl() },
          { label: 'Stored result' },
        ]}
      />
      <SubjectTitle
        value={text}
        kind={kind === 'address' ? 'address' : 'transaction id'}
        actions={
          <>
            <AppLink className="tm-btn" href={threatUrl(toSearch(request))}>
              New screening
            </AppLink>
            <button type="button" className="tm-btn" disabled={isRunning} onClick={onAgain}>
              <IconGitCompare size={16} stroke={1.5} aria-hidden="true" />
              Screen again and compare
            </button>
            <AddToCase
              className="tm-btn pri"
              of={{
                kind: 'screening',
                input: { params: {}, body: toPinned(request) },
                what: `the screening of ${text}`,
              }}
            />
          </>
        }
      />
    </>
  );
}

/** When it was answered, its name, and the batch it came from. */
function About({ row: { id, batch, screenedAt } }: Pick<Stored, 'row'>) {
  return (
    <div className="tm-row tm-wrap ts-about">
      <NameField id={id} />
      <span className="tm-t2">
        As answered on {formatTime(toSeconds(screenedAt))} UTC. Nothing of it changes any more.
      </span>
      {batch !== null && <AppLink href={batchUrl(batch)}>Its batch</AppLink>}
    </div>
  );
}

function Loaded({ stored, search }: { readonly stored: Stored; readonly search: ThreatSearch }) {
  const { row, answer } = stored;
  const again = useAgain(stored);
  const others = useQuery(ofSubjectQuery(row.chain, row.subject));
  useDocumentTitle(`${shorten(row.subject)} · Address threat analysis`);
  return (
    <>
      <Head stored={stored} onAgain={again.run} isRunning={again.isPending} />
      <About row={row} />
      {again.isPending && <Waiting what="the new screening" why="It is run as it was then." onCancel={again.cancel} />}
      {again.error && <ErrorPanel error={again.error} what="The new screening" onRetry={again.run} />}
      <div className="th-result">
        {others.data && <OtherScreenings rows={others.data.items} current={row.id} />}
        <ResultParts
          answer={answer}
          search={search}
          request={answer.screening.request}
          asked={toSearch(answer.screening.request)}
        />
      </div>
    </>
  );
}

/** A stored screening, as it was answered. */
export function StoredScreen({ id, search }: { readonly id: string; readonly search: ThreatSearch }) {
  const { data, error, refetch } = useQuery(storedQuery(id));
  if (error && !data) return <ErrorPanel error={error} what="This screening" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the screening">
        <RowBars rows={8} columns={['160px', '60px', '60px', '60px', '60px', '120px', '160px']} />
      </Skeleton>
    );
  }
  return <Loaded stored={data} search={search} />;
}
