import { IconDots } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { FlowHead } from '@trailmark/api/contract/flow';
import { chainName } from '@trailmark/chains/account-catalogue';
import { parseChainId } from '@trailmark/core/chain';
import { lazy, Suspense, useMemo, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { MenuButton } from '../../components/menu-button.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { useDebouncedValue } from '../../components/use-debounced-value.ts';
import { formatPlural } from '../../format/number.ts';
import { coinFlowUrl } from '../../url.ts';
import { flowsQuery } from './queries.ts';

const RenameFlowDialog = lazy(() =>
  import('./saved-flow-dialogs.tsx').then((part) => ({ default: part.RenameFlowDialog })),
);
const RemoveFlowDialog = lazy(() =>
  import('./saved-flow-dialogs.tsx').then((part) => ({ default: part.RemoveFlowDialog })),
);

const FILTER_FROM = 6;
const FILTER_AFTER_MS = 300;

function nameChain(id: string): string {
  try {
    return chainName(parseChainId(id));
  } catch {
    return id;
  }
}

const COLUMNS: readonly DataColumn<FlowHead>[] = [
  {
    id: 'title',
    header: 'Coin flow',
    narrow: 'top-left',
    cell: ({ id, title, branches, chains, nodeCount, savedBy }) => (
      <>
        <AppLink href={coinFlowUrl(id)}>{title}</AppLink>
        <span className="tm-t3 tm-sm cf-count">
          {[
            ...chains.map(nameChain),
            formatPlural(nodeCount, 'node'),
            ...(branches.length > 1 ? [formatPlural(branches.length, 'branch', 'branches')] : []),
            savedBy,
          ].join(', ')}
        </span>
      </>
    ),
  },
  {
    id: 'saved',
    header: <ZoneSwitch label="Saved" />,
    narrow: 'bottom-left',
    cell: ({ savedAt }) => <Time seconds={savedAt} />,
  },
];

interface Asked {
  readonly what: 'rename' | 'remove';
  readonly flow: FlowHead;
}

function RowMenu({ flow, onAsk }: { readonly flow: FlowHead; readonly onAsk: (asked: Asked) => void }) {
  return (
    <MenuButton
      button={{
        className: 'tm-icbtn sm',
        'aria-label': `More on ${flow.title}`,
        children: <IconDots size={16} stroke={1.5} />,
      }}
      entries={[
        { name: 'Rename', onClick: () => onAsk({ what: 'rename', flow }) },
        { name: 'Remove', onClick: () => onAsk({ what: 'remove', flow }) },
      ]}
      position="bottom-end"
    />
  );
}

/** Coin flows of the agency, last saved first. */
export function SavedFlows() {
  const [text, setText] = useState('');
  const settled = useDebouncedValue(text.trim(), FILTER_AFTER_MS);
  const query = useInfiniteQuery(flowsQuery(settled));
  const router = useRouter();
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  const columns = useMemo<readonly DataColumn<FlowHead>[]>(
    () => [
      ...COLUMNS,
      {
        id: 'more',
        header: <span className="tm-sr">More</span>,
        align: 'right',
        narrow: 'top-right',
        cell: (flow) => <RowMenu flow={flow} onAsk={setAsked} />,
      },
    ],
    [],
  );
  const { data, error } = query;
  if (error && !data) return <ErrorPanel error={error} what="The saved flows" onRetry={() => void query.refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the saved flows">
        <RowBars rows={4} columns={['220px', '80px', '48px', '130px']} />
      </Skeleton>
    );
  }
  const rows = data.pages.flatMap(({ items }) => items);
  if (rows.length === 0 && settled === '')
    return <Empty>Traces are saved here by themselves. Start one, or open a prepared case.</Empty>;
  return (
    <>
      {(rows.length >= FILTER_FROM || settled !== '') && (
        <input
          className="tm-field cf-find"
          aria-label="Find a saved flow by its title"
          placeholder="Find by title"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {rows.length === 0 ? (
        <Empty>No saved flow has “{settled}” in its title.</Empty>
      ) : (
        <DataTable
          caption="Saved coin flows, last saved first"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          isUpdating={query.isPlaceholderData}
          onOpen={({ id }) => void router.navigate({ href: coinFlowUrl(id) })}
        />
      )}
      {error && <ErrorPanel error={error} what="The next page" onRetry={() => void query.fetchNextPage()} />}
      {query.hasNextPage && (
        <button
          type="button"
          className="tm-btn sm cf-more"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </button>
      )}
      <Suspense fallback={null}>
        {asked?.what === 'rename' && <RenameFlowDialog flow={asked.flow} onClose={() => setAsked(undefined)} />}
        {asked?.what === 'remove' && <RemoveFlowDialog flow={asked.flow} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </>
  );
}
