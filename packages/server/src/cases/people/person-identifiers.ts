import { domainToASCII } from 'node:url';
import { AppError } from '@trailmark/core/errors';
import type { PersonIdentifier } from '@trailmark/store/cases/agency-cases/person-rows';
import { accountKey, domainKey, handleKey, phoneKey } from '../item-kinds/identifiers.ts';

export interface ReadIdentifier extends PersonIdentifier {
  /** For overlaps and search. */
  readonly key: string;
}

function refuse(sentence: string): never {
  throw new AppError('invalid', sentence, { context: { field: 'identifiers' } });
}

/** E.164 (ITU-T): `+`, a country code that does not begin with 0, 15 digits at most. */
function readPhone(text: string): ReadIdentifier {
  const digits = text
    .normalize('NFKC')
    .replace(/[\s().\-/\u2010-\u2015]/g, '')
    .replace(/^00/, '+');
  if (!/^\+[1-9]\d{6,14}$/.test(digits)) {
    refuse(
      'A phone number begins with + and the code of its country, and has 7 to 15 digits, such as +44 20 7946 0018.',
    );
  }
  return { type: 'phone', service: '', value: digits, key: phoneKey(digits.slice(1)) };
}

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** A host name in ASCII (IDNA); brackets that keep it from being a link, `shop[.]example`, are taken out. */
function readDomain(text: string): ReadIdentifier {
  const plain = text.replace(/\[\.\]|\(\.\)/g, '.').replace(/\.$/, '');
  const domain = /[\s/:@?#\\]/.test(plain) ? '' : domainToASCII(plain).toLowerCase();
  const labels = domain.split('.');
  const isDomain = labels.length > 1 && domain.length <= 253 && labels.every((label) => LABEL.test(label));
  if (!isDomain || /^\d+$/.test(labels.at(-1) ?? '')) {
    refuse('A domain is a host name such as “shop.example”, without https:// and without a path.');
  }
  return { type: 'domain', service: '', value: domain, key: domainKey(domain) };
}

function readService(service: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(service)) return service;
  return refuse(
    'A handle or an account names its service, such as “Telegram”: letters, digits, spaces, dots and hyphens.',
  );
}

function readHandle({ service, value }: PersonIdentifier): ReadIdentifier {
  const handle = value.replace(/^@+/, '').trim();
  if (handle === '') refuse('A handle is the name at a service, such as “tide_ops”, with or without @.');
  const at = readService(service);
  return { type: 'handle', service: at, value: handle, key: handleKey(at, handle) };
}

function readAccount({ service, value }: PersonIdentifier): ReadIdentifier {
  const at = readService(service);
  return { type: 'account', service: at, value, key: accountKey(at, value) };
}

/** An identifier in its one spelling, with its key. Throws `invalid` with what would be right. */
export function readIdentifier(given: PersonIdentifier): ReadIdentifier {
  if (given.type === 'phone') return readPhone(given.value);
  if (given.type === 'domain') return readDomain(given.value);
  return given.type === 'handle' ? readHandle(given) : readAccount(given);
}
