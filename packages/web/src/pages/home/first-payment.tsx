import { AppLink } from '../../components/app-link.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { transactionUrl } from '../../url.ts';

const TXID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const ALT = 'Block 170: 50 bitcoin enter, 10 go to another address, 40 return to the sender as change.';

/** The drawing: widths follow the amounts; its right end leads to the notes. */
function Drawing() {
  return (
    <svg className="wide" viewBox="0 0 1200 300" width="100%" role="img" aria-label={ALT}>
      <g fill="none" stroke="var(--tm-text)">
        <path d="M36 150H420" strokeWidth="26" strokeOpacity=".17" />
        <path d="M428 131C520 131 520 70 612 70H700" strokeWidth="9" strokeOpacity=".17" />
        <path d="M428 158C520 158 520 222 612 222H700" strokeWidth="21" strokeOpacity=".17" />
        <path d="M704 236C560 306 200 322 27 168" strokeWidth="1.8" strokeDasharray="8 6" />
      </g>
      <rect x="420" y="112" width="8" height="76" rx="2" fill="var(--tm-text)" />
      <g fill="var(--tm-surface)" stroke="var(--tm-text)" strokeWidth="2">
        <circle cx="18" cy="150" r="17" />
        <circle cx="718" cy="70" r="17" />
        <circle cx="718" cy="222" r="17" />
      </g>
      <g className="id">
        <text x="0" y="116">
          12cbQLTF…eFtpTu3S
        </text>
        <text x="424" y="92" textAnchor="middle">
          f4184fc5…831e9e16
        </text>
        <text x="700" y="112">
          1Q2TWHE3…gFt5Jvm3
        </text>
        <text x="700" y="264">
          12cbQLTF…eFtpTu3S
        </text>
      </g>
      <g className="quiet">
        <text x="0" y="94">
          mined in block 9
        </text>
        <text x="424" y="213" textAnchor="middle">
          block 170
        </text>
        <text x="424" y="232" textAnchor="middle">
          2009-01-12 03:30:25 UTC
        </text>
      </g>
      <g className="figure">
        <text x="230" y="156" textAnchor="middle">
          50.00000000
        </text>
        <text x="694" y="56" textAnchor="end">
          10.00000000
        </text>
        <text x="694" y="203" textAnchor="end">
          40.00000000
        </text>
      </g>
      <g stroke="var(--tm-control)" fill="none" strokeWidth="1.3">
        <path d="M740 70H900V34H922" />
        <path d="M900 70V139H922" strokeDasharray=".1 4.5" strokeLinecap="round" strokeWidth="1.8" />
        <path d="M740 222H900V246H922" strokeDasharray="6 4" />
      </g>
    </svg>
  );
}

/** The same drawing from top to bottom, for phones. */
function TallDrawing() {
  return (
    <svg className="tall" viewBox="0 0 350 318" width="100%" role="img" aria-label={ALT}>
      <g fill="none" stroke="var(--tm-text)">
        <path d="M90 42V130" strokeWidth="26" strokeOpacity=".17" />
        <path d="M74 138V250" strokeWidth="21" strokeOpacity=".17" />
        <path d="M104 138C104 200 232 170 232 250" strokeWidth="9" strokeOpacity=".17" />
        <path d="M58 258C2 220 6 90 70 34" strokeWidth="1.6" strokeDasharray="7 5" />
      </g>
      <rect x="54" y="130" width="72" height="8" rx="2" fill="var(--tm-text)" />
      <g fill="var(--tm-surface)" stroke="var(--tm-text)" strokeWidth="2">
        <circle cx="90" cy="26" r="14" />
        <circle cx="74" cy="264" r="14" />
        <circle cx="232" cy="264" r="14" />
      </g>
      <g className="id">
        <text x="118" y="22">
          12cbQLTF…eFtpTu3S
        </text>
        <text x="140" y="130">
          f4184fc5…831e9e16
        </text>
        <text x="0" y="304">
          12cbQLTF…
        </text>
        <text x="180" y="304">
          1Q2TWHE3…gFt5Jvm3
        </text>
      </g>
      <g className="quiet">
        <text x="118" y="41">
          mined in block 9
        </text>
        <text x="140" y="149">
          block 170, 12 Jan 2009
        </text>
      </g>
      <g className="figure">
        <text x="118" y="92">
          50.00000000
        </text>
        <text x="90" y="206">
          40.00
        </text>
        <text x="226" y="206">
          10.00000000
        </text>
      </g>
    </svg>
  );
}

/** Block 170 as Trailmark draws it, with one fact, one claim and one inference. */
export function FirstPayment() {
  return (
    <section aria-label="The first payment, as an example">
      <div className="tm-figbox">
        <Drawing />
        <TallDrawing />
        <ul className="tm-fignotes">
          <li>
            <EvidenceMark kind="fact" withWord />
            <p>10 BTC moved in block 170. The ledger says so; anyone can recompute it.</p>
          </li>
          <li>
            <EvidenceMark kind="claim" withWord />
            <p>“Hal Finney” received it. Source: his own post, 19 March 2013.</p>
          </li>
          <li>
            <EvidenceMark kind="inference" withWord />
            <p>40 BTC is change: it returns to the sending address. Rule address-reuse v1.</p>
          </li>
        </ul>
      </div>
      <p className="tm-shotcap">
        The first bitcoin payment from one person to another, as Trailmark draws it. Solid lines are facts, broken lines
        inferences, dotted lines claims. <AppLink href={transactionUrl('btc', TXID)}>Open the transaction</AppLink> or{' '}
        <AppLink href="/resources/caseStudies/first-payment">take it apart</AppLink>.
      </p>
    </section>
  );
}
