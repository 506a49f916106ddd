import type { SourceStatus } from '@trailmark/api/contract/source';
import { AppLink } from '../../components/app-link.tsx';
import type { DataColumn } from '../../components/data-table.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatCount } from '../../format/number.ts';
import { sourcesUrl } from '../../parts/sources/source-url.ts';

function describeKey({ hasKey, needsKey }: SourceStatus): string {
  if (hasKey) return 'set';
  return needsKey ? 'needed' : 'none';
}

function describeState({ isOn, onlyForCases }: SourceStatus) {
  if (!isOn) return 'Off';
  return (
    <>
      <b>On</b>
      {onlyForCases && ', only for cases that allow it'}
    </>
  );
}

const none = <span className="tm-t3">–</span>;

/** Columns of the list; `onChange` is there for those who may change a source. */
export function createSourceColumns(
  onChange: ((source: SourceStatus) => void) | undefined,
): readonly DataColumn<SourceStatus>[] {
  const action: DataColumn<SourceStatus> = {
    id: 'change',
    header: <span className="tm-sr">Actions</span>,
    narrow: 'bottom-right',
    cell: (source) => (
      <button type="button" className="tm-linkbtn so-change" onClick={() => onChange?.(source)}>
        Change<span className="tm-sr"> {source.name}</span>
      </button>
    ),
  };
  return [
    {
      id: 'name',
      header: 'Source, endpoint',
      narrow: 'top-left',
      width: '250px',
      cell: ({ name, endpoint }) => (
        <span className="so-name">
          <span>{name}</span>
          <span className="tm-t3 tm-sm">{endpoint === '' ? 'no endpoint set' : endpoint}</span>
        </span>
      ),
    },
    { id: 'state', header: 'State', narrow: 'top-right', cell: describeState },
    {
      id: 'covers',
      header: 'What it tells',
      isMinor: true,
      cell: ({ covers }) => <span className="so-words tm-sm">{covers}</span>,
    },
    { id: 'key', header: 'Key', cell: describeKey },
    {
      id: 'asked',
      header: <ZoneSwitch label="Last requested" />,
      narrow: 'bottom-left',
      cell: ({ lastAskedAt }) =>
        lastAskedAt === null ? <span className="tm-t3">never requested</span> : <Time seconds={lastAskedAt} />,
    },
    {
      id: 'requests',
      header: 'Requests',
      align: 'right',
      cell: ({ id, requestCount }) =>
        requestCount === 0 ? '0' : <AppLink href={sourcesUrl({ source: id })}>{formatCount(requestCount)}</AppLink>,
    },
    {
      id: 'fault',
      header: 'Last fault',
      isMinor: true,
      cell: ({ lastFault }) => (lastFault === null ? none : <QuotedText text={lastFault} />),
    },
    ...(onChange ? [action] : []),
  ];
}
