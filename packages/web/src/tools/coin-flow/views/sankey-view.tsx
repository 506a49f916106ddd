import { formatDay } from '@trailmark/core/flow/days';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { largestOf } from '@trailmark/drawing/flow/extremes';
import {
  layoutSankey,
  NODE_WIDTH,
  type SankeyLink,
  type SankeyNode,
  type SankeyPicture,
  STUB_LENGTH,
} from '@trailmark/drawing/flow/sankey-layout';
import { type Stub, sumBegan, toTracedFlow } from '@trailmark/drawing/flow/traced-flow';
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { formatPlural } from '../../../format/number.ts';
import { describeStop } from '../../../graph/canvas/stop-badge.ts';
import { useFlow } from '../../../graph/use-flow.ts';
import { describeFlowAsset, formatFlowAmount } from '../asset-words.ts';
import { SankeyTable } from './sankey-table.tsx';
import { StopSign } from './stop-sign.tsx';
import { describeStub } from './stub-words.ts';
import type { ViewProps } from './table-view.tsx';
import { AssetSelect, NothingDrawn, shortFigure, shortName, useAsset, ViewFrame, ViewSwitch } from './view-parts.tsx';

interface BandProps {
  readonly link: SankeyLink;
  readonly isSelected: boolean;
  readonly title: string;
}

const Band = memo(function Band({ link, isSelected, title }: BandProps) {
  const { edge, isDimmed, isReturn } = link;
  const look = `cf-band ${edge.basis}${isSelected ? ' on' : ''}${isDimmed ? ' dim' : ''}${isReturn ? ' back' : ''}`;
  return (
    <path className={look} data-edge={edge.id} d={link.path}>
      <title>{title}</title>
    </path>
  );
});

interface BlockProps {
  readonly part: SankeyNode;
  readonly document: FlowDocument;
  readonly isRelations: boolean;
  readonly isSelected: boolean;
  readonly isActive: boolean;
}

/** The two lines next to a node: who, and why the trail ends there or how much it had. */
function wordsOf({ part, document, isRelations }: BlockProps, asset: string) {
  const stops = part.stubs.filter(({ kind }) => kind === 'stop');
  const [first] = stops;
  const begins = part.stubs.find(({ kind }) => kind === 'begin');
  const held = largestOf([part.in, part.out]);
  const ended = stops.reduce((sum, { amount }) => sum + amount, 0n);
  const say = (amount: bigint) => shortFigure(document, asset, amount);
  const below =
    first && ended * 2n >= held
      ? `${describeStop(first.reason ?? '').words}${stops.length > 1 ? `, ${stops.length - 1} more` : ''}, ${say(ended)}`
      : begins
        ? `${describeStub(begins, isRelations)}, ${say(begins.amount)}`
        : `${say(held)}${first ? `, of it ${say(ended)} ends` : ''}`;
  return { name: shortName(document, part.node), below, badge: first && describeStop(first.reason ?? '').badge };
}

function describeBlock(props: BlockProps, asset: string): string {
  const { part, document, isRelations } = props;
  const say = (amount: bigint) => formatFlowAmount(document, asset, amount);
  const stubs = part.stubs.map((stub: Stub) => `${describeStub(stub, isRelations)} ${say(stub.amount)}`);
  const name =
    part.node.kind === 'transaction' ? `Transaction ${shortName(document, part.node)}` : shortName(document, part.node);
  return [name, `in ${say(part.in)}`, `on ${say(part.out)}`, ...stubs].join(', ');
}

