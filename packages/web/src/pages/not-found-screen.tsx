import { AppLink } from '../components/app-link.tsx';
import { useDocumentTitle } from '../document-title.ts';
import { homeUrl, trackUrl } from '../url.ts';

/** For addresses that no route has, within a layout: the page has its `main` already. */
export function NotFoundScreen() {
  useDocumentTitle('Not found');
  return (
    <div className="tm-page tm-sorry">
      <h1 className="tm-title">There is no page at this address</h1>
      <p>Compare it with the link you followed; capital letters matter after “address/”, “tx/” and “block/”.</p>
      <p className="tm-t3">
        <AppLink href={homeUrl()}>Home</AppLink>, <AppLink href={trackUrl()}>Explorer</AppLink>
      </p>
    </div>
  );
}

/** The same where no layout is around it. */
export function NotFoundPage() {
  return (
    <main>
      <NotFoundScreen />
    </main>
  );
}
