import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { ContentItem } from '@trailmark/api/contract/content';
import { AppLink } from '../../components/app-link.tsx';
import { Prose } from '../../components/prose.tsx';
import { useSession } from '../../session.ts';
import { AddressExtractor } from './address-extractor.tsx';
import { portalFacts, portalQuery } from './content-queries.ts';
import { QueryState, ResourcePage } from './resource-page.tsx';
import { saveText } from './save-text.ts';

const SECTIONS = [
  { id: 'guide', title: 'Field guides', text: 'For the first people at a scene or on the telephone.' },
  { id: 'template', title: 'Templates', text: 'Texts to copy, with brackets where facts of the case belong.' },
  { id: 'legal', title: 'Legal notes', text: 'Orientation with sources. No legal advice.' },
] as const;

function Document({ item }: { readonly item: ContentItem }) {
  const facts = portalFacts(item);
  if (!facts) return null;
  const text = `# ${item.title}\n\n${item.summary}\n\n${item.body}\n`;
  return (
    <details className="tm-portaldoc" id={item.slug}>
      <summary>
        <h3>{item.title}</h3>
        <p>{item.summary}</p>
      </summary>
      <div className="inside">
        <Prose text={item.body} />
        <button
          type="button"
          className="tm-btn"
          aria-label={`Save ${item.title} as text`}
          onClick={() => saveText(facts.file, text, 'text/markdown')}
        >
          Save as text
        </button>
      </div>
    </details>
  );
}

function Directory() {
  return (
    <section className="section close" id="directory">
      <h2>Directory</h2>
      <p>
        Organisations, their kinds and jurisdictions, and the ways in which they take requests of authorities, each with
        its source and the day it was last read. Check a route before you use it: they change.
      </p>
      <div className="cta">
        <AppLink className="tm-btn pri" href="/exchange-lookup/entity">
          Open the directory
        </AppLink>
        <AppLink className="tm-btn" href="/exchange-lookup">
          Look an address up
        </AppLink>
      </div>
    </section>
  );
}

function Portal() {
  const query = useQuery(portalQuery());
  return (
    <ResourcePage
      title="LE Portal"
      lead="Working material for verified agencies: whom to ask, what to write, what to do first. It is served by this installation and can be saved for use without a network."
    >
      <nav className="tm-portalnav" aria-label="On this page">
        <a href="#directory">Directory</a>
        {SECTIONS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
        <a href="#extractor">Address extractor</a>
      </nav>
      <Directory />
      {!query.data && (
        <div className="section close">
          <QueryState query={query} what="The material of the portal" />
        </div>
      )}
      {query.data &&
        SECTIONS.map(({ id, title, text }) => (
          <section key={id} id={id} className="section close">
            <h2>{title}</h2>
            <p className="tm-portalsub">{text}</p>
            {query.data.items
              .filter((item) => portalFacts(item)?.section === id)
              .map((item) => (
                <Document key={item.slug} item={item} />
              ))}
          </section>
        ))}
      <div className="section close" id="extractor">
        <h2>Tools without a server</h2>
        <AddressExtractor />
      </div>
    </ResourcePage>
  );
}

const HELD = [
  ['Directory', 'Services and issuers with their routes for requests of authorities, each with source and day.'],
  ['Field guides', 'The first hour, recovery phrases and hardware wallets, what to photograph.'],
  [
    'Templates',
    'Preservation letter, production order, freeze request, legal assistance, seizure, expert declaration.',
  ],
  ['Legal notes', 'What courts in the United States and in England and Wales ask of ledger evidence.'],
] as const;

function Teaser({ isMember }: { readonly isMember: boolean }) {
  return (
    <ResourcePage
      title="LE Portal"
      lead={
        isMember
          ? 'Your account is confirmed, and the portal is not open to it yet. An administrator of your agency decides on that.'
          : 'Working material for verified agencies. It opens after sign-in with an account that an administrator has allowed.'
      }
    >
      <ul className="ruled">
        {HELD.map(([name, text]) => (
          <li key={name}>
            <h2 className="tm-walletname">{name}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <section className="section close prose">
        <h2>How to get in</h2>
        {isMember ? (
          <ol>
            <li>Ask the administrator of your agency to set your account to allowed.</li>
            <li>If you do not know who that is, write to us and name your agency and your supervisor.</li>
            <li>The change works at once; you need not sign in again.</li>
          </ol>
        ) : (
          <ol>
            <li>Create an account with the official email address of your agency.</li>
            <li>Confirm the address. A person verifies the account within 1 business day.</li>
            <li>Your agency’s administrator opens the portal and the dashboard to it.</li>
          </ol>
        )}
      </section>
      <div className="cta">
        {!isMember && (
          <>
            <AppLink className="tm-btn pri lg" href="/register">
              Create an account
            </AppLink>
            <AppLink className="tm-btn lg" href="/login">
              Sign in
            </AppLink>
          </>
        )}
        <AppLink className={isMember ? 'tm-btn pri lg' : 'tm-btn lg'} href="/Support/contactUS">
          Contact Us
        </AppLink>
      </div>
    </ResourcePage>
  );
}

/** The portal for allowed accounts, what it holds for visitors; others are led to the restricted page. */
export function PortalScreen() {
  const { isSignedIn, isAllowed, isAdmin } = useSession();
  if (isAllowed || isAdmin) return <Portal />;
  if (isSignedIn) return <Navigate to={'/resources_noallow/le-portal' as string} replace />;
  return <Teaser isMember={false} />;
}

/** The restricted page: how an account gets access. */
export function RestrictedPortalScreen() {
  const { isSignedIn } = useSession();
  return <Teaser isMember={isSignedIn} />;
}
