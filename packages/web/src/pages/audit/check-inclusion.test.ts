import { createHash } from 'node:crypto';
import type { AuditProof } from '@trailmark/api/contract/audit';
import { expect, test } from 'vitest';
import { checkInclusion } from './check-inclusion.ts';

const sha = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const leafOf = (body: string): Buffer => sha(Buffer.of(0), Buffer.from(body));
const nodeOf = (left: Uint8Array, right: Uint8Array): Buffer => sha(Buffer.of(1), left, right);

const bodies = ['{"a":"ü"}', '{"b":1}', '{"c":1}'];
const [a, b, c] = bodies.map(leafOf) as [Buffer, Buffer, Buffer];
const root = nodeOf(nodeOf(a, b), c);
const checkpoint = {
  size: 3,
  root: root.toString('hex'),
  at: '2026-11-02T09:00:00.000Z',
  note: `log\n3\n${root.toString('base64')}\ntime 2026-11-02T09:00:00.000Z\n\n— log xxxx\n`,
};
const proofs: readonly AuditProof[] = [
  { leaf: 0, path: [b, c] },
  { leaf: 1, path: [a, c] },
  { leaf: 2, path: [nodeOf(a, b)] },
].map(({ leaf, path }, i) => ({
  leaf,
  body: bodies[i]!,
  hash: leafOf(bodies[i]!).toString('hex'),
  path: path.map((part) => part.toString('hex')),
  checkpoint,
}));

test('every leaf of a tree of three is proven by its text', async () => {
  for (const proof of proofs) expect(await checkInclusion(proof, proof.body)).toMatchObject({ isProven: true });
});

test('another text, another place and another length of the path are not', async () => {
  for (const proof of proofs) {
    const other = { ...proof, leaf: (proof.leaf + 1) % 3 };
    const wrong: readonly (readonly [AuditProof, string])[] = [
      [proof, `${proof.body} `],
      [other, proof.body],
      [{ ...proof, path: proof.path.slice(1) }, proof.body],
      [{ ...proof, path: [...proof.path, checkpoint.root] }, proof.body],
    ];
    for (const [asked, text] of wrong) {
      expect((await checkInclusion(asked, text)).isProven).toBe(false);
    }
  }
});

test('the root is read from the signed note, not from what is next to it', async () => {
  const [proof] = proofs;
  const claimed = {
    ...proof!,
    checkpoint: { ...checkpoint, note: checkpoint.note.replace(/\n.{43}=/, `\n${'A'.repeat(43)}=`) },
  };
  expect((await checkInclusion(claimed, proof!.body)).isProven).toBe(false);
});
