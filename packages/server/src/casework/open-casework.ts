import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SECURITY_PROFILES } from '@trailmark/core/security-profile';
import { openConfiguredCasework } from '@trailmark/store/cases/open-casework';
import type { Config } from '../config.ts';
import type { CaseworkContext } from './casework-context.ts';
import { openKeyRing } from './key-ring.ts';
import { createPasswordHasher } from './password-hash.ts';

/** Opens the casework store and the keys of a data folder. The caller closes the store. */
export async function openCaseworkContext(config: Config): Promise<CaseworkContext> {
  const { accounts, dataDir } = config;
  const filesDir = join(dataDir, 'files');
  mkdirSync(filesDir, { recursive: true, mode: 0o700 });
  const keys = openKeyRing(dataDir);
  const store = await openConfiguredCasework(config.casework);
  return {
    store,
    keys,
    passwords: createPasswordHasher(keys.derive('pepper')),
    profile: SECURITY_PROFILES[accounts.profile],
    origin: accounts.origin ?? `${accounts.tls ? 'https' : 'http'}://localhost:${config.port}`,
    filesDir,
    settings: {
      contactEmail: accounts.contactEmail,
      proLoginUrl: accounts.proLoginUrl,
      revealsUnknownAccounts: accounts.revealsUnknownAccounts,
      secondFactor: accounts.secondFactor ?? 'required',
      useNotice: accounts.useNotice,
      isDemo: false,
      smtpUrl: accounts.smtpUrl ?? null,
      signing: accounts.signing ?? null,
    },
    now: () => new Date(),
  };
}
