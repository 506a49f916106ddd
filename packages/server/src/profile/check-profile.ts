import type { ProfileFields } from '@trailmark/api/contract/profile';
import { AppError } from '@trailmark/core/errors';
import { cleanLine, cleanText } from './clean-text.ts';

function refuse(field: keyof ProfileFields, message: string): never {
  throw new AppError('invalid', message, { context: { field } });
}

const PGP = /^-----BEGIN PGP PUBLIC KEY BLOCK-----\n[\s\S]+\n-----END PGP PUBLIC KEY BLOCK-----$/;
/** https://age-encryption.org/v1: Bech32 with the prefix `age`. */
const AGE = /^age1[02-9ac-hj-np-z]{58}$/;

function checkPublicKey(text: string): string {
  const key = cleanText(text);
  if (/PRIVATE KEY|AGE-SECRET-KEY-/i.test(key)) {
    refuse('publicKey', 'This is a private key. It was not kept; treat it as disclosed and give the public one.');
  }
  if (key !== '' && !PGP.test(key) && !AGE.test(key)) {
    refuse(
      'publicKey',
      'A key is an OpenPGP public key block with its first and last line, or an age recipient (age1…).',
    );
  }
  return key;
}

function checkTimeZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return refuse('timeZone', 'A time zone is a name such as Europe/Vienna, or UTC.');
  }
}

/** The profile as it is kept. Throws `invalid` naming the field that is wrong. */
export function checkProfile(fields: ProfileFields): ProfileFields {
  const name = cleanLine(fields.name, 'name', 'The name');
  if (name === '') refuse('name', 'Give a name: it stands beside what you do.');
  const phone = cleanLine(fields.phone, 'phone', 'The phone number');
  if (phone !== '' && !/^\+?[\d\s()./-]{3,30}(?:(?:ext|x)\.?\s?\d{1,6})?$/i.test(phone)) {
    refuse('phone', 'A phone number has digits, spaces and + ( ) . / - only, such as +1 555 0100.');
  }
  return {
    ...fields,
    name,
    phone,
    title: cleanLine(fields.title, 'title', 'The title'),
    unit: cleanLine(fields.unit, 'unit', 'The unit'),
    badge: cleanLine(fields.badge, 'badge', 'The badge number'),
    publicKey: checkPublicKey(fields.publicKey),
    timeZone: checkTimeZone(fields.timeZone),
  };
}
