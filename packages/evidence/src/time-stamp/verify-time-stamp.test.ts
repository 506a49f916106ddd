import { X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { PKIStatusInfo, TimeStampResp } from '@peculiar/asn1-tsp';
import { AppError } from '@trailmark/core/errors';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../../../../test/needs.ts';
import { EXTENSIONS, makeAuthority } from './testing/stamp-authority.ts';
import { encodeStampQuestion, toNonce } from './time-stamp-request.ts';
import { readStampAnswer, verifyStampToken } from './verify-time-stamp.ts';

const QUESTION = { hash: 'c4'.repeat(32), nonce: toNonce(Buffer.alloc(8, 0xff)) };
let authority: ReturnType<typeof makeAuthority>;
let trusted: X509Certificate[];
let answer: Buffer;
const verify = (token: Uint8Array) => verifyStampToken(token, { ...QUESTION, trusted });

describeWith('openssl', () => {
  beforeAll(() => {
    authority = makeAuthority('Example Stamps');
    trusted = [new X509Certificate(authority.root)];
    answer = authority.reply(encodeStampQuestion(QUESTION));
  });
  afterAll(() => authority.close());

  test('a statement that is signed again with a certificate for time stamps verifies', () => {
    expect(verify(authority.signAgain(encodeStampQuestion(QUESTION), EXTENSIONS))).toMatchObject({
      authority: 'Example Stamps',
    });
  });

  test.each<[string, string]>([
    ['that may be passed over', EXTENSIONS.replace('extendedKeyUsage=critical,', 'extendedKeyUsage=')],
    ['and another', EXTENSIONS.replace('timeStamping', 'timeStamping,codeSigning')],
    ['and one that nobody knows', EXTENSIONS.replace('timeStamping', 'timeStamping,1.2.3.4.5')],
    ['that is missing', EXTENSIONS.replace(/extendedKeyUsage.*/, '')],
    [
      'of an authority for certificates',
      EXTENSIONS.replace('CA:FALSE', 'critical,CA:TRUE').replace('digitalSignature', 'digitalSignature,keyCertSign'),
    ],
  ])('a signer with a use %s is refused', (_, extensions) => {
    expect(() => verify(authority.signAgain(encodeStampQuestion(QUESTION), extensions))).toThrow(
      'not one for time stamps alone',
    );
  });

  test('a token is verified again without its question, and refused for another hash or question', () => {
    const { token } = readStampAnswer(answer, QUESTION, trusted);
    const { hash } = QUESTION;
    expect(verifyStampToken(token, { hash, trusted })).toMatchObject({ authority: 'Example Stamps' });
    expect(() => verifyStampToken(token, { hash, nonce: '41', trusted })).toThrow('the answer to another question');
    expect(() => verifyStampToken(token, { hash: 'c5'.repeat(32), trusted })).toThrow('for another hash');
  });

  test('a token of an authority that is not trusted is refused', () => {
    const { token } = readStampAnswer(answer, QUESTION, trusted);
    const other = makeAuthority('Other Stamps');
    const strangers = [new X509Certificate(other.root)];
    other.close();
    for (const none of [[], strangers])
      expect(() => verifyStampToken(token, { ...QUESTION, trusted: none })).toThrow(
        'does not lead to a certificate that is trusted here',
      );
  });

  test('an answer that refuses, and one without a time stamp, are distinguished', () => {
    const read = (status: number) => {
      const bytes = AsnConvert.serialize(new TimeStampResp({ status: new PKIStatusInfo({ status }) }));
      return () => readStampAnswer(new Uint8Array(bytes), QUESTION, trusted);
    };
    for (const status of [2, 3, 4, 5]) expect(read(status)).toThrow(`refused the question (status ${status})`);
    for (const status of [0, 1]) expect(read(status)).toThrow('has no time stamp in it');
  });

  test('a byte that was changed anywhere in a token is refused, or is in a part that states nothing', () => {
    const { token, stamp } = readStampAnswer(answer, QUESTION, trusted);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const other = Uint8Array.from(token);
        other[place] = (other[place] ?? 0) ^ change;
        try {
          expect(verify(other)).toEqual(stamp);
        } catch (error) {
          expect(AppError.is(error), String(error)).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });
});
