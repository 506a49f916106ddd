import { AppLink } from '../components/app-link.tsx';
import { Wordmark } from '../components/wordmark.tsx';

export interface PublicFooterProps {
  readonly onKeys: () => void;
}

const COLUMNS = [
  {
    title: 'Product',
    links: [
      ['/products/Tools', 'Tools'],
      ['/products/CryptoWallets', 'CryptoWallets'],
      ['/Track', 'Explorer'],
    ],
  },
  {
    title: 'Learn',
    links: [
      ['/training/schedule', 'Training schedule'],
      ['/resources/publications', 'Publications'],
      ['/resources/caseStudies', 'Case Studies'],
      ['/resources/methods', 'Methods'],
    ],
  },
  {
    title: 'Agencies',
    links: [
      ['/resources/le-portal', 'LE Portal'],
      ['/Support/contactUS', 'Contact Us'],
      ['/about-us', 'About'],
    ],
  },
] as const;

/** What is true of every page, the way to the other pages, and the keys. */
export function PublicFooter({ onKeys }: PublicFooterProps) {
  return (
    <footer className="tm-pubfoot">
      <div className="tm-footcols">
        <div className="tm-footmark">
          <Wordmark />
          <p>Open source under Apache-2.0.</p>
          <p>
            No tracking, no cookies for advertising. Every request of this page goes to this server and nowhere else.
          </p>
          <button type="button" className="tm-linkbtn tm-wide" onClick={onKeys}>
            Keys <kbd>?</kbd>
          </button>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(([href, name]) => (
                <li key={href}>
                  <AppLink href={href}>{name}</AppLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
