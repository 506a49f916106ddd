import { ristretto255_oprf } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { blindBatch, evaluateBatch, makeOutputs, OUTPUT_BYTES, openBatch } from './oprf-jobs.ts';
import { isProven, prove } from './proof.ts';
import { deriveKeyPair, finalize, hashToGroup, invert, isElement, multiply, randomElement } from './ristretto.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const SEED = Buffer.alloc(32, 0xa3);
const BLIND = hex('64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706');
const OTHER_BLIND = hex('222a5e897cf59db8145db8d16e597e8facb80ae7d4e26d9881aa6f61d645fc0e');
const TWO = hex('5a'.repeat(17));
const OUTPUTS = [
  'b58cfbe118e0cb94d79b5fd6a6dafb98764dff49c14e1770b566e42402da1a7da4d8527693914139caee5bd03903af43a491351d23b430948dd50cde10d32b3c',
  '8a9a2f3c7f085b65933594309041fc1898d42d0858e59f90814ae90571a6df60356f4610bf816f27afdd84f47719e480906d27ecd994985890e5f539e7ea74b6',
];

/** RFC 9497, A.1.2: ristretto255-SHA512, mode VOPRF. */
const VECTORS = [
  {
    inputs: [hex('00')],
    blinds: [BLIND],
    blinded: ['863f330cc1a1259ed5a5998a23acfd37fb4351a793a5b3c090b642ddc439b945'],
    evaluated: ['aa8fa048764d5623868679402ff6108d2521884fa138cd7f9c7669a9a014267e'],
    random: OTHER_BLIND,
    proof:
      'ddef93772692e535d1a53903db24367355cc2cc78de93b3be5a8ffcc6985dd066d4346421d17bf5117a2a1ff0fcb2a759f58a539dfbe857a40bce4cf49ec600d',
    outputs: [OUTPUTS[0]],
  },
  {
    inputs: [TWO],
    blinds: [BLIND],
    blinded: ['cc0b2a350101881d8a4cba4c80241d74fb7dcbfde4a61fde2f91443c2bf9ef0c'],
    evaluated: ['60a59a57208d48aca71e9e850d22674b611f752bed48b36f7a91b372bd7ad468'],
    random: OTHER_BLIND,
    proof:
      '401a0da6264f8cf45bb2f5264bc31e109155600babb3cd4e5af7d181a2c9dc0a67154fabf031fd936051dec80b0b6ae29c9503493dde7393b722eafdf5a50b02',
    outputs: [OUTPUTS[1]],
  },
  {
    inputs: [hex('00'), TWO],
    blinds: [BLIND, OTHER_BLIND],
    blinded: [
      '863f330cc1a1259ed5a5998a23acfd37fb4351a793a5b3c090b642ddc439b945',
      '90a0145ea9da29254c3a56be4fe185465ebb3bf2a1801f7124bbbadac751e654',
    ],
    evaluated: [
      'aa8fa048764d5623868679402ff6108d2521884fa138cd7f9c7669a9a014267e',
      'cc5ac221950a49ceaa73c8db41b82c20372a4c8d63e5dded2db920b7eee36a2a',
    ],
    random: hex('419c4f4f5052c53c45f3da494d2b67b220d02118e0857cdbcf037f9ea84bbe0c'),
    proof:
      'cc203910175d786927eeb44ea847328047892ddf8590e723c37205cb74600b0a5ab5337c8eb4ceae0494c2cf89529dcf94572ed267473d567aeed6ab873dee08',
    outputs: OUTPUTS,
  },
];
const pair = deriveKeyPair(SEED, Buffer.from('test key'));

test('the key of a seed is the one of RFC 9497', () => {
  expect(Buffer.from(pair.secret).toString('hex')).toBe(
    'e6f73f344b79b379f1a0dd37e07ff62e38d9f71345ce62ae3a9bc60b04ccd909',
  );
  expect(Buffer.from(pair.publicKey).toString('hex')).toBe(
    'c803e2cc6b05fc15064549b5920659ca4a77b2cca6f04f6b357009335476ad4e',
  );
});

