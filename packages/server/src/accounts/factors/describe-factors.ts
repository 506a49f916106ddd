import type { Caller } from '../../casework/caller.ts';
import { type CaseworkContext, read } from '../../casework/casework-context.ts';
import { loadFactors, takesTotp } from './prove-factor.ts';

/** The caller's own second factors, as a list of them shows. */
export async function describeFactors(casework: CaseworkContext, caller: Caller) {
  const owned = await read(casework, caller, (tx) => loadFactors(tx, caller.account?.id ?? ''));
  return {
    hasTotp: owned.hasTotp,
    passkeys: owned.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: owned.recoveryCodesLeft,
    takesTotp: takesTotp(casework, caller.account?.role ?? 'member'),
  };
}
