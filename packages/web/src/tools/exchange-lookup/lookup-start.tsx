import { NETWORKS } from '@trailmark/core/network';
import { AppLink } from '../../components/app-link.tsx';
import { Statements } from '../../components/evidence-mark.tsx';
import { attributionUrl, clusterUrl } from '../../url.ts';

/** Addresses in public lists or in the blocks that come with Trailmark. */
const SAMPLES = [
  {
    href: attributionUrl('btc', '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo'),
    address: '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo',
    what: 'An address that an exchange has published as its own',
  },
  {
    href: attributionUrl('btc', '149w62rY42aZBox8fGcmqNsXUzSStKeq8C'),
    address: '149w62rY42aZBox8fGcmqNsXUzSStKeq8C',
    what: 'One of the first addresses that OFAC listed',
  },
  {
    href: clusterUrl('btc', '13SecR7EGTXQ4LHGWvYhbAEUbMnFpyMWHG'),
    address: '13SecR7EGTXQ4LHGWvYhbAEUbMnFpyMWHG',
    what: 'Its cluster, in the bundled blocks 100,000 to 102,999',
  },
];

/** What the page offers before anything is searched: how to read its answers, and sample data. */
export function LookupStart() {
  return (
    <div className="as-start">
      <section>
        <h2 className="tm-h">How an answer is built</h2>
        <Statements
          items={[
            { kind: 'fact', text: 'What the ledger says: amounts, heights, who paid whom.' },
            { kind: 'inference', text: 'What a rule concludes, such as inputs spent together. The rule is named.' },
            { kind: 'claim', text: 'What a source says an address is. The source and its date are next to it.' },
          ]}
        />
        <p className="tm-t2">Unknown is an answer: it does not mean clean, and it does not mean private.</p>
      </section>
      <section>
        <h2 className="tm-h">
          Open with sample data <small>{NETWORKS.btc}</small>
        </h2>
        <ul>
          {SAMPLES.map(({ href, address, what }) => (
            <li key={address}>
              <AppLink className="tm-id" href={href}>
                {address}
              </AppLink>
              <span className="tm-t3 tm-sm">{what}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
