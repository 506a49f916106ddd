import { AppLink } from '../components/app-link.tsx';
import { useDocumentTitle } from '../document-title.ts';

/** In place of a tool that the account does not open. */
export function RestrictedScreen() {
  useDocumentTitle('Restricted');
  return (
    <div className="tm-page tm-sorry">
      <h1 className="tm-title">Restricted</h1>
      <p>
        <b>Your account does not open the analysis tools.</b> An administrator of your agency decides who may use them.
      </p>
      <p>
        <AppLink href="/Support/contactUS">Contact the administrators</AppLink>
      </p>
    </div>
  );
}
