import { type NodeShape, shapeOf } from '@trailmark/drawing/flow/node-shape';
import { PICTURE_BADGES } from '@trailmark/drawing/flow/picture-stops';
import type { VisibleGraph } from '@trailmark/drawing/flow/visible-graph';
import type { ReactNode } from 'react';
import { describeStop } from '../../graph/canvas/stop-badge.ts';

const NODES: Readonly<Record<NodeShape, readonly [words: string, sign: ReactNode]>> = {
  disc: ['Address', <circle key="s" cx="9" cy="8" r="5" />],
  subject: [
    'Where the trace begins',
    <g key="s">
      <circle cx="9" cy="8" r="5.5" />
      <circle className="full" cx="9" cy="8" r="2.5" />
    </g>,
  ],
  cluster: [
    'Several addresses',
    <g key="s">
      <circle cx="7" cy="8" r="4.5" />
      <circle cx="11" cy="8" r="4.5" />
    </g>,
  ],
  service: ['Service', <rect key="s" x="3.5" y="2.5" width="11" height="11" rx="2" />],
  hexagon: ['Mixer, CoinJoin', <path key="s" d="M9 2l5.2 3v6L9 14l-5.2-3V5z" />],
  arch: ['Bridge', <path key="s" d="M3.5 13.5V8a5.5 5.5 0 0111 0v5.5z" />],
  sheet: ['Contract', <path key="s" d="M4.5 2.5h6l3 3v8h-9z" />],
  bar: ['Transaction', <rect key="s" className="full" x="7.5" y="2" width="3" height="12" />],
  capsule: ['Peel chain', <rect key="s" x="1" y="4.5" width="16" height="7" rx="3.5" />],
  gap: ['Gap', <path key="s" className="warn" d="M6.5 2v12M9.5 2v12M12 5l4-2M12 8h4M12 11l4 2" />],
  end: ['Cannot be spent', <path key="s" d="M5 4l8 8M13 4l-8 8" />],
};

const LINES = { fact: 'Fact', inference: 'Inference', claim: 'Claim' } as const;

function Item({
  words,
  className,
  children,
}: {
  readonly words: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <svg viewBox="0 0 18 16" width="18" height="16" aria-hidden="true" className={className}>
        {children}
      </svg>
      {words}
    </li>
  );
}

/** Signs that are drawn, and no others. */
export function FlowLegend({ visible }: { readonly visible: VisibleGraph }) {
  const shapes = new Set(visible.nodes.map(({ node, members }) => shapeOf(node, members.length)));
  const stops = new Map(
    visible.nodes.flatMap(({ node }) =>
      node.stops.map(({ reason }) => {
        const { badge, words } = describeStop(reason);
        return [words, badge] as const;
      }),
    ),
  );
  const bases = new Set(visible.edges.map(({ edge }) => edge.basis));
  if (visible.nodes.length === 0) return null;
  return (
    <ul className="cf-legend" aria-label="Legend">
      {(Object.keys(NODES) as NodeShape[])
        .filter((shape) => shapes.has(shape))
        .map((shape) => (
          <Item key={shape} words={NODES[shape][0]}>
            {NODES[shape][1]}
          </Item>
        ))}
      {(['fact', 'inference', 'claim'] as const)
        .filter((basis) => bases.has(basis))
        .map((basis) => (
          <Item key={basis} words={LINES[basis]} className={`line ${basis}`}>
            <path d="M1 8h16" />
          </Item>
        ))}
      {[...stops].map(([words, badge]) => (
        <Item key={words} words={words}>
          <circle cx="9" cy="8" r="6" />
          <path
            className={PICTURE_BADGES[badge].isSolid ? 'full' : undefined}
            d={PICTURE_BADGES[badge].path}
            transform="translate(9 8) scale(.8)"
          />
        </Item>
      ))}
    </ul>
  );
}
