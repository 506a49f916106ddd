import { readFileSync } from 'node:fs';
import { AppError } from '@trailmark/core/errors';
import { getDomain } from 'tldts';

/** An email address that was read strictly. */
export interface EmailAddress {
  /** As typed, without the spaces around it. */
  readonly address: string;
  /** Folded for comparison: one mailbox, one key. */
  readonly key: string;
  /** Lower case. */
  readonly domain: string;
}

const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;
const LOCAL = /^[a-z0-9_'+-]+(\.[a-z0-9_'+-]+)*$/i;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const TOP_LABEL = /^[a-z]{2,63}$/i;

function refuse(sentence: string): never {
  throw new AppError('invalid', sentence, { context: { field: 'email' } });
}

/** `U+0430`: names a letter that looks like another without showing it. */
function nameCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function checkCharacters(text: string): void {
  if (/\p{Cc}/u.test(text)) refuse('The address holds a line break or another control character.');
  const foreign = /[^ -~]/u.exec(text)?.[0];
  if (foreign) {
    refuse(
      `The address holds the character ${nameCodePoint(foreign)}, which can pass for another one. Type it in plain letters a to z, digits and signs.`,
    );
  }
  if (/[\s"(),:;<>[\]\\]/.test(text)) {
    refuse('Give the bare address, such as name@agency.example: without quotes, comments, brackets or spaces.');
  }
}

function checkDomain(domain: string): void {
  const labels = domain.split('.');
  if (domain.endsWith('.')) refuse('The address ends with a dot. Leave it out.');
  if (domain.length > MAX_DOMAIN || labels.length < 2 || !labels.every((label) => LABEL.test(label))) {
    refuse('What follows the @ is not a domain such as agency.example.');
  }
  if (labels.some((label) => /^..--/.test(label))) {
    refuse('The domain is an internationalised one, which can pass for another one. Use an address at a plain domain.');
  }
  if (!TOP_LABEL.test(labels.at(-1) ?? '')) refuse('The domain is a number. Use an address at a named domain.');
}

/**
 * Folds an email address for comparison: letter case, surrounding spaces and what follows a plus sign before the @. Takes
 * any text, and never throws.
 */
export function foldEmail(text: string): string {
  const folded = text.trim().toLowerCase();
  const at = folded.lastIndexOf('@');
  if (at < 1) return folded;
  const local = folded.slice(0, at);
  return `${local.replace(/(?<=.)\+.*$/s, '')}${folded.slice(at)}`;
}

/** Reads an address, strictly. Throws `invalid` for the field `email` with the reason in words. */
export function parseEmail(text: string): EmailAddress {
  // Spaces are what a paste leaves; a line break is what an attack does.
  const address = text.replace(/^ +| +$/g, '');
  if (address === '') refuse('Email is required.');
  checkCharacters(address);
  const [local = '', domain = '', ...more] = address.split('@');
  if (more.length > 0) refuse('The address holds more than one @.');
  if (address.length > MAX_ADDRESS || local.length > MAX_LOCAL) refuse('The address is longer than one can be.');
  if (local === '' || domain === '') refuse('Email is invalid.');
  if (!LOCAL.test(local) || local.startsWith('+')) {
    refuse(
      "What stands before the @ is taken in letters, digits and the signs . _ ' + - only, with single dots inside.",
    );
  }
  checkDomain(domain);
  return { address, key: foldEmail(address), domain: domain.toLowerCase() };
}

function readList(name: string): ReadonlySet<string> {
  const text = readFileSync(new URL(`../../../../data/mail-domains/${name}.txt`, import.meta.url), 'utf8');
  return new Set(text.split('\n').filter(Boolean));
}

let lists: { readonly disposable: ReadonlySet<string>; readonly webmail: ReadonlySet<string> } | undefined;

/** The domain and its parents down to the registrable one; never a public suffix such as `gov.uk`. */
export function listDomainParents(domain: string): readonly string[] {
  const registrable = getDomain(domain) ?? domain;
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.')).filter((name) => name.length >= registrable.length);
}

/** Why no agency can have this mail domain; undefined where one can. */
export function describeForeignDomain(domain: string): string | undefined {
  lists ??= { disposable: readList('disposable'), webmail: readList('webmail') };
  const names = [domain, ...listDomainParents(domain)];
  if (getDomain(domain) === null) return `${domain} is a public suffix and belongs to no agency.`;
  if (names.some((name) => lists?.webmail.has(name))) {
    return `${domain} hands out mailboxes to everybody. Use the address that your agency gave you.`;
  }
  if (names.some((name) => lists?.disposable.has(name))) {
    return `${domain} hands out mailboxes for a short time. Use the address that your agency gave you.`;
  }
  return undefined;
}

/** Words for a domain that is on no agency's list. */
export function describeUnlistedDomain(domain: string): string {
  return (
    `${domain} is not on the list of an agency that uses this installation. If it is your agency's own domain, ` +
    'ask for it to be added with the contact form.'
  );
}
