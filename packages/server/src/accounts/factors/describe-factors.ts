import type { Caller } from '../../office/caller.ts';
import { type Office, read } from '../../office/office.ts';
import { loadFactors, takesTotp } from './prove-factor.ts';

/** The caller's own second factors, as a list of them shows. */
export async function describeFactors(office: Office, caller: Caller) {
  const owned = await read(office, caller, (tx) => loadFactors(tx, caller.account?.id ?? ''));
  return {
    hasTotp: owned.hasTotp,
    passkeys: owned.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: owned.recoveryCodesLeft,
    takesTotp: takesTotp(office, caller.account?.role ?? 'member'),
  };
}
