import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowVersion } from '@trailmark/api/contract/flow';
import { type FormEvent, useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FieldFrame } from '../../../components/form/field-frame.tsx';
import { Time } from '../../../components/time.tsx';
import { showToast } from '../../../components/toast.ts';
import { formatCount, formatPlural } from '../../../format/number.ts';
import { takeDocument } from '../../../graph/take-document.ts';
import { AddToCase } from '../../../parts/cases/add-to-case.tsx';
import { callFlow, versionComparisonQuery, versionQuery, versionsQuery } from '../queries.ts';
import { useWorkspace } from '../workspace.ts';

function NameForm({ branch }: { readonly branch: string }) {
  const { flow, saver } = useWorkspace();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const naming = useMutation({
    mutationFn: async () => {
      await saver?.flush();
      return callFlow('nameFlowVersion', {
        params: { flow },
        body: { branch, name: name.trim(), reason: reason.trim() || undefined },
      });
    },
    onSuccess: async () => {
      setName('');
      setReason('');
      await client.invalidateQueries({ queryKey: ['flow', flow, 'versions'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') naming.mutate();
  };
  return (
    <form className="cf-form" onSubmit={submit}>
      <FieldFrame id="cf-version-name" label="Keep the draft as">
        <input
          id="cf-version-name"
          className="tm-field"
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </FieldFrame>
      <FieldFrame id="cf-version-reason" label="Why" isOptional>
        <input
          id="cf-version-reason"
          className="tm-field"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </FieldFrame>
      <button type="submit" className="tm-btn" disabled={name.trim() === '' || naming.isPending}>
        Keep version
      </button>
      {naming.error && <ErrorPanel error={naming.error} what="The version" />}
    </form>
  );
}

function BranchForm({ branch }: { readonly branch: string }) {
  const { flow, saver, go } = useWorkspace();
  const [name, setName] = useState('');
  const making = useMutation({
    mutationFn: async () => {
      await saver?.flush();
      return callFlow('branchFlow', { params: { flow }, body: { name: name.trim(), from: branch } });
    },
    onSuccess: ({ head }) => go({ branch: head.branch, version: undefined }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') making.mutate();
  };
  return (
    <form className="cf-form" onSubmit={submit}>
      <FieldFrame
        id="cf-branch-name"
        label={`New branch from ${branch}`}
        help="Letters, digits, spaces, dots and dashes."
      >
        <input
          id="cf-branch-name"
          className="tm-field"
          maxLength={60}
          value={name}
          aria-describedby="cf-branch-name-help"
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </FieldFrame>
      <button type="submit" className="tm-btn" disabled={name.trim() === '' || making.isPending}>
        Begin branch
      </button>
      {making.error && <ErrorPanel error={making.error} what="The branch" />}
    </form>
  );
}

const CHANGE_WORDS = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const;
const SHOWN = 100;

function Comparison({ a, b }: { readonly a: number; readonly b: number }) {
  const { flow, store, saver } = useWorkspace();
  const branch = saver?.head.branch ?? 'main';
  const { data, error, isFetching } = useQuery(versionComparisonQuery(flow, branch, a, b));
  const name = (number: number) => (number === 0 ? 'the draft' : `version ${number}`);
  if (error) return <ErrorPanel error={error} what="The comparison" />;
  if (!data) return <p className="tm-t3">{isFetching ? 'Comparing' : ''}</p>;
  const { added, removed, changed, same } = data.counts;
  return (
    <section aria-live="polite">
      <h3>
        From {name(a)} to {name(b)}
      </h3>
      <p className="tm-t2">
        {formatCount(added)} added, {formatCount(removed)} removed, {formatCount(changed)} changed, {formatCount(same)}{' '}
        the same.
      </p>
      <ul className="cf-plain">
        {data.changes.slice(0, SHOWN).map(({ id, what, change, fields }) => (
          <li key={`${id}/${change}`}>
            <button type="button" className="tm-linkbtn cf-break" onClick={() => store.select([id])}>
              {CHANGE_WORDS[change]}: {what}
            </button>
            {fields.length > 0 && <span className="tm-t3 tm-sm"> {fields.join(', ')}</span>}
          </li>
        ))}
      </ul>
      {data.changes.length > SHOWN && (
        <p className="tm-t3 tm-sm">and {formatCount(data.changes.length - SHOWN)} more</p>
      )}
    </section>
  );
}

interface VersionRowProps {
  readonly flow: string;
  readonly version: FlowVersion;
  readonly onCompare: () => void;
  readonly onRestore: () => void;
  readonly isBusy: boolean;
}

function VersionRow({ flow, version, onCompare, onRestore, isBusy }: VersionRowProps) {
  const { go, saver } = useWorkspace();
  const { number, name, reason, at, by, branch, nodeCount } = version;
  return (
    <li>
      <p>
        <b>Version {number}</b> {name ?? <span className="tm-t3">kept by itself</span>}
      </p>
      <p className="tm-t3 tm-sm">
        <Time seconds={at} /> by {by}, {branch === 'main' ? '' : `branch ${branch}, `}
        {formatPlural(nodeCount, 'node')}
      </p>
      {reason && <p className="tm-t2 tm-sm">{reason}</p>}
      <div className="cf-links">
        <button type="button" className="tm-linkbtn tm-sm" onClick={() => go({ version: number, node: undefined })}>
          Open as it was
        </button>
        <button type="button" className="tm-linkbtn tm-sm" onClick={onCompare}>
          Compare with the draft
        </button>
        {saver && (
          <button type="button" className="tm-linkbtn tm-sm" disabled={isBusy} onClick={onRestore}>
            Restore
          </button>
        )}
        <AddToCase
          className="tm-linkbtn tm-sm"
          of={{
            kind: 'flow-version',
            input: { params: { flow, version: String(number) } },
            what: `version ${number} of this flow`,
          }}
        />
      </div>
    </li>
  );
}

interface PairProps {
  readonly versions: readonly FlowVersion[];
  readonly pair: readonly [number, number];
  readonly onPair: (pair: readonly [number, number]) => void;
}

function PairFields({ versions, pair, onPair }: PairProps) {
  const options = [
    <option key={0} value={0}>
      Draft
    </option>,
    ...versions.map(({ number, name }) => (
      <option key={number} value={number}>
        Version {number}
        {name ? `: ${name}` : ''}
      </option>
    )),
  ];
  return (
    <div className="cf-numbers">
      <FieldFrame id="cf-pair-a" label="From">
        <select
          id="cf-pair-a"
          className="tm-field"
          value={pair[0]}
          onChange={(event) => onPair([Number(event.currentTarget.value), pair[1]])}
        >
          {options}
        </select>
      </FieldFrame>
      <FieldFrame id="cf-pair-b" label="To">
        <select
          id="cf-pair-b"
          className="tm-field"
          value={pair[1]}
          onChange={(event) => onPair([pair[0], Number(event.currentTarget.value)])}
        >
          {options}
        </select>
      </FieldFrame>
    </div>
  );
}

/** Versions of a flow: named, compared, restored; and branches begun from the draft. */
export function VersionsPanel() {
  const { flow, saver, store } = useWorkspace();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(versionsQuery(flow));
  const [pair, setPair] = useState<readonly [number, number] | undefined>(undefined);
  const branch = saver?.head.branch ?? 'main';
  const restoring = useMutation({
    mutationFn: async (version: number) => {
      const { document } = await client.fetchQuery(versionQuery(flow, version));
      await saver?.flush();
      const { head } = await callFlow('restoreFlowVersion', { params: { flow, version }, body: { branch } });
      saver?.adopt(head);
      // What the server did is done here as a step, so that it can be undone like any other.
      store.act(`Restore version ${version}`, takeDocument(store.document, document));
      void store.placeMissing().catch(() => undefined);
      return version;
    },
    onSuccess: async (version) => {
      showToast('done', `Version ${version} is the draft again. What was there is kept as a version.`);
      await client.invalidateQueries({ queryKey: ['flow', flow, 'versions'] });
    },
  });
  return (
    <div className="cf-stack">
      {saver && <NameForm branch={branch} />}
      {saver && <BranchForm branch={branch} />}
      {error && <ErrorPanel error={error} what="The versions" onRetry={() => void refetch()} />}
      {restoring.error && <ErrorPanel error={restoring.error} what="The restoration" />}
      {data?.items.length === 0 && <p className="tm-t2">No version is kept yet. The draft is saved by itself.</p>}
      {data && data.items.length > 0 && (
        <>
          <section>
            <h3>Compare two</h3>
            <PairFields
              versions={data.items}
              pair={pair ?? [data.items[0]?.number ?? 0, 0]}
              onPair={(next) => {
                void saver?.flush().then(() => client.invalidateQueries({ queryKey: ['flow', flow, 'comparison'] }));
                setPair(next);
              }}
            />
            {pair && pair[0] !== pair[1] && <Comparison a={pair[0]} b={pair[1]} />}
          </section>
          <ul className="cf-versions">
            {data.items.map((version) => (
              <VersionRow
                key={version.id}
                flow={flow}
                version={version}
                isBusy={restoring.isPending}
                onCompare={() => {
                  store.select([]);
                  setPair([version.number, 0]);
                }}
                onRestore={() => restoring.mutate(version.number)}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
