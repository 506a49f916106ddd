const BOXES = [
  { x: 241, y: 133, name: 'Your node', note: 'blocks, headers' },
  { x: 391, y: 133, name: 'Ledger facts', note: 'ClickHouse' },
  { x: 241, y: 235, name: 'Label packs', note: 'versioned files' },
  { x: 391, y: 235, name: 'Accounts, audit', note: 'PostgreSQL' },
] as const;

/** The agency's house with one arrow in. */
export function HouseDrawing() {
  return (
    <svg
      className="tm-house"
      viewBox="0 0 560 310"
      width="100%"
      role="img"
      aria-label="Everything runs inside the agency; the only arrow inward is block data for your own node."
    >
      <g fill="none" stroke="var(--tm-text)" strokeWidth="1.6">
        <path d="M150 300V70h330v230" />
        <path d="M130 300h400" />
        <path d="M150 70l165-44 165 44" />
      </g>
      <text className="name" x="315" y="58" textAnchor="middle">
        Your agency
      </text>
      {BOXES.map(({ x, y, name, note }) => (
        <g key={name} textAnchor="middle">
          <rect
            x={x - 59}
            y={y - 29}
            width="118"
            height="64"
            rx="3"
            fill="var(--tm-surface)"
            stroke="var(--tm-text)"
            strokeWidth="1.5"
          />
          <text className="name" x={x} y={y}>
            {name}
          </text>
          <text x={x} y={y + 18}>
            {note}
          </text>
        </g>
      ))}
      <g fill="none" stroke="var(--tm-text)" strokeWidth="1.5">
        <path d="M300 136h28M324 132l5 4-5 4M391 168v34M387 198l4 5 4-5M300 238h28M324 234l5 4-5 4" />
      </g>
      <path d="M20 136h158M172 131l7 5-7 5" fill="none" stroke="var(--tm-brand)" strokeWidth="2" />
      <path d="M150 238H62M56 229v18M50 229v18" fill="none" stroke="var(--tm-out)" strokeWidth="2" />
      <text className="name" x="20" y="112">
        Peers
      </text>
      <text x="20" y="128">
        blocks in
      </text>
      <text className="name" x="20" y="206">
        Queries out
      </text>
      <text x="20" y="222">
        none by default
      </text>
    </svg>
  );
}
