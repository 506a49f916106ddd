import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_KEY = 64;

/** What a test bends of an answer; the rest is as an honest authenticator makes it. */
export interface Bent {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly userHandle?: string;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly counter?: number;
  /** Changes the signed bytes after signing. */
  readonly damage?: 'signature' | 'authenticatorData' | 'clientDataJSON';
}

type Options = Readonly<Record<string, unknown>>;

/** A passkey in software, as a browser's interface gives it (Web Authentication Level 3, ES256, no attestation). */
export interface TestAuthenticator {
  readonly id: string;
  create(options: Options, bent?: Bent): Record<string, unknown>;
  get(options: Options, bent?: Bent): Record<string, unknown>;
}

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]);
  return Buffer.concat([head, bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

/** COSE_Key of a P-256 public key (RFC 9053). */
function toCoseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [left, right] = [x, y].map((part) => cborBytes(Buffer.from(part, 'base64url')));
  return Buffer.concat([
    Buffer.from('a5010203262001', 'hex'),
    Buffer.from([0x21]),
    left ?? Buffer.alloc(0),
    Buffer.from([0x22]),
    right ?? Buffer.alloc(0),
  ]);
}

function flip(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const last = copy.length - 1;
  copy[last] = (copy[last] ?? 0) ^ 1;
  return copy;
}

function textOf(options: Options, ...path: string[]): string {
  let value: unknown = options;
  for (const name of path) value = (value as Record<string, unknown> | undefined)?.[name];
  return String(value ?? '');
}

/** Makes one for an origin. */
export function createAuthenticator(origin: string): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  let counter = 0;
  let handle = '';

  const clientData = (type: string, options: Options, bent: Bent): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: bent.type ?? type,
        challenge: bent.challenge ?? textOf(options, 'challenge'),
        origin: bent.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (bent: Bent, rpId: string, key = Buffer.alloc(0)): Buffer => {
    const flags = ((bent.isPresent ?? true) ? USER_PRESENT : 0) | ((bent.isVerified ?? true) ? USER_VERIFIED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(bent.counter ?? counter);
    const rpIdHash = createHash('sha256')
      .update(bent.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags | (key.length > 0 ? HAS_KEY : 0)]), count, key]);
  };
  const answer = (response: Record<string, string>) => ({
    id,
    rawId: id,
    type: 'public-key',
    response,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  });

  return {
    id,
    create: (options, bent = {}) => {
      handle = textOf(options, 'user', 'id');
      const length = Buffer.from([0, credential.length]);
      const key = Buffer.concat([Buffer.alloc(16), length, credential, toCoseKey(publicKey)]);
      const data = authenticatorData(bent, textOf(options, 'rp', 'id'), key);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', options, bent).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      });
    },
    get: (options, bent = {}) => {
      counter += 1;
      const parts = {
        clientDataJSON: clientData('webauthn.get', options, bent),
        authenticatorData: authenticatorData(bent, textOf(options, 'rpId')),
      };
      const clientHash = createHash('sha256').update(parts.clientDataJSON).digest();
      const signature = createSign('sha256').update(parts.authenticatorData).update(clientHash).sign(privateKey);
      const bytes: Record<string, Buffer> = { ...parts, signature };
      if (bent.damage) bytes[bent.damage] = flip(bytes[bent.damage] ?? Buffer.alloc(1));
      const texts = Object.entries(bytes).map(([name, value]) => [name, value.toString('base64url')]);
      return answer({ ...Object.fromEntries(texts), userHandle: bent.userHandle ?? handle });
    },
  };
}
