import '../../components/site/site.css';
import { AppLink } from '../../components/app-link.tsx';
import { ForestBand } from '../../components/site/forest-band.tsx';
import { HouseDrawing } from '../../components/site/house-drawing.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { useSession } from '../../session.ts';

const PRINCIPLES = [
  { name: 'How we know comes first', text: 'Every statement is a fact, an inference or a claim, and says which.' },
  { name: 'Missing is not zero', text: 'What is not indexed is stated in words. Nothing is ever called clean.' },
  {
    name: 'The other side may check',
    text: 'Rules, parameters and error rates are printed; proofs verify without us.',
  },
  {
    name: 'Nothing leaves',
    text: 'No font and no statistic is sent anywhere, and no query unless an administrator turns a source on; then each is logged.',
  },
  {
    name: 'Every look is written down',
    text: 'Who looked at what is in a log that nobody can edit, administrators included.',
  },
  { name: 'No owner of the method', text: 'Apache-2.0. An agency can run it without asking, and read every line.' },
] as const;

/** Who makes it, its principles, what it is not. */
export function AboutScreen() {
  useDocumentTitle('About');
  const { isSignedIn } = useSession();
  return (
    <>
      <div className="tm-site">
        <div className="top">
          <h1>An instrument, not an oracle</h1>
          <p className="lead">
            Trailmark is open-source software that public agencies run themselves to read cryptocurrency ledgers, and to
            show others how they read them.
          </p>
        </div>
        <section>
          <h2>What it stands for</h2>
          <ul className="ruled">
            {PRINCIPLES.map(({ name, text }) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className="section beside">
          <div>
            <h2>Who runs it</h2>
            <p>
              You do. There is no central service: each installation belongs to the agency or group of agencies that set
              it up, with its own accounts, its own node and its own data. The people behind this one are named on the{' '}
              <AppLink href="/Support/contactUS">contact page</AppLink>.
            </p>
            <ul className="points">
              <li>Accounts are verified by a person within 1 business day</li>
              <li>Agencies are kept apart in the database, not only on the screen</li>
              <li>Licence Apache-2.0; bundled data under the licences of their sources</li>
            </ul>
          </div>
          <HouseDrawing />
        </section>
        <section className="section">
          <div className="headed">
            <h2>What it is not</h2>
            <p>
              It does not name people, score them, or predict what they will do. It does not replace the records of a
              service, a search, or the judgement of an examiner. Where it does not know, it says so.
            </p>
          </div>
          <p>
            <AppLink href="/resources/methods">How the methods work and how often they are wrong</AppLink>.{' '}
            <AppLink href="/resources/publications">The papers they rest on</AppLink>.
          </p>
        </section>
      </div>
      <ForestBand offersAccount={!isSignedIn} />
    </>
  );
}