const Block = memo(function Block(props: BlockProps & { readonly asset: string }) {
  const { part, isSelected, isActive, asset } = props;
  const { x, y, height, node } = part;
  const words = wordsOf(props, asset);
  const isGap = node.kind === 'gap';
  const hasStub = part.stubs.some(({ side }) => side === 'after');
  // Where a trace back ends, its sign is on the stub to the left.
  const isLeft = words.badge !== undefined && !hasStub;
  const offset = x + NODE_WIDTH + (hasStub ? STUB_LENGTH + 8 : 8);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG group has no native button.
    <g
      role="button"
      data-node={node.id}
      tabIndex={isActive ? 0 : -1}
      aria-pressed={isSelected}
      aria-label={describeBlock(props, asset)}
      className={`cf-block${isSelected ? ' on' : ''}${part.isDimmed ? ' dim' : ''}${node.isSeed ? ' seed' : ''}${isGap ? ' gap' : ''}`}
    >
      <title>{describeBlock(props, asset)}</title>
      {part.stubs.map((stub) => {
        const from = stub.side === 'after' ? x + NODE_WIDTH : x - STUB_LENGTH;
        return (
          <path
            key={`${stub.side}${stub.kind}${stub.reason}`}
            className={`cf-stub ${stub.kind}`}
            d={`M${from} ${stub.y}h${STUB_LENGTH}`}
            strokeWidth={stub.width}
          />
        );
      })}
      <rect className="hit" x={x - 4} y={y - 2} width={NODE_WIDTH + 8} height={height + 4} />
      <rect className="body" x={x} y={y} width={NODE_WIDTH} height={height} />
      {part.hasWords && words.badge && (
        <StopSign
          badge={words.badge}
          x={isLeft ? x - STUB_LENGTH + 4 : x + NODE_WIDTH + STUB_LENGTH - 4}
          y={y + height / 2}
        />
      )}
      {part.hasWords && (
        <text x={offset} y={y + height / 2 - 2}>
          <tspan className="who">{words.name}</tspan>
          <tspan className="what" x={offset} dy="13">
            {words.below}
          </tspan>
        </text>
      )}
    </g>
  );
});

type Move = 'ArrowRight' | 'ArrowLeft' | 'ArrowUp' | 'ArrowDown';

/** Where an arrow leads: along the largest band, or to the neighbour within the column. */
function neighbour(picture: SankeyPicture, id: string, key: Move): string | undefined {
  const own = picture.nodes.find(({ node }) => node.id === id);
  if (!own) return picture.nodes[0]?.node.id;
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    const [side, other] = key === 'ArrowRight' ? (['from', 'to'] as const) : (['to', 'from'] as const);
    const bands = picture.links.filter(({ edge }) => edge[side] === id && edge[other] !== id);
    return bands.toSorted((a, b) => b.width - a.width)[0]?.edge[other];
  }
  const column = picture.nodes.filter((each) => each.column === own.column).sort((a, b) => a.y - b.y);
  return column[column.indexOf(own) + (key === 'ArrowDown' ? 1 : -1)]?.node.id;
}

interface DrawingProps extends ViewProps {
  readonly picture: SankeyPicture;
  readonly asset: string;
  readonly title: string;
}

function Headings({ picture }: { readonly picture: SankeyPicture }) {
  return picture.columns.map(({ hops, x, firstTime, lastTime }) => (
    <text key={x} x={x} y={16} className="cf-hop">
      {hops && <tspan>{hops[0] === hops[1] ? `Hop ${hops[0]}` : `Hops ${hops[0]} to ${hops[1]}`}</tspan>}
      {firstTime !== null && lastTime !== null && (
        <tspan x={x} dy="13" className="when">
          {formatDay(firstTime, lastTime)}
        </tspan>
      )}
    </text>
  ));
}

