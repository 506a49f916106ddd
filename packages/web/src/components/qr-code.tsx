import { useMemo } from 'react';
import { encode } from 'uqr';

export interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** Edge in px. */
  readonly size?: number;
}

/** A QR code drawn as one SVG path: always dark on white, so that phones read it in the dark theme too. */
export function QrCode({ text, label, size = 176 }: QrCodeProps) {
  const { path, edge } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: 2 });
    const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
    return { path: cells.join(''), edge: modules };
  }, [text]);
  return (
    <svg
      className="tm-qr"
      viewBox={`0 0 ${edge} ${edge}`}
      width={size}
      height={size}
      role="img"
      shapeRendering="crispEdges"
    >
      <title>{label}</title>
      <rect width={edge} height={edge} fill="#fff" />
      <path d={path} fill="#141A17" />
    </svg>
  );
}
