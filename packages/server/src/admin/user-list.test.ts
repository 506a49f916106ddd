import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import * as ofReach from './reach.ts';
import * as ofUserList from './user-list.ts';

const recorded = new WatchedResults();
const { whyOutOfReach } = recorded.watch(ofReach);
const { toAdminUser, toUserTimes } = recorded.watch(ofUserList);

const AT = new Date('2026-11-18T12:00:00.000Z');
const ROW = {
  ...{ id: 'u1', name: 'A person', email: 'a@north.example', agencyId: 'n', agencyName: 'North', isAgencyActive: true },
  ...{
    role: 'member',
    isAllowed: true,
    status: 'awaiting-approval',
    statusReason: null,
    createdAt: AT,
    verifiedAt: AT,
  },
  ...{
    approvalDueAt: AT,
    lastSignInAt: null,
    lockedAt: null,
    hasTotp: true,
    passkeys: 2,
    sessions: 1,
    reviewedAt: null,
  },
  ...{ isReviewDue: true, place: 'x' },
};
const caller = (role: string, id = 'someone') => ({ role, account: { id } }) as unknown as Caller;
const show = (change: object, by: Caller = caller('agency-admin')) => toAdminUser({ ...ROW, ...change } as never, by);

test('an account is shown with what is known of it', () => {
  expect(show({})).toMatchObject({
    ...{ allow_status: 'Yes', isLocked: false, approvalDueAt: AT.toISOString(), verifiedAt: AT.toISOString() },
    ...{ lastSignInAt: null, isSelf: false, passkeys: 2, sessions: 1 },
  });
  expect(show({ isAllowed: false, lockedAt: AT, status: 'active' })).toMatchObject({
    ...{ allow_status: 'No', isLocked: true, approvalDueAt: null },
  });
});

test('nobody manages their own account, and administrators of an agency none above them', () => {
  const mayManage = (role: string, by: Caller) => show({ role }, by).canManage;
  const roles = ['member', 'agency-admin', 'platform-admin', 'auditor'];
  expect(roles.map((role) => mayManage(role, caller('agency-admin')))).toEqual([true, true, false, false]);
  expect(roles.map((role) => mayManage(role, caller('platform-admin')))).toEqual([true, true, true, true]);
  expect(roles.map((role) => mayManage(role, caller('platform-admin', 'u1')))).toEqual([false, false, false, false]);
  expect(show({}, caller('agency-admin', 'u1')).isSelf).toBe(true);
});

test('the reach of an administrator is checked by the same rule, with a sentence', () => {
  const reach = (role: string, target: string, id = 'other') =>
    whyOutOfReach({ id: 'own', role } as never, { id, role: target } as never);
  expect(reach('platform-admin', 'platform-admin')).toBeNull();
  expect(reach('agency-admin', 'member')).toBeNull();
  expect(reach('agency-admin', 'agency-admin')).toBeNull();
  expect(reach('agency-admin', 'auditor')).toMatch(/Only an administrator of the installation/);
  expect(reach('agency-admin', 'platform-admin')).toMatch(/Only an administrator of the installation/);
  expect(reach('platform-admin', 'member', 'own')).toMatch(/Nobody changes their own account/);
});

test('times are counted back from now, and a lock without an end has none', () => {
  const times = (releaseMs: number | null) =>
    toUserTimes({
      ...{ now: () => AT, profile: { lockout: { releaseMs }, session: { absoluteMs: 1_000 } } },
    } as unknown as CaseworkContext);
  expect(times(5_000)).toEqual({
    sessionsSince: new Date(AT.getTime() - 1_000),
    reviewBefore: new Date('2025-11-18T12:00:00.000Z'),
    lockedSince: new Date(AT.getTime() - 5_000),
  });
  expect(times(null).lockedSince).toBeNull();
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/user-list.txt');
});
