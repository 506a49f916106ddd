import './scam.css';
import type { ScamReceipt } from '@trailmark/api/contract/scam-report';
import { AppLink } from '../../components/app-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { scamStatusUrl } from '../../scams.ts';
import { DraftTable } from './draft-table.tsx';

/** What the reporter keeps. The code is shown here and never again. */
export function Receipt({ receipt }: { readonly receipt: ScamReceipt }) {
  const { reference, secret, receivedAt, receiptHash, payments, onChain, drafts } = receipt;
  const link = scamStatusUrl(reference, secret);
  return (
    <div className="tm-stack sc-receipt">
      <h1 className="tm-title">Report received</h1>
      <p className="tm-t2">Received {formatTime(receivedAt)} UTC. A reviewer reads every report.</p>
      <dl className="sc-facts">
        <dt>Reference</dt>
        <dd className="sc-code">
          {reference} <CopyButton value={reference} what="reference" size="sm" />
        </dd>
        <dt>Code</dt>
        <dd className="sc-code">
          {secret} <CopyButton value={secret} what="code" size="sm" />
        </dd>
        <dt>Payments</dt>
        <dd>{payments === 0 ? 'None stated' : `${formatPlural(payments, 'payment')}, ${onChain} found on chain`}</dd>
        <dt>Receipt hash</dt>
        <dd className="tm-mono tm-xs">{receiptHash}</dd>
      </dl>
      <p>
        The code is shown only now. <AppLink href={link}>Open the status</AppLink> and keep the link, or note both: the
        reference alone opens nothing, and somebody who only quotes it is not us.
      </p>
      <DraftTable drafts={drafts} />
      <section>
        <h2 className="tm-h">What is kept where</h2>
        <dl className="sc-facts">
          <dt>You</dt>
          <dd>Encrypted. In no list, search or export.</dd>
          <dt>Other side</dt>
          <dd>Reviewers read it. It becomes a label only by a reviewer.</dd>
          <dt>Scores</dt>
          <dd>Not changed by a report.</dd>
          <dt>Files</dt>
          <dd>With you. Only their hashes were sent.</dd>
        </dl>
      </section>
    </div>
  );
}
