import './add-to-case.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CaseItem } from '@trailmark/api/contract/case-item';
import { type KeyboardEvent, useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY, caseListQuery } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatCount } from '../../format/number.ts';
import { caseUrl } from '../../url.ts';
import { useWorkingCase } from '../../working-case.ts';
import type { AddToCaseProps, Pinnable } from './add-to-case.tsx';
import { ContactCustodian } from './contact-custodian.tsx';

type Pinned = Answer<'pinCaseItem'>;

export interface AddToCasePanelProps extends Pick<AddToCaseProps, 'of'> {
  readonly onAdded: (item: CaseItem, title: string) => void;
  readonly onClose: () => void;
}

/** What other cases say about the same, as far as their policies let them. */
function Overlaps({ caseId, overlaps }: { readonly caseId: string; readonly overlaps: Pinned['overlaps'] }) {
  if (overlaps.length === 0) return null;
  return (
    <ul className="ac-overlaps">
      {overlaps.map((overlap) =>
        overlap.kind === 'case' ? (
          <li key={overlap.id}>
            Also in{' '}
            <AppLink href={caseUrl(overlap.id)}>
              {overlap.number} <bdi>{overlap.title}</bdi>
            </AppLink>
            .
          </li>
        ) : (
          <li key="custodian">
            <ContactCustodian caseId={caseId} />
          </li>
        ),
      )}
    </ul>
  );
}

function describeWait(added: number, all: number): string {
  return all === 1 ? 'Asking the tool…' : `Added ${added} of ${all}…`;
}

function Done({
  pinned,
  more,
  caseId,
  onClose,
}: {
  readonly pinned: Pinned;
  /** How many were added with it. */
  readonly more: number;
  readonly caseId: string;
  readonly onClose: () => void;
}) {
  const { item, wasThere, overlaps } = pinned;
  return (
    <div className="tm-stack">
      <p role="status">
        <b>{item.number}</b> {wasThere ? 'was in the case already: its answer is the same.' : 'is in the case.'}
        {more > 0 && ` So ${more === 1 ? 'is 1 more' : `are ${formatCount(more)} more`}.`}
      </p>
      <dl className="ac-pin">
        <dt>SHA-256</dt>
        <dd className="tm-mono">{item.hash}</dd>
        <dt>Method</dt>
        <dd className="tm-mono">{item.method}</dd>
        {item.asOf?.height !== null && item.asOf && (
          <>
            <dt>As of</dt>
            <dd>
              {item.asOf.chain} {formatCount(item.asOf.height)}
            </dd>
          </>
        )}
      </dl>
      <Overlaps caseId={caseId} overlaps={overlaps} />
      <div className="tm-row">
        <AppLink className="tm-btn pri" href={caseUrl(caseId, item.tab)}>
          Open the case
        </AppLink>
        <button type="button" className="tm-btn" data-autofocus onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}

/** Cases that can be added to: those the reader is an owner or an editor of. */
function useOwnCases() {
  const query = useQuery(
    caseListQuery({ own: 'yes', status: 'new,active,waiting,review', sort: 'changed', limit: 200 }),
  );
  const items = query.data?.items.filter(({ role }) => role === 'owner' || role === 'editor');
  return { ...query, items };
}

/** Pins one result, or several one after the other, and says how many are added while it runs. */
function usePin(
  of: Pinnable,
  { caseId, note }: { readonly caseId: string; readonly note: string },
  onPinned: (pinned: Pinned) => void,
) {
  const client = useQueryClient();
  const [added, setAdded] = useState(0);
  const pinOne = ({ kind, input }: Pick<Pinnable, 'kind' | 'input'>) =>
    api.call('pinCaseItem', { params: { case: caseId }, body: { kind, note, input: { query: {}, ...input } } });
  const pin = useMutation({
    mutationFn: async () => {
      const first = await pinOne(of);
      // What was added before one fails stays, and is found again when the rest is tried once more.
      for (const [i, one] of (of.rest ?? []).entries()) {
        setAdded(i + 1);
        await pinOne(one);
      }
      return first;
    },
    onSuccess: async (pinned) => {
      onPinned(pinned);
      await client.invalidateQueries({ queryKey: CASES_KEY });
    },
  });
  return { pin, added };
}

/** Pins what the tool answers now. Two choices, both with a default: the case, and a note. */
export function AddToCasePanel({ of, onAdded, onClose }: AddToCasePanelProps) {
  const [working, setWorkingCase] = useWorkingCase();
  const { items, error, refetch } = useOwnCases();
  const [chosen, setChosen] = useState(working?.id ?? '');
  const [note, setNote] = useState('');
  const caseId = items?.some(({ id }) => id === chosen) ? chosen : '';
  const { pin, added } = usePin(of, { caseId, note }, ({ item }) => {
    const target = items?.find(({ id }) => id === caseId);
    if (!target) return;
    setWorkingCase({ id: target.id, number: target.number, title: target.title });
    onAdded(item, target.title);
  });
  const add = () => {
    if (caseId && !pin.isPending) pin.mutate();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.ctrlKey) add();
  };
  if (pin.data) {
    return (
      <Dialog isOpen onClose={onClose} title="Added to the case">
        <Done pinned={pin.data} more={of.rest?.length ?? 0} caseId={caseId} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title="Add to case">
      {error && !items && <ErrorPanel error={error} what="The list of cases" onRetry={() => void refetch()} />}
      {!items && !error && (
        <Skeleton what="cases">
          <RowBars rows={2} columns={['80%']} />
        </Skeleton>
      )}
      {items && items.length === 0 && (
        <p>
          You have no open case. <AppLink href="/agency-cases">Open one first</AppLink>.
        </p>
      )}
      {items && items.length > 0 && (
        <form
          className="tm-form"
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <p className="tm-t2">
            Adds <bdi>{of.what}</bdi> as the server answers it now, with hash, as-of, method and call.
          </p>
          <FormSelect
            label="Case"
            name="case"
            value={caseId}
            options={[
              ['', 'Choose a case…'],
              ...items.map(({ id, number, title }) => [id, `${number} ${title}`] as const),
            ]}
            onText={setChosen}
          />
          <FormArea
            label="Why it matters"
            name="note"
            rows={2}
            maxLength={2000}
            value={note}
            onText={setNote}
            isOptional
          />
          {pin.error && <ErrorPanel error={pin.error} what="This" />}
          <div className="actions">
            <button type="submit" className="tm-btn pri" disabled={caseId === '' || pin.isPending}>
              {pin.isPending ? describeWait(added, (of.rest?.length ?? 0) + 1) : 'Add to the case'}
            </button>
            <button type="button" className="tm-btn" onClick={onClose}>
              Cancel
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
