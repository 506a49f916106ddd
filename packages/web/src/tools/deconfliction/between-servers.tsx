import type { Interest, PartnerCheck } from '@trailmark/api/contract/interest';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { CHECK_WORDS } from './words.ts';

const CHECKS: readonly DataColumn<PartnerCheck>[] = [
  { id: 'partner', header: 'Partner', cell: ({ name }) => <bdi>{name}</bdi>, narrow: 'top-left' },
  {
    id: 'state',
    header: 'Comparison',
    cell: ({ state, isByFile, reason }) => (
      <span>
        {state === 'waiting' && isByFile ? 'Waiting for exchange files' : CHECK_WORDS[state]}
        {reason && (
          <span className="dc-wrong">
            {' '}
            <QuotedText text={reason} />
          </span>
        )}
      </span>
    ),
    narrow: 'bottom-left',
  },
  {
    id: 'asked',
    header: 'Identifiers',
    align: 'right',
    cell: ({ asked, leftOut, answeredAt }) =>
      answeredAt === null ? '–' : `${formatCount(asked)}${leftOut > 0 ? `, ${formatCount(leftOut)} left out` : ''}`,
    narrow: 'top-right',
  },
  {
    id: 'answered',
    header: 'Compared',
    cell: ({ answeredAt }) => <span className="tm-nw">{answeredAt === null ? '–' : formatTime(answeredAt)}</span>,
    narrow: 'bottom-right',
  },
];

type Left = Interest['left'][number];

const LEFT: readonly DataColumn<Left>[] = [
  { id: 'partner', header: 'Partner', cell: ({ partner }) => <bdi>{partner}</bdi>, narrow: 'top-left' },
  {
    id: 'sent',
    header: 'Sent',
    align: 'right',
    cell: ({ elements }) => `${formatCount(elements)} blinded values`,
    narrow: 'top-right',
  },
  {
    id: 'answer',
    header: 'Answer',
    align: 'right',
    cell: ({ answerBytes }) => (answerBytes === null ? 'None' : `${formatCount(answerBytes)} bytes`),
    narrow: 'bottom-left',
  },
  {
    id: 'time',
    header: 'Time',
    align: 'right',
    cell: ({ ms }) => (ms === null ? '–' : `${(ms / 1_000).toFixed(2)} s`),
    isMinor: true,
  },
  {
    id: 'learned',
    header: 'Partner learned',
    cell: () => 'That a query happened',
    isMinor: true,
  },
  {
    id: 'commitment',
    header: 'Log commitment',
    cell: ({ commitment }) => (
      <span className="tm-mono" title={commitment}>
        {commitment.slice(0, 4)}…{commitment.slice(-4)}
      </span>
    ),
    narrow: 'bottom-right',
  },
];

/** How far an interest was compared with agencies on other servers, and what left this one for it. */
export function BetweenServers({ interest }: { readonly interest: Interest }) {
  const { checks, left } = interest;
  const conflicts = interest.conflictList.filter(({ partner }) => partner !== null);
  if (checks.length === 0) return null;
  return (
    <>
      <section>
        <h3 className="tm-h">Partners on other servers</h3>
        <p className="tm-sm tm-t2">
          {conflicts.length === 0 ? 'No conflict known with them' : formatPlural(conflicts.length, 'conflict')}.
          {interest.sensitivity === 'silent' && ' A silent entry is compared once a day, with everything else.'}
        </p>
        <DataTable
          caption="Partners on other servers"
          columns={CHECKS}
          rows={checks}
          rowId={({ partner }) => partner}
        />
      </section>
      {left.length > 0 && (
        <section>
          <h3 className="tm-h">What left this server</h3>
          <DataTable
            caption="What left this server"
            columns={LEFT}
            rows={left}
            rowId={({ commitment }) => commitment}
          />
          <p className="tm-xs tm-t2">
            VOPRF, RFC 9497, ristretto255. Batches have 64 or 1,024 values; answers have equal size and time, so a
            silent entry looks like none. A partner also learns of a match that is no silent one.
          </p>
        </section>
      )}
    </>
  );
}
