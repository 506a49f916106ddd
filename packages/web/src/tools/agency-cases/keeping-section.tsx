import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY, caseRetentionQuery } from '../../cases.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Bar, Skeleton } from '../../components/skeleton.tsx';
import { showToast } from '../../components/toast.ts';
import { formatTime } from '../../format/time.ts';
import { AskDialog, type Asked } from './ask-dialog.tsx';
import { ExportDialog } from './files/export-dialog.tsx';
import { PackageDialog } from './files/package-dialog.tsx';
import { PackageList } from './files/package-list.tsx';
import { RecordsSection } from './record/records-section.tsx';
import { casesUrl } from './search.ts';

type Overview = Answer<'getCase'>;
type Retention = Answer<'getCaseRetention'>;

function useLawActs(id: string) {
  const client = useQueryClient();
  const router = useRouter();
  const params = { case: id };
  const settle = () => client.invalidateQueries({ queryKey: CASES_KEY });
  return {
    retain: async (day: string) => {
      await api.call('setCaseRetention', { params, body: { retainUntil: day || null } });
      await settle();
    },
    hold: async (reason: string, authority: string) => {
      await api.call('placeCaseHold', { params, body: { reason, authority } });
      await settle();
    },
    release: async (hold: string, why: string) => {
      await api.call('releaseCaseHold', { params: { ...params, hold }, body: { why } });
      await settle();
    },
    ask: async (reason: string) => {
      await api.call('askCasePurge', { params, body: { reason } });
      await settle();
    },
    decide: async (isApproved: boolean, number = '') => {
      const { tombstone } = await api.call('decideCasePurge', { params, body: { isApproved, number } });
      if (tombstone) {
        showToast('done', `The case is purged. Its tombstone is ${tombstone.id}.`);
        await router.navigate({ href: casesUrl({ purged: 'yes' }) });
      }
      await settle();
    },
  };
}

interface KeepingProps {
  readonly overview: Overview;
  readonly retention: Retention;
  readonly onAsk: (asked: Asked) => void;
}

