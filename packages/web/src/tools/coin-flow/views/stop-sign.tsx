import { PICTURE_BADGES, type PictureBadge } from '@trailmark/drawing/flow/picture-stops';

/** The sign of why a trail ends, in 15 px around its middle; the words are next to it. */
export function StopSign({ badge, x, y }: { readonly badge: PictureBadge; readonly x: number; readonly y: number }) {
  const { path, isSolid } = PICTURE_BADGES[badge];
  return (
    <g className="cf-stopsign" transform={`translate(${x} ${y})`}>
      <rect x={-7.5} y={-7.5} width={15} height={15} rx={3} />
      <path d={path} className={isSolid ? 'solid' : ''} />
    </g>
  );
}
