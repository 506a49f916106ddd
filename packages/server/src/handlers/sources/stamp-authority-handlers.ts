import type { stampAuthorityRoutes } from '@trailmark/api/contract/stamp-authority';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import { readStampAuthority, setStampAuthority } from '../../sources/stamp-authority.ts';

/** The time stamp authority of the installation. */
export function createStampAuthorityHandlers(
  casework: CaseworkContext,
): Pick<Handlers, keyof typeof stampAuthorityRoutes> {
  return {
    getStampAuthority: (_, { caller }) => readStampAuthority(casework, caller),
    setStampAuthority: ({ body }, { caller }) => setStampAuthority(casework, caller, body),
  };
}