function Holds({ overview, retention, onAsk }: KeepingProps) {
  const { release } = useLawActs(overview.head.id);
  const mayKeep = overview.rights.includes('law');
  if (retention.holds.length === 0) return <p className="tm-t3">No legal hold was placed.</p>;
  return (
    <ul className="cs-due">
      {retention.holds.map(({ id, reason, authority, placedAt, placedBy, released }) => (
        <li key={id}>
          <span className="tm-nw">{formatTime(placedAt).slice(0, 10)}</span>
          <span>
            <bdi>{reason}</bdi> {authority && <bdi className="tm-t3">{authority}</bdi>}{' '}
            <span className="tm-t3">by {placedBy}</span>
            {released && (
              <span className="tm-t3">
                , released {formatTime(released.at).slice(0, 10)} by {released.by}: <bdi>{released.why}</bdi>
              </span>
            )}
          </span>
          {mayKeep && !released ? (
            <button
              type="button"
              className="tm-linkbtn tm-sm"
              onClick={() =>
                onAsk({
                  title: 'Release the hold',
                  text: 'The case can be purged again when its retention has ended.',
                  button: 'Release the hold',
                  label: 'Why it is released',
                  run: (why) => release(id, why),
                })
              }
            >
              Release
            </button>
          ) : (
            <span className="tm-t3">{released ? 'released' : 'in force'}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Purge({ overview: { head, rights }, retention: { purge }, onAsk }: KeepingProps) {
  const { ask, decide } = useLawActs(head.id);
  const refusal = useMutation({ mutationFn: () => decide(false) });
  if (!rights.includes('law')) return null;
  if (!purge) {
    return (
      <button
        type="button"
        className="tm-btn"
        onClick={() =>
          onAsk({
            title: 'Ask for a purge',
            text: 'Another owner or legal adviser of the case decides. A purge destroys everything in the case and its key; a tombstone stays.',
            button: 'Ask for a purge',
            label: 'Why it is purged',
            isDanger: true,
            run: ask,
          })
        }
      >
        Ask for a purge
      </button>
    );
  }
  return (
    <div className="cs-notices">
      <p>
        {purge.askedBy} requested on {formatTime(purge.askedAt).slice(0, 10)} that this case is purged: “
        <bdi>{purge.reason}</bdi>”.
      </p>
      <div className="tm-row tm-wrap">
        {!purge.isOwn && (
          <button
            type="button"
            className="tm-btn danger"
            onClick={() =>
              onAsk({
                title: `Purge ${head.number}`,
                text: 'Everything in the case is destroyed, and nobody can bring it back. Type the number of the case.',
                button: `Purge ${head.number}`,
                label: 'Number of the case',
                isDanger: true,
                run: (number) => decide(true, number),
              })
            }
          >
            Purge the case
          </button>
        )}
        <button type="button" className="tm-btn" disabled={refusal.isPending} onClick={() => refusal.mutate()}>
          {purge.isOwn ? 'Withdraw the request' : 'Refuse the request'}
        </button>
        {purge.isOwn && <span className="tm-t3">Another owner or legal adviser decides.</span>}
      </div>
      {refusal.error && <ErrorPanel error={refusal.error} what="The decision" />}
    </div>
  );
}

function Keeping({ overview, retention, onAsk }: KeepingProps) {
  const { hold, retain } = useLawActs(overview.head.id);
  const retaining = useMutation({ mutationFn: retain });
  const mayKeep = overview.rights.includes('law');
  return (
    <>
      <label className="tm-row tm-wrap">
        Kept until
        <input
          type="date"
          className="tm-field cs-day"
          disabled={!mayKeep || retaining.isPending}
          value={retention.retainUntil ?? ''}
          onChange={({ currentTarget }) => retaining.mutate(currentTarget.value)}
        />
        {retention.retainUntil === null && <span className="tm-none">no end is set</span>}
      </label>
      {retaining.error && <ErrorPanel error={retaining.error} what="The retention" />}
      <Holds overview={overview} retention={retention} onAsk={onAsk} />
      <div className="tm-row tm-wrap">
        {mayKeep && (
          <button
            type="button"
            className="tm-btn"
            onClick={() =>
              onAsk({
                title: 'Place a legal hold',
                text: 'While it is in force nothing of the case is purged, whatever its retention says.',
                button: 'Place the hold',
                label: 'Reason of the hold',
                second: 'Number of the order',
                run: hold,
              })
            }
          >
            Place a legal hold
          </button>
        )}
        <Purge overview={overview} retention={retention} onAsk={onAsk} />
      </div>
    </>
  );
}

/** The case as a file, how long it is kept, what holds it, its purge by four eyes, and its signed records. */
export function KeepingSection({ overview }: { readonly overview: Overview }) {
  const { head, rights } = overview;
  const { data, error, refetch } = useQuery(caseRetentionQuery(head.id));
  const [open, setOpen] = useState<'export' | 'package' | undefined>();
  const [asked, setAsked] = useState<Asked | undefined>();
  return (
    <section className="tm-stack">
      <div className="cs-hd">
        <h2 className="tm-h">Keeping</h2>
        {rights.includes('export') && (
          <span className="tm-row tm-wrap">
            <button type="button" className="tm-linkbtn tm-sm" onClick={() => setOpen('export')}>
              Export the case
            </button>
            <button type="button" className="tm-linkbtn tm-sm" onClick={() => setOpen('package')}>
              Package for another agency
            </button>
          </span>
        )}
      </div>
      {error && <ErrorPanel error={error} what="How long the case is kept" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="how long the case is kept">
          <Bar width="40%" />
        </Skeleton>
      )}
      {data && <Keeping overview={overview} retention={data} onAsk={setAsked} />}
      <RecordsSection overview={overview} />
      <PackageList overview={overview} />
      <AskDialog asked={asked} onClose={() => setAsked(undefined)} />
      <ExportDialog head={head} isOpen={open === 'export'} onClose={() => setOpen(undefined)} />
      <PackageDialog head={head} isOpen={open === 'package'} onClose={() => setOpen(undefined)} />
    </section>
  );
}
