import '../../components/user-panel.css';
import './profile.css';
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '@trailmark/api/contract/profile';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { UtcTime } from '../../components/utc-time.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { FactorPanel } from '../../parts/account/factor-list.tsx';
import { SessionPanel } from '../../parts/account/session-list.tsx';
import { profileQuery } from '../../session/profile-query.ts';
import { useSession } from '../../session.ts';
import { ActivitySection } from './activity-section.tsx';
import { PhotoSection } from './photo-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { TokensSection } from './tokens-section.tsx';

const ROLES: Readonly<Record<Profile['role'], string>> = {
  member: 'User',
  'agency-admin': 'Administrator of the agency',
  'platform-admin': 'Administrator of the installation',
  auditor: 'Auditor',
};

function AccountFacts({ profile }: { readonly profile: Profile }) {
  return (
    <dl className="tm-facts">
      <dt>Email</dt>
      <dd>{profile.email}</dd>
      <dt>Agency</dt>
      <dd>{profile.agency}</dd>
      <dt>Role</dt>
      <dd>{ROLES[profile.role]}</dd>
      <dt>Account since</dt>
      <dd>
        <UtcTime iso={profile.createdAt} />
      </dd>
    </dl>
  );
}

/** The own profile, sessions and tokens. */
export function ProfileScreen() {
  const { data, error, refetch } = useQuery(profileQuery());
  const { isAllowed, isAdmin } = useSession();
  useDocumentTitle('Profile');
  return (
    <div className="tm-page tm-stack up-page">
      <h1 className="tm-title">Profile</h1>
      {error && <ErrorPanel error={error} what="Your profile" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="your profile">
          <RowBars rows={8} columns={['160px', '280px']} />
        </Skeleton>
      )}
      {data && (
        <div className="up-columns">
          <div className="up-column">
            <AccountFacts profile={data} />
            <p className="help">
              Email, agency and role are changed by an administrator.{' '}
              <AppLink href="/update-password">Update password</AppLink>
            </p>
            <PhotoSection name={data.name} photo={data.photo} />
            <ProfileForm profile={data} />
          </div>
          <div className="up-column">
            <section className="up-section" aria-labelledby="up-factors">
              <h2 className="tm-h" id="up-factors">
                Second factors
              </h2>
              <FactorPanel />
            </section>
            <section className="up-section" aria-labelledby="up-sessions">
              <h2 className="tm-h" id="up-sessions">
                Sessions
              </h2>
              <SessionPanel />
            </section>
            {(isAllowed || isAdmin) && <TokensSection />}
            <ActivitySection />
          </div>
        </div>
      )}
    </div>
  );
}
