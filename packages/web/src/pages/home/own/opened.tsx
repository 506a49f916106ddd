import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { chainName } from '@trailmark/chains/account-catalogue';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { capClaimText } from '../../../format/claim-text.ts';
import { shorten } from '../../../format/identifier.ts';
import { formatAge } from '../../../format/time.ts';
import { useVisits, type VisitRow, visitsQuery } from '../../../home.ts';
import { VISIT_WORDS, visitedUrl } from '../../../visited.ts';
import { ListPart } from './list-part.tsx';

/** With every pin. */
const SHOWN = 8;

interface RowProps {
  readonly visit: VisitRow;
  readonly onPin: () => void;
}

function Row({ visit, onPin }: RowProps) {
  const { kind, chain, id, title, detail, visitedAt, isPinned } = visit;
  const words = [chain === null ? '' : chainName(chain), VISIT_WORDS[kind], detail].filter(Boolean).join(' ');
  const Pin = isPinned ? IconPinFilled : IconPin;
  return (
    <li>
      <AppLink href={visitedUrl(visit)}>
        <span className="tm-grow">
          {title === null ? (
            <span className="tm-id" title={id}>
              {shorten(id)}
            </span>
          ) : (
            <b>{capClaimText(title)}</b>
          )}
          <span className="tm-t3 tm-sm">{words.charAt(0).toUpperCase() + words.slice(1)}</span>
        </span>
        {!isPinned && <span className="tm-t3 tm-nw">{formatAge(visitedAt, Date.now() / 1000)}</span>}
      </AppLink>
      <button
        type="button"
        className="pin"
        aria-label={`${isPinned ? 'Take the pin away from' : 'Pin'} ${title ?? id}`}
        title={isPinned ? 'Take the pin away' : 'Pin'}
        onClick={onPin}
      >
        <Pin size={15} stroke={1.5} aria-hidden="true" />
      </button>
    </li>
  );
}

/** What the reader pinned, and what they opened last. */
export function Opened() {
  const { data, error, refetch } = useQuery(visitsQuery());
  const { pin, clear, error: fault } = useVisits();
  const items = data?.items ?? [];
  const [pinned, rest] = [items.filter(({ isPinned }) => isPinned), items.filter(({ isPinned }) => !isPinned)];
  return (
    <div>
      <ListPart
        title="Pinned and opened last"
        action={
          rest.length > 0 && (
            <button type="button" className="tm-btn quiet sm" onClick={() => clear()}>
              Clear
            </button>
          )
        }
        items={data && [...pinned, ...rest.slice(0, SHOWN)]}
        error={error}
        onRetry={() => void refetch()}
        empty="Addresses, transactions, organisations, cases and flows that you open are listed here, for you alone."
      >
        {(visit) => (
          <Row
            key={`${visit.kind} ${visit.chain} ${visit.id}`}
            visit={visit}
            onPin={() => pin({ kind: visit.kind, chain: visit.chain, id: visit.id, isPinned: !visit.isPinned })}
          />
        )}
      </ListPart>
      {fault && <ErrorPanel error={fault} what="The change" />}
    </div>
  );
}
