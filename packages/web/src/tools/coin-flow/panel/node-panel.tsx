import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import { networkOfChain } from '@trailmark/core/network';
import type { VisibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { useMemo } from 'react';
import { AgencyStatementText } from '../../../components/agency-statement-text.tsx';
import { AppLink } from '../../../components/app-link.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Statements } from '../../../components/evidence-mark.tsx';
import { Missing } from '../../../components/missing.tsx';
import { formatPlural } from '../../../format/number.ts';
import { formatDay } from '../../../format/time.ts';
import { addressSearchUrl, addressUrl, attributionUrl, transactionUrl } from '../../../url.ts';
import { formatFlowAmount, formatShare } from '../asset-words.ts';
import { listTraces } from '../flow-acts.ts';
import { FlowAmount } from '../flow-amount.tsx';
import { findLastSums } from '../flow-foot.tsx';
import { useStatements } from '../flow-statements.ts';
import { useMethodNames } from '../method-words.ts';
import { findTraceWay, WAY_WORDS } from '../trace-way.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { ChangeSection } from './change-section.tsx';
import { ExpandSection } from './expand-section.tsx';
import { FollowSection } from './follow-section.tsx';
import { HypothesisForm } from './hypothesis-form.tsx';
import { MarkForm } from './mark-form.tsx';
import { MethodRanges } from './method-ranges.tsx';
import { listFigures } from './node-figures.ts';
import { balanceOf, describeParty, describeStop, edgesAt, markOfParty, nameNode } from './node-words.ts';
import { OnwardSection } from './onward-section.tsx';
import { PartyLines } from './party-lines.tsx';
import { PaymentsList } from './payments-list.tsx';
import { PeelSection } from './peel-section.tsx';

interface Props {
  readonly node: FlowNode;
}

/** Labels of the agency's own reviewers on the address, or on the addresses that a drawn service has. */
function OfAgency({ ids }: { readonly ids: readonly string[] }) {
  const { byNode, hasFailed } = useStatements();
  const stated = ids.flatMap((id) => byNode.get(id)?.ofAgency ?? []);
  return (
    <>
      {stated.map((statement) => (
        <p key={statement.id} className="tm-sm">
          <AgencyStatementText statement={statement} />
        </p>
      ))}
      {hasFailed && (
        <p className="tm-t3 tm-sm" role="status">
          What your agency states of addresses could not be loaded.
        </p>
      )}
    </>
  );
}

function Head({ node, members }: Props & { readonly members: readonly string[] }) {
  const document = useDocument();
  const { byNode } = useStatements();
  const mark = document.marks[node.id];
  const place = [
    mark?.exhibit === undefined ? '' : `Exhibit E${mark.exhibit}`,
    node.hop === null ? 'Added by hand' : `Hop ${node.hop}`,
    node.isSeed ? 'where the trace begins' : '',
  ].filter(Boolean);
  const isIdentifier = node.kind === 'address' || node.kind === 'transaction';
  return (
    <div className="cf-subject">
      <p className="tm-t3 tm-sm">{place.join(', ')}</p>
      {mark?.label && <p className="cf-partyname">{mark.label}</p>}
      {node.party && <PartyLines party={node.party} claim={byNode.get(node.id)?.claim} />}
      <OfAgency ids={members.length > 0 ? members : [node.id]} />
      <p className="cf-whole">
        <span className={isIdentifier ? 'tm-id whole' : undefined}>{node.text}</span>
        {isIdentifier && <CopyButton value={node.text} what={node.kind} size="sm" />}
      </p>
    </div>
  );
}

function Figures({ node }: Props) {
  const document = useDocument();
  const way = useMemo(() => findTraceWay(document.log), [document.log]);
  const sums = findLastSums(document.log)?.sums ?? [];
  if (node.amounts.length === 0) return null;
  return (
    <div className="cf-figures">
      {listFigures(node, way).map(({ asset, near, far, share: part, isEnd }) => {
        const began = sums.find((sum) => sum.asset === asset)?.began;
        const share = part !== null && began !== undefined ? formatShare(part, began) : null;
        return (
          <dl key={asset}>
            <div>
              <dt>{near.words}</dt>
              <dd>
                <FlowAmount document={document} asset={asset} units={near.units} />
              </dd>
            </div>
            <div>
              <dt>{far.words}</dt>
              <dd>
                {isEnd ? (
                  <Missing reason="The trail ends here; the reason is below.">ends here</Missing>
                ) : (
                  <FlowAmount document={document} asset={asset} units={far.units} />
                )}
              </dd>
            </div>
            <div>
              <dt>Share of the beginning</dt>
              <dd>{share ?? <Missing reason="This was not traced, or in another asset.">not known</Missing>}</dd>
            </div>
          </dl>
        );
      })}
    </div>
  );
}

function Stops({ node }: Props) {
  const document = useDocument();
  if (node.stops.length === 0) return null;
  return (
    <section>
      <h3>{node.kind === 'gap' ? 'What is not drawn' : WAY_WORDS[findTraceWay(document.log)].why}</h3>
      {node.stops.map((stop) => (
        <div key={`${stop.reason}/${stop.asset}`} className="cf-stop">
          <p>
            <b>{describeStop(stop.reason)}</b>, {formatFlowAmount(document, stop.asset, stop.amount)}
            {stop.count > 1 && ` in ${formatPlural(stop.count, 'payment')}`}
          </p>
          <p className="tm-t2">{stop.detail}</p>
        </div>
      ))}
    </section>
  );
}

function span(edges: readonly FlowEdge[]): string {
  const times = edges.flatMap(({ firstTime, lastTime }) => [firstTime, lastTime]).filter((time) => time !== null);
  if (times.length === 0) return '';
  const [from, to] = [formatDay(Math.min(...times)), formatDay(Math.max(...times))];
  return from === to ? `, ${from}` : `, ${from} to ${to}`;
}

/** What the node's figures rest on, weakest last. */
function Grounds({ node, inputs }: Props & { readonly inputs: readonly FlowEdge[] }) {
  const { log } = useDocument();
  const nameMethod = useMethodNames();
  const method = listTraces(log).find(({ request }) => request.chain === node.chain)?.request.method;
  const isTraced = node.amounts.some(({ taintedIn, taintedOut }) => taintedIn !== null || taintedOut !== null);
  const count = inputs.reduce((sum, edge) => sum + edge.count, 0);
  const items = [
    ...(count > 0
      ? [{ kind: 'fact' as const, text: `${formatPlural(count, 'payment')} arrived here${span(inputs)}` }]
      : []),
    ...(method !== undefined && isTraced
      ? [
          {
            kind: 'inference' as const,
            text: `How much of it counts as traced, by the method ${nameMethod(method, 'whole')}, ${method}`,
          },
        ]
      : []),
    ...(node.peel
      ? [
          {
            kind: 'inference' as const,
            text: `One peel chain: at each of ${formatPlural(node.peel.txids.length, 'transaction')} rules conclude which output continues the chain`,
          },
        ]
      : []),
    ...(node.coinJoin
      ? [
          {
            kind: 'inference' as const,
            text: `CoinJoin (${node.coinJoin.kind}), ${node.coinJoin.participants === null ? 'number of participants not known' : formatPlural(node.coinJoin.participants, 'participant')}`,
          },
        ]
      : []),
    ...(node.party ? [{ kind: markOfParty(node.party), text: describeParty(node.party) }] : []),
  ];
  if (items.length === 0 || node.kind === 'gap') return null;
  return (
    <section className="cf-grounds">
      <h3>What this rests on</h3>
      <Statements items={items} />
    </section>
  );
}

function Conservation({
  node,
  inputs,
  outputs,
}: Props & { readonly inputs: readonly FlowEdge[]; readonly outputs: readonly FlowEdge[] }) {
  const document = useDocument();
  if (node.kind !== 'transaction') return null;
  const { in: into, out, fee, rest } = balanceOf(inputs, outputs, node.fee);
  const say = (units: bigint) => formatFlowAmount(document, node.chain, units);
  return (
    <section>
      <h3>Conservation</h3>
      <p className="tm-t2">
        {say(into)} in, {say(out)} out, {fee === null ? 'fee not known' : `${say(fee)} fee`}, of what is on the canvas.{' '}
        {rest === 0n && 'In is out and fee, to the smallest unit.'}
        {rest !== null && rest > 0n && `${say(rest)} of its outputs are not drawn: expand it to see them.`}
        {rest !== null && rest < 0n && `${say(-rest)} of its inputs are not drawn: expand it to see them.`}
      </p>
    </section>
  );
}

function Elsewhere({ node }: Props) {
  const { chain, kind, text, party } = node;
  if (kind === 'transaction') {
    return (
      <div className="cf-links">
        <AppLink className="tm-btn sm" href={transactionUrl(chain, text)}>
          Transaction
        </AppLink>
      </div>
    );
  }
  if (kind !== 'address') return null;
  const network = networkOfChain(chain);
  return (
    <div className="cf-links">
      <AppLink className="tm-btn sm" href={addressSearchUrl({ chain, address: text })}>
        History
      </AppLink>
      {network && (
        <AppLink className="tm-btn sm" href={attributionUrl(network, text)}>
          Exchange lookup
        </AppLink>
      )}
      {network && party?.kind === 'service' && (
        <AppLink className="tm-btn sm" href={attributionUrl(network, text, { request: '1' })}>
          Prepare a request
        </AppLink>
      )}
      <AppLink className="tm-btn sm quiet" href={addressUrl(chain, text)}>
        Explorer
      </AppLink>
    </div>
  );
}

function Hide({ node }: Props) {
  const { store, saver, mode } = useWorkspace();
  const document = useDocument();
  if (!saver) return null;
  const isPinned = document.places[node.id]?.pinned === true;
  const toggle = () =>
    store.act(isPinned ? 'Unpin' : 'Pin', (draft) => {
      const place = draft.places[node.id];
      if (place) draft.places[node.id] = { x: place.x, y: place.y, ...(isPinned ? {} : { pinned: true as const }) };
    });
  const hide = () =>
    store.act('Hide a node', (draft) => {
      draft.hidden.push(node.id);
    });
  return (
    <div className="cf-links">
      {mode === 'transactions' && (
        <button type="button" className="tm-btn sm quiet" onClick={toggle}>
          {isPinned ? 'Unpin' : 'Pin'}
        </button>
      )}
      <button type="button" className="tm-btn sm quiet" onClick={hide}>
        Hide
      </button>
    </div>
  );
}

export interface NodePanelProps extends Props {
  /** Addresses it represents, where it is a service with several. */
  readonly members: readonly string[];
  readonly visible: VisibleGraph;
}

/** All that is known of one node, and what can be done from it. */
export function NodePanel({ node, members, visible }: NodePanelProps) {
  const { saver } = useWorkspace();
  const document = useDocument();
  const isHeld = document.nodes[node.id] !== undefined;
  const drawn = visible.edges.map(({ edge }) => edge);
  const inputs = isHeld ? edgesAt(document, node.id, 'in') : drawn.filter(({ to }) => to === node.id);
  const outputs = isHeld ? edgesAt(document, node.id, 'out') : drawn.filter(({ from }) => from === node.id);
  return (
    <>
      <Head node={node} members={members} />
      <Figures node={node} />
      <Stops node={node} />
      <OnwardSection node={node} />
      <Grounds node={node} inputs={inputs} />
      <PeelSection node={node} />
      <MethodRanges node={node} />
      <Conservation node={node} inputs={inputs} outputs={outputs} />
      <ChangeSection node={node} />
      {members.length > 1 && (
        <section>
          <h3>{formatPlural(members.length, 'address', 'addresses')}</h3>
          <ul className="cf-plain">
            {members.slice(0, 50).map((id) => {
              const member = document.nodes[id];
              return <li key={id}>{member ? nameNode(document, member) : id}</li>;
            })}
          </ul>
        </section>
      )}
      <PaymentsList title={node.kind === 'transaction' ? 'Inputs' : 'In'} edges={inputs} other="from" />
      <PaymentsList
        title={node.kind === 'transaction' ? 'Outputs' : node.peel ? 'Peeled off and left over' : 'Out'}
        edges={outputs}
        other="to"
      />
      {isHeld && <ExpandSection node={node} />}
      {isHeld && <FollowSection node={node} />}
      {isHeld && <MarkForm ids={[node.id]} />}
      {isHeld && saver && <HypothesisForm ids={[node.id]} />}
      <Elsewhere node={node} />
      {isHeld && <Hide node={node} />}
    </>
  );
}