function Drawing({ store, visible, picture, asset, title }: DrawingProps) {
  const document = useFlow(store, (state) => state.document);
  const selection = useFlow(store, (state) => state.selection);
  const [active, setActive] = useState<string | undefined>(undefined);
  const svg = useRef<SVGSVGElement>(null);
  const isRelations = visible.mode !== 'transactions';
  const begin = picture.nodes.find(({ node }) => node.isSeed) ?? picture.nodes[0];
  const current = picture.nodes.some(({ node }) => node.id === active) ? active : begin?.node.id;
  const names = useMemo(
    () => new Map(picture.nodes.map(({ node }) => [node.id, shortName(document, node)])),
    [picture, document],
  );
  const idAt = (target: EventTarget) => {
    const found = target instanceof Element ? target.closest<SVGElement>('[data-node],[data-edge]') : null;
    return found?.dataset.node ?? found?.dataset.edge;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = idAt(event.target);
    if (at === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') store.select([at], event.shiftKey ? 'toggle' : 'set');
    else if (event.key.startsWith('Arrow')) {
      const next = neighbour(picture, at, event.key as Move);
      if (next === undefined) return;
      setActive(next);
      svg.current?.querySelector<SVGElement>(`[data-node="${CSS.escape(next)}"]`)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="cf-otherbody cf-sankey">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing whose nodes are buttons; bands have rows in the table. */}
      <svg
        ref={svg}
        role="group"
        aria-label={title}
        width={picture.width}
        height={picture.height}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const id = idAt(event.target);
          store.select(id === undefined ? [] : [id], event.shiftKey ? 'toggle' : 'set');
          if (id !== undefined && document.nodes[id]) setActive(id);
        }}
      >
        <Headings picture={picture} />
        <g>
          {picture.links.map((link) => (
            <Band
              key={link.edge.id}
              link={link}
              isSelected={selection.has(link.edge.id)}
              title={`${names.get(link.edge.from)} to ${names.get(link.edge.to)}: ${formatFlowAmount(document, asset, link.amount)}${link.isReturn ? ', goes back' : ''}`}
            />
          ))}
        </g>
        {picture.nodes.map((part) => (
          <Block
            key={part.node.id}
            part={part}
            document={document}
            asset={asset}
            isRelations={isRelations}
            isSelected={selection.has(part.node.id)}
            isActive={part.node.id === current}
          />
        ))}
      </svg>
    </div>
  );
}

/** The traced money of one asset as bands as wide as it is much: nothing comes from nowhere, and what ends says why. */
export function SankeyView({ store, visible }: ViewProps) {
  const document = useFlow(store, (state) => state.document);
  const choice = useAsset(visible);
  const [shown, setShown] = useState<'drawing' | 'table'>('drawing');
  const { asset } = choice;
  const flow = useMemo(() => (asset === undefined ? undefined : toTracedFlow(visible, asset)), [visible, asset]);
  const picture = useMemo(() => (flow ? layoutSankey(flow) : undefined), [flow]);
  if (asset === undefined || !flow || !picture) return <NothingDrawn visible={visible} />;
  const { symbol } = describeFlowAsset(document, asset);
  const title = `Traced ${symbol}`;
  const began = sumBegan(flow);
  const returns = picture.links.filter(({ isReturn }) => isReturn).length;
  const { untraced } = flow;
  const notes = [
    began > 0n &&
      `${formatFlowAmount(document, asset, began)} ${flow.isForward ? 'begin here' : 'are traced back from here'}.`,
    flow.isForward
      ? 'A place reached over several paths is placed at the longest.'
      : 'Traced back from the right; a place reached over several paths is placed at the longest.',
    returns > 0 && `${formatPlural(returns, 'payment')} back to an earlier hop, drawn along the foot.`,
    untraced.count > 0 &&
      `${formatPlural(untraced.count, 'payment')} of ${formatFlowAmount(document, asset, untraced.amount)} ${untraced.count === 1 ? 'was' : 'were'} not traced and ${untraced.count === 1 ? 'is' : 'are'} not in it.`,
  ];
  const switches = (
    <>
      <AssetSelect document={document} choice={choice} />
      {flow.links.length > 0 && (
        <ViewSwitch
          legend="Shown as"
          value={shown}
          options={[
            ['drawing', 'Drawing'],
            ['table', 'Table'],
          ]}
          onChange={setShown}
        />
      )}
    </>
  );
  if (flow.links.length === 0) {
    return (
      <ViewFrame title={title} tools={switches}>
        <NothingDrawn
          visible={visible}
          what={`No payment of ${symbol} drawn here was traced, so there are no sums that must balance. Start a trace, or open Matrix for what the ledger says.`}
        />
      </ViewFrame>
    );
  }
  return (
    <ViewFrame title={title} tools={switches} notes={notes}>
      {shown === 'table' ? (
        <SankeyTable store={store} flow={flow} isRelations={visible.mode !== 'transactions'} />
      ) : (
        <Drawing store={store} visible={visible} picture={picture} asset={asset} title={title} />
      )}
    </ViewFrame>
  );
}
