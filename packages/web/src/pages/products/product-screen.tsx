import '../../components/site/site.css';
import { useParams } from '@tanstack/react-router';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { ProductShot, type ProductShotProps } from '../../components/site/product-shot.tsx';
import { PRODUCT_SHOTS } from '../../components/site/product-shots.ts';
import { listProducts, type Product, WALLETS } from '../../components/site/product-texts.ts';
import { useDocumentTitle } from '../../document-title.ts';
import { homeUrl } from '../../url.ts';

/** Pictures of a tool's own screens; tools that are not there have none. */
const SHOTS: Readonly<Record<string, readonly ProductShotProps[]>> = {
  'address-history-search': [PRODUCT_SHOTS.history, PRODUCT_SHOTS.account],
  'exchange-lookup': [PRODUCT_SHOTS.lookup, PRODUCT_SHOTS.proof],
  'coin-flow': [PRODUCT_SHOTS.flow],
};

const TOOLS_CRUMB = { label: 'Tools', href: '/products/Tools' };

function Top({ title, lead }: { readonly title: string; readonly lead: string }) {
  return (
    <div className="top">
      <div className="tm-crumbplace">
        <Crumbs items={[{ label: 'Home', href: homeUrl() }, TOOLS_CRUMB, { label: title }]} />
      </div>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
    </div>
  );
}

function ProductList() {
  return (
    <ul className="ruled">
      {listProducts().map((product) => (
        <li key={product.slug}>
          <AppLink href={`/products/${product.slug}`}>{product.name}</AppLink>
          <p>{product.promise}</p>
        </li>
      ))}
    </ul>
  );
}

function ToolsPage() {
  useDocumentTitle('Tools');
  return (
    <>
      <div className="top">
        <h1>Tools</h1>
        <p className="lead">
          Eleven tools over one ledger index. Each page says what the tool shows and, at the same length, what it cannot
          show.
        </p>
      </div>
      <ProductShot {...PRODUCT_SHOTS.transaction} isCropped />
      <section className="section close">
        <h2>Every tool</h2>
        <ProductList />
      </section>
      <section className="section close">
        <h2>Around the tools</h2>
        <div className="tm-shots">
          <div>
            <ProductShot {...PRODUCT_SHOTS.audit} isCropped />
            <p>
              Every sign-in, search, export and change is logged where nobody can edit it, and an export of the log is
              checked without this server.
            </p>
          </div>
          <div>
            <ProductShot {...PRODUCT_SHOTS.lab} isCropped />
            <p>
              Labs of the <AppLink href="/training">courses</AppLink> are worked in the same screens, and marked against
              the ledger of the installation.
            </p>
          </div>
        </div>
      </section>
    </>
  );
}

function WalletsPage() {
  useDocumentTitle('CryptoWallets');
  return (
    <>
      <Top title="CryptoWallets" lead="Six kinds of wallets, who holds the keys, and what the ledger shows of each." />
      <div className="prose wide-table">
        <p>
          A wallet holds no coins. It holds keys, and the ledger says what those keys can spend. What you can learn and
          what you can seize depends on who has the keys.
        </p>
      </div>
      <ul className="ruled">
        {WALLETS.map(({ name, keys, traces, ask }) => (
          <li key={name}>
            <h2 className="tm-walletname">{name}</h2>
            <p>
              <b>Keys.</b> {keys}
            </p>
            <p>
              <b>On the ledger.</b> {traces}
            </p>
            <p>
              <b>Ask for.</b> {ask}
            </p>
          </li>
        ))}
      </ul>
      <p className="tm-shotcap">
        Field guides on recovery phrases and hardware wallets are in the{' '}
        <AppLink href="/resources/le-portal">LE Portal</AppLink>, for verified agencies.
      </p>
    </>
  );
}

function ToolPage({ product }: { readonly product: Product }) {
  const { name, promise, shows, cannot, methods, path, slug } = product;
  useDocumentTitle(name);
  const [first, ...further] = SHOTS[slug] ?? [];
  return (
    <>
      <Top title={name} lead={promise} />
      <div className="cta">
        <AppLink className="tm-btn pri lg" href={path}>
          Open {name}
        </AppLink>
      </div>
      {first && <ProductShot {...first} isCropped />}
      <section className="section close beside tm-top-aligned">
        <div>
          <h2>What it shows</h2>
          <ul className="points">
            {shows.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
        <div>
          <h2>What it cannot show</h2>
          <ul className="points">
            {cannot.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      </section>
      {further.map((shot) => (
        <ProductShot key={shot.light} {...shot} isCropped />
      ))}
      {methods.length > 0 && (
        <p className="tm-shotcap">
          Methods behind it:{' '}
          {methods.map((method, i) => (
            <span key={method}>
              {i > 0 && ', '}
              <AppLink href={`/resources/methods/${method}`}>{method}</AppLink>
            </span>
          ))}
          .
        </p>
      )}
    </>
  );
}

function UnknownPage() {
  useDocumentTitle('Not found');
  return (
    <>
      <div className="top">
        <h1>There is no product of this name</h1>
        <p className="lead">These are the pages there are. Capital letters matter in Tools and CryptoWallets.</p>
      </div>
      <ProductList />
      <p className="tm-shotcap">
        <AppLink href="/products/Tools">Tools</AppLink>, <AppLink href="/products/CryptoWallets">CryptoWallets</AppLink>
      </p>
    </>
  );
}

function Page({ name }: { readonly name: string }) {
  if (name === 'Tools') return <ToolsPage />;
  if (name === 'CryptoWallets') return <WalletsPage />;
  const product = listProducts().find(({ slug }) => slug === name);
  return product ? <ToolPage key={name} product={product} /> : <UnknownPage />;
}

/** One product: all tools, the kinds of wallets, or one tool with what it shows and cannot show. */
export function ProductScreen() {
  const { product } = useParams({ strict: false });
  return (
    <div className="tm-site tm-product">
      <Page name={product ?? 'Tools'} />
    </div>
  );
}