test.each(VECTORS)('vector $# of RFC 9497, A.1.2 holds in every step', (vector) => {
  const blinded = vector.inputs.map((input, i) => multiply(vector.blinds[i] ?? BLIND, hashToGroup(input)));
  expect(blinded.map((one) => Buffer.from(one).toString('hex'))).toEqual(vector.blinded);
  const evaluated = blinded.map((one) => multiply(pair.secret, one));
  expect(evaluated.map((one) => Buffer.from(one).toString('hex'))).toEqual(vector.evaluated);
  const [c, d] = [Buffer.concat(blinded), Buffer.concat(evaluated)];
  const proof = prove(pair, c, d, vector.random);
  expect(Buffer.from(proof).toString('hex')).toBe(vector.proof);
  expect(isProven(pair.publicKey, c, d, proof)).toBe(true);
  const outputs = vector.inputs.map((input, i) =>
    finalize(input, multiply(invert(vector.blinds[i] ?? BLIND), evaluated[i] ?? c)).toString('hex'),
  );
  expect(outputs).toEqual(vector.outputs);
});

describe('a batch', () => {
  const seed = Buffer.alloc(32, 9);
  const keys = ['address:btc:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'domain:meridian-recovery.example'];
  const ask = () => blindBatch({ keys, size: 4 });

  test('of a client of another library is answered so that it reaches the same outputs', () => {
    const { voprf } = ristretto255_oprf;
    const input = Buffer.from(`trailmark/dc/2:${keys[0]}`);
    const { blind, blinded } = voprf.blind(input);
    const { evaluated, proof, publicKey } = evaluateBatch({ seed, blinded });
    const output = voprf.finalize(input, blind, evaluated, blinded, publicKey, proof);
    const outputs = Buffer.from(makeOutputs({ seed, keys }));
    expect(Buffer.from(output).subarray(0, OUTPUT_BYTES)).toEqual(outputs.subarray(0, OUTPUT_BYTES));
  });

  test('gives the outputs of its identifiers, and is as long with few of them as with many', () => {
    const asked = ask();
    expect(asked.blinded).toHaveLength(blindBatch({ keys: [], size: 4 }).blinded.length);
    const answer = evaluateBatch({ seed, blinded: asked.blinded });
    expect(Buffer.from(openBatch({ keys, ...asked, ...answer }))).toEqual(Buffer.from(makeOutputs({ seed, keys })));
  });

  test('blinds the same identifier to another value each time', () => {
    expect(Buffer.from(ask().blinded).subarray(0, 32)).not.toEqual(Buffer.from(ask().blinded).subarray(0, 32));
  });

  test.each([
    ['the identity', Buffer.alloc(32)],
    ['bytes of no element', Buffer.alloc(32, 0xff)],
    ['half an element', Buffer.alloc(16, 1)],
    ['nothing', Buffer.alloc(0)],
  ])('with %s is refused', (_, blinded) => {
    expect(isElement(blinded)).toBe(false);
    expect(() => evaluateBatch({ seed, blinded })).toThrow(/element/);
  });

  test('that was answered with another key, in part or in all, or with less, is refused', () => {
    const asked = ask();
    const right = evaluateBatch({ seed, blinded: asked.blinded });
    const other = evaluateBatch({ seed: Buffer.alloc(32, 8), blinded: asked.blinded });
    const mixed = Buffer.concat([other.evaluated.subarray(0, 32), right.evaluated.subarray(32)]);
    const open = (answer: object) => () => openBatch({ keys, ...asked, ...right, ...answer });
    expect(open({ publicKey: other.publicKey })).toThrow(/proof does not hold/);
    expect(open({ evaluated: other.evaluated })).toThrow(/proof does not hold/);
    expect(open({ evaluated: mixed })).toThrow(/proof does not hold/);
    expect(open({ proof: Buffer.alloc(64) })).toThrow(/proof does not hold/);
    expect(open({ evaluated: right.evaluated.subarray(32) })).toThrow('3 values were answered, and 4 were asked');
    expect(open({ evaluated: Buffer.concat([right.evaluated.subarray(32), Buffer.alloc(32)]) })).toThrow(/identity/);
    expect(open({ evaluated: Buffer.concat([randomElement(), right.evaluated.subarray(32)]) })).toThrow(/proof/);
  });
});
