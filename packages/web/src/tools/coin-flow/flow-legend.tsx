import type { VisibleGraph } from '@trailmark/core/flow/visible-graph';
import type { ReactNode } from 'react';
import { type NodeShape, shapeOf } from '../../graph/canvas/node-shape.ts';
import { describeStop, type StopBadge } from '../../graph/canvas/stop-badge.ts';

const NODES: Readonly<Record<NodeShape, readonly [words: string, sign: ReactNode]>> = {
  disc: ['Address', <circle key="s" cx="9" cy="8" r="5" />],
  subject: [
    'Where the trace begins',
    <g key="s">
      <circle cx="9" cy="8" r="5.5" />
      <circle className="full" cx="9" cy="8" r="2.5" />
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

const BADGES: Readonly<Record<StopBadge, ReactNode>> = {
  service: <rect className="full" x="6.5" y="5.5" width="5" height="5" />,
  unspent: <path d="M9 4.5v4M6 8.5h6M7.2 10.8h3.6" />,
  pooled: <path d="M6.8 5.8l4.4 4.4M11.2 5.8l-4.4 4.4" />,
  cap: <path d="M6 8h6" />,
  dormant: <path d="M9 5v3.2l2 1.2" />,
  contract: <path d="M7 5h2.6L11 6.4V11H7z" />,
  sanctioned: <path d="M7.6 4.8h2.8l1.6 1.6v2.8l-1.6 1.6H7.6L6 9.2V6.4z" />,
  edge: <path d="M6 8h1M8.5 8h1M11 8h1" />,
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
  const shapes = new Set(visible.nodes.map(({ node }) => shapeOf(node)));
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
          {BADGES[badge]}
        </Item>
      ))}
    </ul>
  );
}
