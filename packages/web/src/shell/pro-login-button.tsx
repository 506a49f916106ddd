import { AppLink } from '../components/app-link.tsx';
import { useMe, useSession } from '../session.ts';

const OWN_LOGIN = '/login';

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/**
 * Leads to the login page that the installation names, its own by default. Whoever is signed in needs its own no more;
 * where it is another's, visitors get a link to this one next to it.
 */
export function ProLoginButton({ onClick }: { readonly onClick?: () => void }) {
  const url = useMe()?.site.proLoginUrl ?? OWN_LOGIN;
  const { isSignedIn } = useSession();
  if (!isWebAddress(url)) {
    if (isSignedIn) return null;
    return (
      <AppLink className="tm-btn pri" href={OWN_LOGIN} {...(onClick && { onClick })}>
        Pro Analytics Login
      </AppLink>
    );
  }
  return (
    <>
      {!isSignedIn && (
        <AppLink className="tm-btn quiet" href={OWN_LOGIN} {...(onClick && { onClick })}>
          Login
        </AppLink>
      )}
      <a className={`tm-btn${isSignedIn ? '' : ' pri'}`} href={url} rel="noopener noreferrer">
        Pro Analytics Login
      </a>
    </>
  );
}
