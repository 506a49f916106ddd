import type { AuditEventAnswer } from '@trailmark/api/contract/audit';
import type { DataColumn } from '../../components/data-table.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';

const OUTCOMES: Readonly<Record<AuditEventAnswer['outcome'], string>> = {
  success: 'done',
  denied: 'denied',
  failed: 'failed',
};

/** Who acted: a name where the account is still there, the word for it otherwise. */
export function describeActor({ actor, source }: AuditEventAnswer): string {
  if (actor.role === 'installation') return 'The installation';
  if (actor.account === null) return source ? 'Visitor' : 'The server';
  return actor.name ?? 'Former account';
}

function Who({ event }: { readonly event: AuditEventAnswer }) {
  const words = [event.actor.email, event.agency?.name].filter((word) => typeof word === 'string');
  return (
    <span className="au-cut who" title={words.join(', ') || undefined}>
      {describeActor(event)}
    </span>
  );
}

export const AUDIT_COLUMNS: readonly DataColumn<AuditEventAnswer>[] = [
  {
    id: 'time',
    header: <ZoneSwitch />,
    narrow: 'bottom-left',
    width: '168px',
    cell: ({ at }) => <Time seconds={Math.floor(Date.parse(at) / 1000)} />,
  },
  { id: 'who', header: 'Who', narrow: 'top-left', cell: (event) => <Who event={event} /> },
  { id: 'role', header: 'Role', isMinor: true, cell: ({ actor }) => <span className="tm-nw">{actor.role}</span> },
  {
    id: 'action',
    header: 'Action',
    narrow: 'top-right',
    cell: ({ action }) => <span className="tm-mono tm-sm au-cut">{action}</span>,
  },
  {
    id: 'object',
    header: 'Object',
    cell: ({ object }) =>
      object ? (
        <span className="au-cut" title={`${object.kind} ${object.id}`}>
          <span className="tm-t3 tm-sm">{object.kind}</span> <bdi className="tm-mono tm-sm">{object.id}</bdi>
        </span>
      ) : (
        <span className="tm-t3">none</span>
      ),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    narrow: 'bottom-right',
    cell: ({ outcome }) => <span className={outcome === 'success' ? 'tm-t3' : 'tm-m au-bad'}>{OUTCOMES[outcome]}</span>,
  },
  {
    id: 'source',
    header: 'Source',
    isMinor: true,
    cell: ({ source }) => <span className="tm-mono tm-sm tm-nw">{source?.address ?? 'server'}</span>,
  },
];
