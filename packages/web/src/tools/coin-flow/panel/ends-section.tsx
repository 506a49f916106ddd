import type { FlowDocument, FlowEnd, FlowLogEntry } from '@trailmark/core/flow/flow-document';
import { addressNodeId } from '@trailmark/core/flow/flow-graph';
import { END_STANDINGS, type EndStanding } from '@trailmark/core/trace/trace-ends';
import { useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { escapeHostile } from '../../../format/hostile-text.ts';
import { shorten } from '../../../format/identifier.ts';
import { formatPlural } from '../../../format/number.ts';
import { addressSearchUrl } from '../../../url.ts';
import { addTrace, listTraces } from '../flow-acts.ts';
import { FlowAmount } from '../flow-amount.tsx';
import { useMethodNames } from '../method-words.ts';
import { decodeRequest } from '../trace-run.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { groupEnds, rangeOf } from './end-groups.ts';

const SHOWN = 8;
const STEP = 100;

const TITLES: Readonly<Record<EndStanding, string>> = {
  service: 'At a service that can hold it',
  issuer: 'Unspent, and the issuer can freeze it',
  holder: 'Unspent',
  onward: 'Left over a bridge',
  unknown: 'Not known to have left',
  gone: 'Mixed, pooled or destroyed',
};

/** The last search for every end on this canvas. */
export function findEndsEntry(log: FlowDocument['log']): FlowLogEntry | undefined {
  return log.findLast(({ ends }) => ends !== undefined);
}

interface EndLineProps {
  readonly end: FlowEnd;
  readonly chain: FlowLogEntry['asOf'];
  readonly nodeId: string | undefined;
}

/** What ends there under the methods: one amount where they agree, else from least to most. */
function Range({ end }: { readonly end: FlowEnd }) {
  const document = useDocument();
  const { kind, from, to } = rangeOf(end);
  const say = (units: string) => <FlowAmount document={document} asset={end.asset} units={units} />;
  if (kind === 'bound')
    return (
      <>
        up to {say(to)}
        <span className="when">no method sends any</span>
      </>
    );
  if (kind === 'one') return say(to);
  return (
    <>
      {say(from)} to {say(to)}
    </>
  );
}

function EndLine({ end, chain, nodeId }: EndLineProps) {
  const { store, canvas } = useWorkspace();
  const name = end.isNamed ? `“${escapeHostile(end.name)}”` : shorten(end.name);
  const open = (id: string) => {
    store.select([id]);
    canvas.current?.reveal([id]);
  };
  const label = (
    <>
      <span className={end.isNamed ? 'who' : 'who tm-id'} title={end.address ?? undefined}>
        {name}
      </span>
      {end.isNamed && end.address !== null && <span className="when tm-mono">{shorten(end.address)}</span>}
    </>
  );
  return (
    <li>
      {nodeId !== undefined && (
        <button type="button" className="tm-linkbtn" onClick={() => open(nodeId)}>
          {label}
        </button>
      )}
      {nodeId === undefined && end.address !== null && (
        <AppLink className="tm-linkbtn" href={addressSearchUrl({ chain: chain as never, address: end.address })}>
          {label}
          <span className="when">not on this canvas</span>
        </AppLink>
      )}
      {nodeId === undefined && end.address === null && <span>{label}</span>}
      <span className="much">
        <Range end={end} />
      </span>
    </li>
  );
}

interface GroupProps {
  readonly standing: EndStanding;
  readonly ends: readonly FlowEnd[];
  readonly chain: string;
}

function Group({ standing, ends, chain }: GroupProps) {
  const { nodes } = useDocument();
  const [shown, setShown] = useState(SHOWN);
  const left = ends.length - shown;
  const nodeOf = ({ address }: FlowEnd): string | undefined => {
    const id = address === null ? undefined : addressNodeId(chain as never, address);
    return id !== undefined && nodes[id] ? id : undefined;
  };
  return (
    <section aria-label={TITLES[standing]}>
      <h3>
        {TITLES[standing]} <span className="tm-t3">{ends.length}</span>
      </h3>
      <p className="tm-t3 tm-sm">{[...new Set(ends.map(({ advice }) => advice))].slice(0, 2).join(' ')}</p>
      <ul className="cf-payments cf-ends">
        {ends.slice(0, shown).map((end) => (
          <EndLine
            key={`${end.name}/${end.address}/${end.asset}/${end.reason}`}
            end={end}
            chain={chain}
            nodeId={nodeOf(end)}
          />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" className="tm-linkbtn tm-sm" onClick={() => setShown(shown + STEP)}>
          {left > STEP ? `${STEP} more of ${left}` : `${formatPlural(left, 'more end')}`}
        </button>
      )}
    </section>
  );
}

/** Every end of the last search, what can be stopped or frozen first, each with its range over the methods. */
export function EndsSection({
  entry,
  isTitled = false,
}: {
  readonly entry: FlowLogEntry;
  /** Whether its title is above it already. */
  readonly isTitled?: boolean;
}) {
  const nameMethod = useMethodNames();
  const request = decodeRequest(entry.request);
  const { ends } = entry;
  if (!ends || !request) return null;
  const groups = groupEnds(ends.items);
  const listed = ends.items.length;
  return (
    <>
      {!isTitled && <h2 className="tm-h cf-overview">Where the money ends</h2>}
      <div className="cf-endswords">
        {ends.sentences.map((sentence) => (
          <p key={sentence} className="tm-t2 tm-sm">
            {sentence}
          </p>
        ))}
        <p className="tm-t3 tm-xs">
          Amounts are the least and the most over FIFO, haircut and LIFO. The drawing is by {nameMethod(request.method)}
          .
        </p>
      </div>
      {END_STANDINGS.flatMap((standing) => {
        const own = groups.get(standing);
        return own ? [<Group key={standing} standing={standing} ends={own} chain={request.chain} />] : [];
      })}
      {ends.total > listed && (
        <p className="tm-t3 tm-sm">and {formatPlural(ends.total - listed, 'smaller end')} that are not listed.</p>
      )}
    </>
  );
}

/** The ends as a panel of their own, which stays while other things are selected. */
export function EndsPanel() {
  const entry = findEndsEntry(useDocument().log);
  if (entry) return <EndsSection entry={entry} isTitled />;
  return (
    <>
      <p className="tm-t2">Nobody has searched for every end of this flow.</p>
      <FindEndsButton />
    </>
  );
}

/** Offers to search for every end where the last trace only ran within its limits. */
export function FindEndsButton() {
  const { store, saver, trace } = useWorkspace();
  const document = useDocument();
  const last = listTraces(document.log)[0]?.request;
  if (!saver || !last || last.direction !== 'forward') return null;
  const find = () => {
    void trace.run(last, (answer) => addTrace(store, 'Find every end', answer), { findsEnds: true });
  };
  return (
    <p>
      <button type="button" className="tm-btn sm" disabled={trace.state.kind === 'running'} onClick={find}>
        Find every end
      </button>
    </p>
  );
}
