import { AppLink } from '../components/app-link.tsx';
import { Sheet } from '../components/sheet.tsx';
import { Wordmark } from '../components/wordmark.tsx';
import { hasTools, useSession } from '../session.ts';
import { addressSearchUrl } from '../url.ts';
import { ProLoginButton } from './pro-login-button.tsx';
import { isGroup, type PublicEntry } from './public-menu.ts';

interface MenuSheetProps {
  readonly menu: readonly PublicEntry[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The public menu on a phone. */
export function MenuSheet({ menu, isOpen, onClose }: MenuSheetProps) {
  const session = useSession();
  const pages = menu.map((entry) => (isGroup(entry) ? entry : { name: '', pages: [entry] }));
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={<Wordmark />}>
      <nav className="tm-pubsheet" aria-label="Site">
        {pages.map(({ name, pages: items }, i) => (
          <section key={name || items[0]?.path || i}>
            {name && <h2>{name}</h2>}
            {items.map((page) => (
              <AppLink key={page.path} href={page.path} onClick={onClose}>
                {page.name}
              </AppLink>
            ))}
          </section>
        ))}
        {hasTools(session) && (
          <AppLink className="tm-btn pri" href={addressSearchUrl()} onClick={onClose}>
            Open the dashboard
          </AppLink>
        )}
        <ProLoginButton onClick={onClose} />
      </nav>
    </Sheet>
  );
}
