import { describe, expect, test } from 'vitest';
import { isGroup, listPublicMenu, type MenuReader } from './public-menu.ts';

const ANONYMOUS: MenuReader = { isSignedIn: false, isAdmin: false, isAllowed: false };
const MEMBER: MenuReader = { isSignedIn: true, isAdmin: false, isAllowed: false };
const ALLOWED: MenuReader = { isSignedIn: true, isAdmin: false, isAllowed: true };
const ADMIN: MenuReader = { isSignedIn: true, isAdmin: true, isAllowed: true };

/** Paths of the specification's training items, LE Portal and whatever is not in the anonymous menu. */
function pathsOf(reader: MenuReader): string[] {
  return listPublicMenu(reader).flatMap((entry) =>
    isGroup(entry) ? entry.pages.map(({ path }) => path) : [entry.path],
  );
}

const trainingOf = (reader: MenuReader) =>
  pathsOf(reader).filter((path) => path.includes('training') && path !== '/training/schedule');

describe('the public menu', () => {
  test('gives visitors the open training pages', () => {
    expect(trainingOf(ANONYMOUS)).toEqual([
      '/training',
      '/training/cryptocurrencyessentials',
      '/training/intermediate',
      '/training/AdvancedCrypto',
    ]);
    expect(pathsOf(ANONYMOUS)).toContain('/resources/le-portal');
  });

  test('gives people who are signed in the /access/ training pages', () => {
    for (const reader of [MEMBER, ALLOWED]) {
      expect(trainingOf(reader)).toEqual([
        '/access/training',
        '/access/training/cryptocurrencyessentials',
        '/access/training/intermediate',
        '/training/AdvancedCrypto',
      ]);
    }
  });

  test('leads to the restricted LE portal without allow_status Yes', () => {
    expect(pathsOf(MEMBER)).toContain('/resources_noallow/le-portal');
    expect(pathsOf(MEMBER)).not.toContain('/resources/le-portal');
    expect(pathsOf(ALLOWED)).toContain('/resources/le-portal');
    expect(pathsOf(ALLOWED)).not.toContain('/resources_noallow/le-portal');
  });

  test('has the two items of administrators for them alone', () => {
    const menu = listPublicMenu(ADMIN);
    const training = menu.find(({ name }) => name === 'Training');
    expect(training && isGroup(training) && training.pages.at(-1)).toMatchObject({
      name: 'Training Enrolled Users',
      path: '/training/TrainingEnrolledUsers',
    });
    expect(menu.at(-1)).toMatchObject({ name: 'Users', path: '/admin-users' });
    for (const reader of [ANONYMOUS, MEMBER, ALLOWED]) {
      expect(pathsOf(reader)).not.toContain('/admin-users');
      expect(pathsOf(reader)).not.toContain('/training/TrainingEnrolledUsers');
    }
  });
});
