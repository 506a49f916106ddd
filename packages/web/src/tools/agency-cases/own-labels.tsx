import type { CaseLabel } from '@trailmark/api/contract/case-people';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { formatTime } from '../../format/time.ts';
import { addressUrl } from '../../url.ts';

export interface OwnLabelsProps {
  readonly labels: readonly CaseLabel[];
  readonly hasWithdrawn: boolean;
  /** Undefined where the reader may not write. */
  readonly onWithdraw: ((label: CaseLabel) => void) | undefined;
}

function toColumns(onWithdraw: OwnLabelsProps['onWithdraw']): readonly DataColumn<CaseLabel>[] {
  return [
    {
      id: 'address',
      header: 'Address',
      cell: ({ chain, address }) => <Hash value={address} kind="address" href={addressUrl(chain, address)} />,
      narrow: 'top-left',
    },
    {
      id: 'text',
      header: 'Label',
      cell: ({ text, withdrawn }) => (
        <span>
          <bdi className={withdrawn ? 'cp-gone' : undefined}>{text}</bdi>
          {withdrawn && (
            <span className="cp-why">
              Withdrawn by <bdi>{withdrawn.by}</bdi>: <bdi>{withdrawn.why}</bdi>
            </span>
          )}
        </span>
      ),
      narrow: 'bottom-left',
    },
    {
      id: 'mark',
      header: 'How we know',
      cell: ({ mark }) => <EvidenceMark kind={mark} withWord />,
      narrow: 'top-right',
    },
    {
      id: 'source',
      header: 'Source',
      cell: ({ source, addedBy, addedAt }) => (
        <span>
          <bdi>{source}</bdi>
          <span className="cp-why">
            <bdi>{addedBy}</bdi>, <span className="tm-nw">{formatTime(addedAt).slice(0, 10)}</span>
          </span>
        </span>
      ),
      isMinor: true,
    },
    {
      id: 'act',
      header: <span className="tm-sr">Withdraw</span>,
      cell: (label) =>
        label.withdrawn || !onWithdraw ? null : (
          <button type="button" className="tm-linkbtn tm-sm" onClick={() => onWithdraw(label)}>
            Withdraw<span className="tm-sr"> the label {label.text}</span>
          </button>
        ),
      narrow: 'bottom-right',
    },
  ];
}

/** What this case calls addresses. Labels of the agency and of packs are separate and shown elsewhere. */
export function OwnLabels({ labels, hasWithdrawn, onWithdraw }: OwnLabelsProps) {
  const shown = labels.filter(({ withdrawn }) => hasWithdrawn || !withdrawn);
  if (shown.length === 0) return null;
  return (
    <section>
      <h2 className="tm-h">Labels of this case</h2>
      <DataTable caption="Labels of this case" columns={toColumns(onWithdraw)} rows={shown} rowId={({ id }) => id} />
    </section>
  );
}
