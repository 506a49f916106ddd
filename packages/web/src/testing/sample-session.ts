import type { Me } from '@trailmark/api/contract/session';
import type { Answer } from '../api.ts';

/** Who looks at a screen. */
export type Viewer = 'visitor' | 'member' | 'allowed' | 'admin' | 'platform' | 'auditor';

const SITE: Me['site'] = {
  contactEmail: 'desk@north.example',
  proLoginUrl: 'https://pro.example/login',
  useNotice: '',
  isDemo: false,
  isUnclaimed: false,
  passwordMinLength: 12,
  profile: 'standard',
  secondFactor: 'required',
};
const ROLES = {
  member: 'member',
  allowed: 'allowed',
  admin: 'agency-admin',
  platform: 'platform-admin',
  auditor: 'auditor',
} as const;

/** The answer of `getMe` for a viewer whose session ends in years. */
export function createMe(viewer: Viewer): Answer<'getMe'> {
  if (viewer === 'visitor') return { role: 'anonymous', account: null, session: null, site: SITE };
  const isAdmin = viewer === 'admin' || viewer === 'platform';
  return {
    role: ROLES[viewer],
    account: {
      id: '5f0c1a52-0000-4000-8000-000000000001',
      email: 'lead@north.example',
      name: 'Lead investigator',
      agency: { id: '5f0c1a52-0000-4000-8000-000000000002', name: 'North District Police' },
      type: isAdmin ? 'admin' : 'user',
      allow_status: viewer === 'member' ? 'No' : 'Yes',
      photo: null,
      hasSingleKeys: true,
      factors: ['totp'],
      mustSetPassword: false,
    },
    session: {
      isLocked: false,
      locksAt: '2099-01-01T00:00:00.000Z',
      endsAt: '2099-01-01T00:00:00.000Z',
      provenAt: '2026-11-18T12:00:00.000Z',
      lastSignInAt: null,
      lastSignInFrom: null,
      failedTries: 0,
    },
    site: SITE,
  };
}

/** The answers of `getProfile` and `getUserProfileByEmail` for whoever is signed in. */
export const PROFILE: Answer<'getProfile'> = {
  email: 'lead@north.example',
  name: 'Lead investigator',
  title: '',
  unit: '',
  phone: '',
  badge: '',
  publicKey: '',
  language: 'en',
  timeZone: 'UTC',
  currency: 'USD',
  hasSingleKeys: true,
  role: 'member',
  isAllowed: true,
  agency: 'North District Police',
  photo: null,
  createdAt: '2026-01-02T03:04:05.000Z',
};
