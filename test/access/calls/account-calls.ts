import type { Ids } from '../planted.ts';
import { always, nothing, PASSWORD, TOKEN } from './call.ts';

/** Signing in, and what people do with their own account. */
export const ACCOUNTS = {
  getMe: always({}),
  login: always({ body: { email: 'nobody@nowhere.example', password: 'wrong' } }),
  startPasskeyLogin: always(nothing),
  finishPasskeyLogin: always({ body: { ticket: 'x', passkey: {} } }),
  logout: always({ body: { everywhere: false } }),
  unlock: always({ body: { password: PASSWORD } }),
  startUnlock: always(nothing),
  lock: always(nothing),
  listSessions: always({}),
  endSession: (ids: Ids) => ({ params: { id: ids.session }, body: {} }),
  getUserProfileByEmail: (ids: Ids) => ({ body: { email: ids.email } }),
  register: always({
    body: { email: 'new@kestrelgate.invalid', password: PASSWORD, name: 'A', agency: 'B', phone: '1' },
  }),
  checkRegistration: always({ body: { email: 'x' } }),
  verifyEmail: always({ body: { token: TOKEN } }),
  resendVerification: always({ body: { email: 'nobody@nowhere.example' } }),
  forgotPassword: always({ body: { email: 'nobody@nowhere.example' } }),
  resetPassword: always({ body: { token: TOKEN, password: PASSWORD } }),
  updatePassword: always({ body: { current: 'wrong', password: PASSWORD } }),
  claimInstallation: always({
    body: { token: TOKEN, email: 'a@b.example', name: 'A', agency: 'B', password: PASSWORD },
  }),
  contactUs: always({
    body: { name: 'A', email: 'a@b.example', message: 'M', agency: 'B', phone: '1', from: 'LEPORTAL' },
  }),
  listFactors: always({}),
  startTotp: always(nothing),
  confirmTotp: always({ body: { code: '000000' } }),
  removeTotp: always(nothing),
  startPasskey: always(nothing),
  addPasskey: always({ body: { name: 'Key', passkey: {} } }),
  removePasskey: always({ body: { id: 'x' } }),
  renewRecoveryCodes: always(nothing),
  listApiTokens: always({}),
  createApiToken: always({ body: { name: 'Script', days: 1 } }),
  endApiToken: (ids: Ids) => ({ params: { id: ids.apiToken }, body: {} }),
} as const;
