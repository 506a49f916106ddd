import { PAGE_PATHS } from '@trailmark/api/page-paths';
import type { Role } from '@trailmark/core/role';
import { describe, expect, test } from 'vitest';
import type { Session } from '../session.ts';
import { guardPage } from './page-guard.ts';

function asRole(role: Role, over: Partial<Session> = {}): Session {
  const isSignedIn = role !== 'anonymous';
  const isAdmin = role.endsWith('-admin');
  const isAllowed = role === 'allowed' || isAdmin;
  return { isKnown: true, isSignedIn, role, isAdmin, isAllowed, name: '', email: '', me: undefined, ...over };
}

const ANONYMOUS = asRole('anonymous');
const MEMBER = asRole('member');
const ALLOWED = asRole('allowed');
const ADMIN = asRole('agency-admin');

describe('the page guard', () => {
  test.each([
    '/access/training',
    '/access/training/intermediate/',
    '/admin-users',
    '/training/TrainingEnrolledUsers',
    '/resources_noallow/le-portal',
    '/pdfs/paper.pdf',
    '/images/photo.png',
    '/products/access',
  ])('shows visitors the sign-in page at %s', (path) => {
    expect(guardPage(path, ANONYMOUS, false)).toBe('sign-in');
  });

  test.each(['/', '/Track', '/training', '/training/schedule', '/resources/le-portal', '/login', '/about-us'])(
    'leaves %s open to everybody',
    (path) => {
      for (const session of [ANONYMOUS, MEMBER, ALLOWED, ADMIN]) expect(guardPage(path, session, false)).toBe('open');
    },
  );

  test('shows visitors the sign-in page at every tool', () => {
    expect(guardPage('/coin-flow', ANONYMOUS, true)).toBe('sign-in');
    expect(guardPage('/coin-flow', ALLOWED, true)).toBe('open');
  });

  test.each(['/admin-users', '/admin-agencies/', '/training/TrainingEnrolledUsers', '/products/administration'])(
    'sends people who are not administrators from %s to the first page',
    (path) => {
      expect(guardPage(path, MEMBER, false)).toEqual({ goTo: '/' });
      expect(guardPage(path, ALLOWED, false)).toEqual({ goTo: '/' });
      expect(guardPage(path, ADMIN, false)).toBe('open');
    },
  );

  test('keeps the LE portal apart by allow_status, both ways', () => {
    for (const path of ['/access/resources/le-portal/', '/access/resources/le-portal']) {
      expect(guardPage(path, MEMBER, false)).toEqual({ goTo: '/resources_noallow/le-portal' });
    }
    expect(guardPage('/access/resources/le-portal/', ALLOWED, false)).toBe('open');
    expect(guardPage('/access/resources/le-portal', ALLOWED, false)).toBe('open');
  });

  test('nobody is sent on for ever: one page leads to another, which is open', () => {
    const bare = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path);
    const people = [ANONYMOUS, MEMBER, ALLOWED, ADMIN, asRole('pending'), asRole('pending', { isKnown: false })];
    for (const path of PAGE_PATHS.flatMap((each) => [each, `${each}/`])) {
      for (const session of people) {
        const verdict = guardPage(path, session, false);
        if (typeof verdict === 'string') continue;
        expect([path, bare(verdict.goTo)]).not.toEqual([path, bare(path)]);
        expect([path, guardPage(bare(verdict.goTo), session, false)]).toEqual([path, 'open']);
      }
    }
  });

  test('decides nothing by remembered values that only the server can say', () => {
    expect(guardPage('/admin-users', asRole('allowed', { isKnown: false }), false)).toBe('wait');
    expect(guardPage('/access/training', asRole('anonymous', { isKnown: false }), false)).toBe('wait');
  });

  test('holds a session without its second factor to setting one up', () => {
    const pending = asRole('pending');
    expect(guardPage('/address-search', pending, true)).toEqual({ goTo: '/second-factor' });
    expect(guardPage('/admin-users', pending, false)).toEqual({ goTo: '/second-factor' });
    expect(guardPage('/Track', pending, false)).toBe('open');
  });
});
