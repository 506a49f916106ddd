import '../../components/site/site.css';
import { IconShieldCheck } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { PartBoundary } from '../../components/part-boundary.tsx';
import { ForestBand } from '../../components/site/forest-band.tsx';
import { HouseDrawing } from '../../components/site/house-drawing.tsx';
import { ProductShot } from '../../components/site/product-shot.tsx';
import { PRODUCT_SHOTS } from '../../components/site/product-shots.ts';
import { listProducts } from '../../components/site/product-texts.ts';
import { useDocumentTitle } from '../../document-title.ts';
import { hasTools, useSession } from '../../session.ts';
import { TOOL_MENU } from '../../shell/tool-menu.ts';
import { trackUrl } from '../../url.ts';
import { CourseTable } from './course-table.tsx';
import { FirstPayment } from './first-payment.tsx';

/** Only people with the tools wait for it; visitors see the site at once. */
const OwnHome = lazy(() => import('./own/own-home.tsx').then((part) => ({ default: part.OwnHome })));

/** What is offered first: an account to visitors, the tools to those who may use them. */
function HeroActs() {
  const { isSignedIn, isAllowed, isAdmin } = useSession();
  const mayUseTools = isAllowed || isAdmin;
  return (
    <>
      <div className="cta">
        {!isSignedIn && (
          <AppLink className="tm-btn pri lg" href="/register">
            Request an account
          </AppLink>
        )}
        {mayUseTools && (
          <AppLink className="tm-btn pri lg" href="/address-search">
            Open the dashboard
          </AppLink>
        )}
        <AppLink className={isSignedIn && !mayUseTools ? 'tm-btn pri lg' : 'tm-btn lg'} href={trackUrl()}>
          Open the explorer
        </AppLink>
      </div>
      {!isSignedIn && <p className="tm-t3 small">Accounts are verified within 1 business day.</p>}
    </>
  );
}

function Hero() {
  return (
    <section className="tm-hero">
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
        <HeroActs />
      </div>
    </section>
  );
}

function Trace() {
  return (
    <section className="section">
      <div className="headed">
        <h2>A step another examiner can repeat</h2>
        <p>
          Why two addresses belong together is a chain of transactions, each with its rule and confidence. What the
          index does not cover is stated above the figures that it limits.
        </p>
      </div>
      <ProductShot {...PRODUCT_SHOTS.proof} isCropped />
      <p className="tm-shotcap">
        The exchange lookup on <AppLink href="/resources/caseStudies/block-546">block 546</AppLink>, photographed from
        this software with its bundled data.
      </p>
    </section>
  );
}

function Tools() {
  const tools = new Map(TOOL_MENU.flatMap(({ items }) => items.map((item) => [item.path, item])));
  return (
    <section className="section">
      <h2>Eleven tools, one way of knowing</h2>
      <ul className="ruled iconed">
        {listProducts().map(({ slug, path, name, promise }) => {
          const tool = tools.get(path);
          return (
            <li key={slug}>
              {tool && <tool.Icon size={19} stroke={1.5} aria-hidden="true" />}
              <div>
                <AppLink href={`/products/${slug}`}>{name}</AppLink>
                <p>{promise}</p>
              </div>
            </li>
          );
        })}
        <li>
          <IconShieldCheck size={19} stroke={1.5} aria-hidden="true" />
          <div>
            <AppLink href="/resources/methods">What each method cannot show</AppLink>
            <p>Rules, error rates and limits, written down.</p>
          </div>
        </li>
      </ul>
    </section>
  );
}

function House() {
  return (
    <section className="section beside">
      <div>
        <h2>Nothing leaves the building</h2>
        <p>
          Whom you are looking at is the most sensitive thing you know. Trailmark reads your own node and label files
          that you install. It makes no outside query unless an administrator turns a source on, and then every query is
          logged.
        </p>
        <ul className="points">
          <li>Works without a network connection; updates come as files</li>
          <li>Licence and source are open to both sides</li>
          <li>One command to start, with sample data of the public ledger</li>
        </ul>
      </div>
      <HouseDrawing />
    </section>
  );
}

/** From the checks of the first step of the proof in the guide, shortened. */
const CHECKS = [
  ['raw', 'bytes of 6b0f8a73… hash to its id'],
  ['branch', 'it is number 2 of its block'],
  ['work', 'header meets its target'],
  ['ends', 'both inputs have these scripts'],
  ['coinjoin', 'no detector fires'],
  ['rule', 'co-spend, version 1'],
] as const;

function OtherSide() {
  return (
    <section className="section beside turned">
      <pre className="tm-term">
        <i>$ trailmark verify-proof proof.json</i>
        {'\nCluster proof on btc, conservative view, 2 steps\n  from 1KAD5Enz…\n  to   1DCbY2GY…\nStep 1\n'}
        {CHECKS.map(([name, text]) => (
          <span key={name}>
            {'  '}
            <b>[ok]</b> {`${name.padEnd(9)}${text}\n`}
          </span>
        ))}
      </pre>
      <div>
        <h2>Made for the other side’s expert</h2>
        <p>
          Such a chain can be written to a file. A small program checks that file without this server: block headers,
          transaction ids, the rule itself. Change one byte and it names the item that failed.
        </p>
        <p className="small">
          <AppLink href="/resources/methods/proofs">How proofs work</AppLink>,{' '}
          <AppLink href="/resources/caseStudies">cases you can run again</AppLink>
        </p>
      </div>
    </section>
  );
}

function Training() {
  return (
    <section className="section">
      <h2>Training</h2>
      <CourseTable />
    </section>
  );
}

/** The public site's first page: what it is, one trace, the tools, why nothing leaves, how it is checked, training. */
export function HomeScreen() {
  useDocumentTitle('');
  const session = useSession();
  return (
    <>
      {hasTools(session) && (
        <PartBoundary isQuiet>
          <Suspense fallback={<div className="tm-ownhomeplace" />}>
            <OwnHome />
          </Suspense>
        </PartBoundary>
      )}
      <div className="tm-home tm-site">
        <Hero />
        <FirstPayment />
        <Trace />
        <Tools />
        <House />
        <OtherSide />
        <Training />
      </div>
      <ForestBand offersAccount={!session.isSignedIn} />
    </>
  );
}
