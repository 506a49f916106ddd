import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { AppLink } from '../../../components/app-link.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { escapeHostile } from '../../../format/hostile-text.ts';
import { coinFlowUrl } from '../../../url.ts';
import { findBridgePlace } from '../bridge-acts.ts';
import { useDocument } from '../workspace.ts';
import { OtherSide } from './other-side.tsx';

/** Where a bridge's own message says that the money came out. */
export function OnwardSection({ node }: { readonly node: FlowNode }) {
  const document = useDocument();
  if (!node.onward) return null;
  const place = findBridgePlace(document, node);
  const { network, address, message } = node.onward;
  return (
    <section>
      <h3>Other side of the bridge</h3>
      <p className="tm-t2">
        Leaves for <b>{escapeHostile(network)}</b>
        {address === null && '; the message names no receiver that can be read'}.
      </p>
      {place && <OtherSide key={node.id} node={node} place={place} />}
      {address !== null && (
        <>
          <p className="cf-whole">
            <span className="tm-id whole">{address}</span>
            <CopyButton value={address} what="address" size="sm" />
          </p>
          <AppLink className="tm-btn sm" href={coinFlowUrl(undefined, { start: address })}>
            Begin a trace there
          </AppLink>
        </>
      )}
      {message !== null && (
        <p className="tm-t3 tm-xs cf-break">
          Message <span className="tm-mono">{message}</span>
        </p>
      )}
    </section>
  );
}
