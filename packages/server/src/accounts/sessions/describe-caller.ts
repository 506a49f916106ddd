import type { Me } from '@trailmark/api/contract/session';
import { isAdmitted, toRole } from '@trailmark/core/role';
import {
  findProfile,
  findSessionTimes,
  isUnclaimed,
  type ProfileRow,
  type SessionTimesRow,
} from '@trailmark/store/cases/accounts/session-rows';
import type { Caller, CallerAccount } from '../../casework/caller.ts';
import { type CaseworkContext, scopeOf } from '../../casework/casework-context.ts';
import { isPasswordOld } from '../session-gate.ts';

function describeAccount(casework: CaseworkContext, account: CallerAccount, profile: ProfileRow): Me['account'] {
  const { id, email, name, role } = account;
  const factors: ('totp' | 'passkey')[] = [];
  if (profile.hasTotp) factors.push('totp');
  if (profile.hasPasskey) factors.push('passkey');
  return {
    id,
    email,
    name,
    agency: { id: account.agency, name: profile.agencyName },
    type: isAdmitted(role, 'admin') ? 'admin' : 'user',
    allow_status: isAdmitted(toRole(role, account.isAllowed, true), 'allowed') ? 'Yes' : 'No',
    photo: profile.photo,
    hasSingleKeys: profile.hasSingleKeys,
    factors,
    mustSetPassword: isPasswordOld(casework, profile.passwordSetAt),
  };
}

function describeSession(casework: CaseworkContext, caller: Caller, times: SessionTimesRow): Me['session'] {
  const { idleMs, absoluteMs } = casework.profile.session;
  return {
    isLocked: caller.session?.isLocked ?? false,
    locksAt: new Date(times.activeAt.getTime() + idleMs).toISOString(),
    endsAt: new Date(times.startedAt.getTime() + absoluteMs).toISOString(),
    provenAt: (caller.session?.provenAt ?? times.startedAt).toISOString(),
    lastSignInAt: times.previousAt?.toISOString() ?? null,
    lastSignInFrom: times.previousFrom,
    failedTries: times.failedTries,
  };
}

/** Who the caller is and what the installation is, for the screen to draw by. */
export async function describeCaller(casework: CaseworkContext, caller: Caller): Promise<Me> {
  const { account, session } = caller;
  const known = await casework.store.transact(scopeOf(caller), async (tx) => ({
    profile: account ? await findProfile(tx, account.id) : undefined,
    times: session ? await findSessionTimes(tx, session.hash) : undefined,
    // Whoever is signed in has an account, and the first account is made by claiming.
    isUnclaimed: account === null && (await isUnclaimed(tx)),
  }));
  const { settings, profile } = casework;
  return {
    role: caller.role,
    account: account && known.profile ? describeAccount(casework, account, known.profile) : null,
    session: known.times ? describeSession(casework, caller, known.times) : null,
    site: {
      contactEmail: settings.contactEmail,
      proLoginUrl: settings.proLoginUrl,
      useNotice: settings.useNotice,
      isDemo: settings.isDemo,
      isUnclaimed: known.isUnclaimed,
      passwordMinLength: profile.password.minLength,
      profile: profile.name,
      secondFactor: settings.secondFactor,
    },
  };
}
