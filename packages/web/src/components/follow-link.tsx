import { IconRoute } from '@tabler/icons-react';
import type { ChainId } from '@trailmark/core/chain';
import { followUrl } from '../url.ts';
import { AppLink } from './app-link.tsx';

export interface FollowLinkProps {
  readonly chain: ChainId;
  /** An address, a transaction id, or `txid:vout`. */
  readonly start: string;
}

/** Leads to the start of a trace that begins with what the page is about. */
export function FollowLink({ chain, start }: FollowLinkProps) {
  return (
    <AppLink className="tm-btn" href={followUrl(chain, start)}>
      <IconRoute size={16} stroke={1.5} aria-hidden="true" />
      Follow in coin flow
    </AppLink>
  );
}
