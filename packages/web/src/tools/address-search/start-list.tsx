import { chainName } from '@trailmark/chains/account-catalogue';
import { AppLink } from '../../components/app-link.tsx';
import { addressSearchUrl } from '../../url.ts';
import type { RecentSubject } from './recent-subjects.ts';

/** Addresses of the blocks that come with Trailmark. */
const SAMPLES: readonly (RecentSubject & { readonly what: string })[] = [
  {
    chain: 'btc',
    address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
    what: 'Paid out in block 170, the first payment from one person to another',
  },
  {
    chain: 'btc',
    address: '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3',
    what: 'The other side of that payment: received 10 BTC',
  },
  {
    chain: 'btc',
    address: '13SecR7EGTXQ4LHGWvYhbAEUbMnFpyMWHG',
    what: 'In 180 transactions between heights 100,000 and 102,999, paying and paid',
  },
  {
    chain: 'eth',
    address: '0x88A69B4E698A4B090DF6CF5Bd7B2D47325Ad30A3',
    what: 'Ethereum: the contract of the Nomad bridge, emptied on 1 and 2 August 2022',
  },
  {
    chain: 'trx',
    address: 'TBoJ5EKoYaa8aiitotsM44EjZDeXVsqW8z',
    what: 'TRON: an account of the first ten thousand blocks',
  },
];

export interface StartListProps {
  readonly recent: readonly RecentSubject[];
  readonly onForget: () => void;
}

/** What the page offers before anything is searched: what was opened in this tab, and sample data. */
export function StartList({ recent, onForget }: StartListProps) {
  return (
    <div className="as-start">
      <section>
        <h2 className="tm-h">
          Recent <small>in this tab only</small>
        </h2>
        {recent.length === 0 ? (
          <p className="tm-t2">Recently viewed addresses appear here until you close this tab.</p>
        ) : (
          <>
            <ul>
              {recent.map(({ chain, address }) => (
                <li key={chain + address}>
                  <AppLink className="tm-id" href={addressSearchUrl({ chain, address })}>
                    {address}
                  </AppLink>
                  <span className="tm-t3 tm-sm">{chainName(chain)}</span>
                </li>
              ))}
            </ul>
            <button type="button" className="tm-linkbtn tm-sm" onClick={onForget}>
              Forget these
            </button>
          </>
        )}
      </section>
      <section>
        <h2 className="tm-h">
          Open with sample data <small>bundled</small>
        </h2>
        <ul>
          {SAMPLES.map(({ chain, address, what }) => (
            <li key={address}>
              <AppLink className="tm-id" href={addressSearchUrl({ chain, address })}>
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
