import { expect, test } from 'vitest';
import { checkContactField, EMPTY_CONTACT } from './contact-rules.ts';

test('an empty form has every message of the specification', () => {
  const messages = (Object.keys(EMPTY_CONTACT) as (keyof typeof EMPTY_CONTACT)[]).map((field) =>
    checkContactField(field, EMPTY_CONTACT[field]),
  );
  expect(messages).toEqual([
    'Name is required',
    'Agency is required',
    'Valid email is required',
    'Phone is required',
    'Message is required',
  ]);
});

test('white space is not a name', () => {
  expect(checkContactField('name', ' \u00a0\n ')).toBe('Name is required');
  expect(checkContactField('name', 'Lead investigator')).toBeUndefined();
});

test.each(['lead', 'lead@', '@north.example', 'lead@north', 'le ad@north.example', 'a@b@c.example'])(
  '%s is no email',
  (text) => {
    expect(checkContactField('email', text)).toBe('Valid email is required');
  },
);

test('an email may have white space around it', () => {
  expect(checkContactField('email', ' lead@north.example ')).toBeUndefined();
});
