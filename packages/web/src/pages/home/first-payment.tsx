import { AppLink } from '../../components/app-link.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { addressUrl, blockUrl, transactionUrl } from '../../url.ts';

const TXID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const SENDER = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const RECIPIENT = '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3';

/** The drawing: widths follow the amounts. */
function Drawing() {
  return (
    <svg
      className="wide"
      viewBox="0 0 900 220"
      role="img"
      aria-label="Block 170: 50 BTC from one input; 10 BTC to another address, 40 BTC back to the sender."
    >
      <g fill="none" stroke="var(--tm-text)" strokeOpacity=".2">
        <path d="M60 110H392" strokeWidth="22" />
        <path d="M408 98C560 98 560 52 722 52" strokeWidth="7" />
        <path d="M408 114C560 114 560 176 722 176" strokeWidth="18" />
      </g>
      <rect x="396" y="84" width="8" height="52" rx="2" fill="var(--tm-text)" />
      <g fill="var(--tm-surface)" stroke="var(--tm-text)" strokeWidth="2">
        <circle cx="48" cy="110" r="14" />
        <circle cx="734" cy="52" r="14" />
        <circle cx="734" cy="176" r="14" />
      </g>
      <g className="figure">
        <text x="226" y="115">
          50.00000000
        </text>
        <text x="640" y="40">
          10.00000000
        </text>
        <text x="650" y="181">
          40.00000000
        </text>
      </g>
      <g className="id">
        <text x="34" y="146">
          12cbQLTF…eFtpTu3S
        </text>
        <text x="400" y="70" textAnchor="middle">
          f4184fc5…831e9e16
        </text>
        <text x="758" y="57">
          1Q2TWHE3…gFt5Jvm3
        </text>
        <text x="758" y="181">
          12cbQLTF…eFtpTu3S
        </text>
      </g>
      <g className="quiet">
        <text x="34" y="86">
          mined in block 9
        </text>
        <text x="400" y="158" textAnchor="middle">
          block 170
        </text>
        <text x="400" y="174" textAnchor="middle">
          2009-01-12 03:30:25 UTC
        </text>
      </g>
    </svg>
  );
}

/** The same drawing from top to bottom, for phones. */
function NarrowDrawing() {
  return (
    <svg className="narrow" viewBox="0 0 358 330" aria-hidden="true">
      <g fill="none" stroke="var(--tm-text)" strokeOpacity=".2">
        <path d="M179 44V148" strokeWidth="22" />
        <path d="M168 164C168 220 66 214 66 270" strokeWidth="7" />
        <path d="M184 164C184 220 282 214 282 270" strokeWidth="18" />
      </g>
      <rect x="153" y="152" width="52" height="8" rx="2" fill="var(--tm-text)" />
      <g fill="var(--tm-surface)" stroke="var(--tm-text)" strokeWidth="2">
        <circle cx="179" cy="32" r="14" />
        <circle cx="66" cy="282" r="14" />
        <circle cx="282" cy="282" r="14" />
      </g>
      <g className="figure">
        <text x="179" y="102">
          50.00000000
        </text>
        <text x="66" y="248">
          10.00000000
        </text>
        <text x="282" y="248">
          40.00000000
        </text>
      </g>
      <g className="id">
        <text x="202" y="30">
          12cbQLTF…eFtpTu3S
        </text>
        <text x="66" y="318" textAnchor="middle">
          1Q2TWHE3…
        </text>
        <text x="282" y="318" textAnchor="middle">
          12cbQLTF…
        </text>
      </g>
      <g className="quiet">
        <text x="202" y="47">
          mined in block 9
        </text>
        <text x="214" y="161">
          block 170, 12 Jan 2009
        </text>
      </g>
    </svg>
  );
}

/** Block 170 as Trailmark draws it: the first payment from one address to another. Everything in it is a fact. */
export function FirstPayment() {
  return (
    <section className="payment">
      <Drawing />
      <NarrowDrawing />
      <p className="caption">
        <EvidenceMark kind="fact" withWord />
        <span>
          10 BTC moved to another address in <AppLink href={blockUrl('btc', 170)}>block 170</AppLink>, the first such
          payment; 40 went back to <AppLink href={addressUrl('btc', SENDER)}>the sender</AppLink>. See{' '}
          <AppLink href={transactionUrl('btc', TXID)}>the transaction</AppLink> and{' '}
          <AppLink href={addressUrl('btc', RECIPIENT)}>the recipient</AppLink>, if your index holds them.
        </span>
      </p>
    </section>
  );
}
