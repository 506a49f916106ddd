import { adminAgencyRoutes } from '@trailmark/api/contract/admin-agencies';
import { registrationRoutes } from '@trailmark/api/contract/registration';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { findMaxLength, listFaults } from './schema-faults.ts';

const { body } = registrationRoutes.register;
const FILLED = { name: 'A', email: 'a@b.example', password: 'p', agency: 'B', phone: '1' };

test('the longest text of a field is the one its route takes', () => {
  expect(findMaxLength(body, 'email')).toBe(254);
  expect(findMaxLength(body, 'title')).toBe(200);
  expect(findMaxLength(adminAgencyRoutes.createAgency.body, 'country')).toBe(20);
  expect(findMaxLength(adminAgencyRoutes.createAgency.body, 'seats')).toBeUndefined();
  expect(findMaxLength(body, 'nothing of it')).toBeUndefined();
  expect(findMaxLength(undefined, 'email')).toBeUndefined();
});

test('what the schema refuses is shown at its field, in the words of the form where it has some', () => {
  const refused = body.safeParse({ ...FILLED, name: ' ', phone: '', title: 'x'.repeat(201) });
  expect(refused.error && listFaults(refused.error, ['name', 'phone', 'title'], { name: 'Name is required.' })).toEqual(
    {
      name: 'Name is required.',
      phone: 'This is required.',
      title: 'At most 200 characters.',
    },
  );
});

test('the first thing that is wrong with a field is the one that is shown', () => {
  const refused = z.object({ code: z.string().min(6).regex(/^\d+$/) }).safeParse({ code: 'a' });
  expect(refused.error && listFaults(refused.error, ['code'], {})).toEqual({ code: 'At least 6 characters.' });
});

test('a number out of its bounds is reported with them, and a fault of no field is nobody’s', () => {
  const agency = { name: 'North', kind: 'police', country: null, seats: 0 };
  const refused = adminAgencyRoutes.createAgency.body.safeParse(agency);
  expect(refused.error && listFaults(refused.error, ['seats'], {})).toEqual({ seats: 'At least 1.' });
  expect(refused.error && listFaults(refused.error, ['name'], {})).toEqual({});
});
