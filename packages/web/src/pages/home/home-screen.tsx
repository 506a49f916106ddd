import { AppLink } from '../../components/app-link.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { addressSearchUrl, trackUrl } from '../../url.ts';
import { FirstPayment } from './first-payment.tsx';

const MARKS = [
  { kind: 'fact', text: 'Read from the ledger. Anyone can recompute it, and the page shows how.' },
  { kind: 'inference', text: 'Drawn by a named rule with its version, inputs and error rate.' },
  { kind: 'claim', text: 'Said by somebody: quoted, with source and date, never averaged with another.' },
] as const;

const WORKS = [
  {
    name: 'Explorer',
    href: trackUrl(),
    text: 'Addresses, transactions and blocks of Bitcoin, Bitcoin Cash, Litecoin and Dogecoin, from your own copy.',
  },
  {
    name: 'Address History Search',
    href: addressSearchUrl(),
    text: 'Every movement of an address with filters, running balance, counterparties and whole exports.',
  },
  {
    name: 'Prove it',
    href: trackUrl(),
    text: 'Each transaction with raw bytes can be checked in your browser, down to the proof of work.',
  },
] as const;

function Hero() {
  return (
    <section className="hero">
      <h1>
        Follow the money.
        <br />
        Show every step.
      </h1>
      <div>
        <p className="lead">
          Trailmark is open-source software for police, prosecutors and financial intelligence units. It reads
          cryptocurrency ledgers on your own servers and keeps what the ledger proves apart from what someone says.
        </p>
        <div className="tm-row tm-wrap">
          <AppLink className="tm-btn pri lg" href={trackUrl()}>
            Open the explorer
          </AppLink>
          <AppLink className="tm-btn lg" href={addressSearchUrl()}>
            Open the dashboard
          </AppLink>
        </div>
      </div>
    </section>
  );
}

/** The public site's first page: what it is, one real transaction, what works in this version. */
export function HomeScreen() {
  useDocumentTitle('');
  return (
    <div className="tm-home">
      <Hero />
      <FirstPayment />
      <section className="band">
        <h2>What works in this version</h2>
        <ul className="ruled">
          {WORKS.map(({ name, href, text }) => (
            <li key={name}>
              <AppLink href={href}>{name}</AppLink>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="band">
        <h2>How we know comes first</h2>
        <ul className="ruled">
          {MARKS.map(({ kind, text }) => (
            <li key={kind}>
              <EvidenceMark kind={kind} withWord />
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <p className="after">
          This version shows facts only. Missing is said in words, zero is a figure, and nothing is ever called clean.
        </p>
      </section>
      <section className="band">
        <h2>Nothing leaves the building</h2>
        <p className="after">
          Whom you are looking at is the most sensitive thing you know. This page asks only the server it came from;
          fonts, icons and code are part of it. The server answers only this machine until accounts exist.
        </p>
      </section>
    </div>
  );
}
