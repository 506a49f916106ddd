import { IconChevronDown } from '@tabler/icons-react';
import type { Me } from '@trailmark/api/contract/session';
import { MenuButton } from '../components/menu-button.tsx';
import { formatTime } from '../format/time.ts';
import { useSignOut } from '../session/use-sign-out.tsx';
import { useSession } from '../session.ts';
import { Avatar, initialsOf } from './avatar.tsx';

/** The sign-in before this one: whoever does not know it has been visited. */
function LastSignIn({ session }: { readonly session: Me['session'] }) {
  if (!session?.lastSignInAt) return null;
  const { lastSignInAt, lastSignInFrom, failedTries } = session;
  const time = formatTime(Math.floor(Date.parse(lastSignInAt) / 1000));
  return (
    <span>
      Last sign-in {time} UTC{lastSignInFrom ? ` from ${lastSignInFrom}` : ''}
      {failedTries > 0 && `, failed tries since: ${failedTries}`}
    </span>
  );
}

/** The profile dropdown: who is signed in, Profile, Update Password, Logout. */
export function AccountMenu() {
  const { name, email, isAdmin, me } = useSession();
  const { signOut, cover } = useSignOut();
  // Who speaks to the page says what they read on the button (WCAG 2.5.3).
  const label = `Account of ${name}, ${initialsOf(name)}`;
  const face = (
    <>
      <Avatar />
      <IconChevronDown size={13} stroke={1.5} aria-hidden="true" />
    </>
  );
  return (
    <>
      <MenuButton
        button={{ className: 'tm-accountbtn', 'aria-label': label, title: name, children: face }}
        head={
          <div className="tm-menuhead" role="presentation">
            <b>{name}</b>
            <span>{email}</span>
            <span>{isAdmin ? 'Admin' : 'User'}</span>
            <LastSignIn session={me?.session ?? null} />
          </div>
        }
        entries={[
          { name: 'Profile', href: '/profile' },
          { name: 'Update Password', href: '/update-password' },
          { name: 'Logout', className: 'tm-menubtnitem', onClick: signOut },
        ]}
        position="bottom-end"
        offset={6}
      />
      {cover}
    </>
  );
}
