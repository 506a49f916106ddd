#!/usr/bin/env node
// Checks a training certificate with nothing but Node (20 or newer) and this file:
//   node verify-certificate.mjs certificate.json [--key <64 hex digits>] [--revocations revocations.json] [--on YYYY-MM-DD]
// Exit code 0: valid. 1: not valid. 2: nothing is wrong, but not everything could be checked. 3: no certificate.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const MAX_BYTES = 4 * 2 ** 20;

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(3);
}

/** RFC 8785: members sorted by UTF-16 code units, no white space. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

function read(path, format) {
  let file;
  try {
    const bytes = readFileSync(path);
    if (bytes.length > MAX_BYTES) fail(`${path} is too large.`);
    file = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    fail(`${path} cannot be read: ${error.message}`);
  }
  if (file?.format !== format || typeof file.signature?.publicKey !== 'string')
    fail(`${path} is not of the format ${format}.`);
  return file;
}

function isSignedBy(file, publicKey) {
  const { signature, ...body } = file;
  try {
    const der = Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, 'hex')]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, Buffer.from(canonical(body)), key, Buffer.from(String(signature.value), 'hex'));
  } catch {
    return false;
  }
}

function keyIdOf(publicKey) {
  return createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex').slice(0, 16);
}

const [path, ...rest] = process.argv.slice(2);
const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
if (!path) fail('Usage: verify-certificate.mjs certificate.json [--key hex] [--revocations file] [--on YYYY-MM-DD]');

const certificate = read(path, 'trailmark-certificate-1');
const { publicKey, keyId } = certificate.signature;
const today = option('--on') ?? new Date().toISOString().slice(0, 10);
const results = [];
const note = (state, sentence) => results.push({ state, sentence });

note(
  isSignedBy(certificate, publicKey) && keyIdOf(publicKey) === keyId && certificate.issuer?.keyId === keyId,
  `signed with the key ${keyId}, nothing changed since`,
);
const trusted = option('--key');
note(trusted === undefined ? undefined : trusted.toLowerCase() === publicKey, 'signed by the key you expect (--key)');
note(
  String(certificate.issuedOn) <= today && today <= String(certificate.validUntil),
  `valid on ${today} (issued ${certificate.issuedOn}, valid until ${certificate.validUntil})`,
);
const listPath = option('--revocations');
const list = listPath === undefined ? undefined : read(listPath, 'trailmark-revocations-1');
const isListGood = list !== undefined && isSignedBy(list, publicKey);
note(
  isListGood ? !list.revoked.some(({ id }) => id === certificate.id) : undefined,
  list === undefined || isListGood
    ? `not revoked${list ? ` as of ${list.asOf}` : ' (--revocations)'}`
    : 'not revoked: the list is of another key',
);

// What the file says is somebody's text: no control characters reach the terminal.
const clean = (text) =>
  String(text)
    .replace(/\p{Cc}|\p{Cf}/gu, '?')
    .slice(0, 300);
const lines = [
  `Holder   ${clean(certificate.holder?.name)}, ${clean(certificate.holder?.agency)}`,
  `Course   ${clean(certificate.course?.title)}, ${clean(certificate.course?.hours)} hours`,
  `Issuer   ${clean(certificate.issuer?.installation)}`,
  ...results.map(
    ({ state, sentence }) =>
      `${state === undefined ? '[not checked]' : state ? '[ok]' : '[FAILED]'} `.padEnd(14) + clean(sentence),
  ),
];
const isWrong = results.some(({ state }) => state === false);
const isOpen = results.some(({ state }) => state === undefined);
lines.push(isWrong ? 'NOT VALID' : isOpen ? 'NOTHING WRONG, NOT EVERYTHING CHECKED' : 'VALID');
process.stdout.write(`${lines.join('\n')}\n`);
process.exit(isWrong ? 1 : isOpen ? 2 : 0);
