import type { AssetKey } from '@trailmark/core/asset';
import type { ExposureWay } from '@trailmark/core/screening/exposure';
import type { Screening } from '@trailmark/core/screening/screening';
import { AppLink } from '../../components/app-link.tsx';
import { WAY_WORDS } from './threat-words.ts';
import { traceHref } from './trace-link.ts';

export interface TraceLinksProps {
  readonly screening: Screening;
  readonly ways: readonly ExposureWay[];
  readonly asset: AssetKey;
  readonly className?: string;
}

/** The traces behind exposure, to be opened in coin flow. */
export function TraceLinks({ screening, ways, asset, className }: TraceLinksProps) {
  const links = ways.flatMap((way) => {
    const href = traceHref(screening, way, asset);
    return href === undefined ? [] : [{ way, href }];
  });
  if (links.length === 0 && ways.length > 0) {
    return (
      <span className="tm-sm tm-t3">The cluster has too many addresses for a link into coin flow. Screen fewer.</span>
    );
  }
  return links.map(({ way, href }) => (
    <AppLink key={way} className={className} href={href}>
      Open what it {WAY_WORDS[way]} in coin flow
    </AppLink>
  ));
}
