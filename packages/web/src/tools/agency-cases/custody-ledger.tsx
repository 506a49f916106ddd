import {
  IconCopy,
  IconEye,
  IconHandStop,
  IconLink,
  IconPackageExport,
  IconRosetteDiscountCheck,
  IconTransfer,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CaseCustody } from '@trailmark/api/contract/case-evidence';
import { caseCustodyQuery } from '../../case-evidence.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { ACT_NAMES } from './custody-words.ts';

type Row = CaseCustody['rows'][number];

const ICONS = {
  collect: IconHandStop,
  view: IconEye,
  copy: IconCopy,
  transfer: IconTransfer,
  export: IconPackageExport,
  verify: IconRosetteDiscountCheck,
} as const;

export const shortHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-4)}`;

/** From whom to whom, where that was entered. */
export function Way({ from, to }: Pick<Row, 'from' | 'to'>) {
  if (from === '' && to === '') return null;
  return (
    <small className="tm-t3">
      <bdi>{from || 'not stated'}</bdi> → <bdi>{to || 'not stated'}</bdi>
    </small>
  );
}

function LedgerRow({ row, isBroken }: { readonly row: Row; readonly isBroken: boolean }) {
  const { seq, act, at, doneAt, who, role, why, authority, machine, result, hash } = row;
  const Icon = ICONS[act];
  return (
    <tr className={isBroken ? 'broken' : undefined}>
      <td className="seq">
        <i className="chain" aria-hidden="true" />
        {seq}
      </td>
      <td className="at">
        <Time seconds={Math.floor((doneAt ?? at) / 1_000)} />
        {doneAt !== null && <small className="tm-t3">entered {formatTime(Math.floor(at / 1_000))} UTC</small>}
      </td>
      <td className="act">
        <Icon size={14} stroke={1.5} aria-hidden="true" /> {ACT_NAMES[act]}
      </td>
      <td className="who">
        <bdi>{who}</bdi> <small className="tm-t3">{role}</small>
      </td>
      <td className="why">
        <bdi>{why}</bdi>
        <small className="tm-t3">
          <bdi>{result}</bdi>
        </small>
        <Way {...row} />
        {authority && (
          <small className="tm-t3">
            under <bdi>{authority}</bdi>
          </small>
        )}
      </td>
      <td className="machine">
        <bdi>{machine || '–'}</bdi>
      </td>
      <td className="hash tm-mono" title={hash}>
        {shortHash(hash)}
      </td>
    </tr>
  );
}

/** What the chain of hashes says, in a sentence. */
function Verdict({ custody: { broken, root, rows } }: { readonly custody: CaseCustody }) {
  if (broken) {
    return (
      <p className="cs-wrong" role="alert">
        The chain is broken at entry {broken.seq}. {broken.why} Tell your administrator before you rely on this ledger.
      </p>
    );
  }
  return (
    <p className="tm-t3 tm-sm cs-verdict">
      <IconLink size={14} stroke={1.5} aria-hidden="true" />
      {rows.length === 0 ? 'No entries yet.' : 'Chain recalculated, no break.'}{' '}
      {root
        ? `Its first ${formatPlural(root.rows, 'entry', 'entries')} lead to the root of ${root.day}, ${shortHash(root.root)}, in the audit log.`
        : 'The next daily root will include it.'}
    </p>
  );
}

/** The ledger of custody of a file. Reading it is logged. */
export function CustodyLedger({ caseId, item }: { readonly caseId: string; readonly item: string }) {
  const { data, error, refetch } = useQuery(caseCustodyQuery(caseId, item));
  if (error && !data) return <ErrorPanel error={error} what="The ledger of custody" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the ledger of custody">
        <RowBars rows={3} columns={['40px', '140px', '30%', '20%']} />
      </Skeleton>
    );
  }
  const { rows, broken } = data;
  return (
    <>
      <div className="cs-scroll">
        <table className="tm-tbl cs-custody">
          <thead>
            <tr>
              <th>No.</th>
              <th>Time (UTC)</th>
              <th>Act</th>
              <th>Who</th>
              <th>Why</th>
              <th>Machine</th>
              <th className="hash">Entry hash</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <LedgerRow key={row.seq} row={row} isBroken={broken?.seq === row.seq} />
            ))}
          </tbody>
        </table>
      </div>
      <Verdict custody={data} />
    </>
  );
}
