import { randomBytes } from 'node:crypto';
import { findInterest } from '@trailmark/store/cases/deconfliction/interest-rows';
import {
  insertChecks,
  insertPartnerTags,
  listUntagged,
  readOutputs,
  removeFormerTags,
} from '@trailmark/store/cases/partners/check-rows';
import type { PartnerRow } from '@trailmark/store/cases/partners/partner-rows';
import { toMatchKeys } from '../deconfliction/match-keys.ts';
import { toDay } from '../deconfliction/read-interests.ts';
import { readKeys } from '../deconfliction/read-keys.ts';
import { toTag } from '../deconfliction/tags.ts';
import { OUTPUT, TAG } from './fill-set.ts';
import { setSizeOf } from './frame-shape.ts';
import { oprfSeed, type PartnerContext, SYSTEM } from './partner-context.ts';

const AT_A_TIME = 100;

async function tagOne({ casework, work }: PartnerContext, partner: PartnerRow, interest: string): Promise<void> {
  const keys = await casework.store.transact(SYSTEM, async (tx) => {
    const row = await findInterest(tx, interest);
    return row ? toMatchKeys(await readKeys(casework, tx, row)) : [];
  });
  const made = Buffer.from(await work.run('makeOutputs', { seed: oprfSeed(casework, partner), keys }));
  const tags = keys.map((key, i) => ({
    tag: made.subarray(i * OUTPUT, i * OUTPUT + TAG),
    proof: made.subarray(i * OUTPUT + TAG, (i + 1) * OUTPUT),
    ownTag: toTag(casework, key),
  }));
  await casework.store.transact(SYSTEM, (tx) => insertPartnerTags(tx, partner, interest, tags));
}

/** Makes what a partner may compare with up to date. Requests are sent after this, so that of two sides one sees the other. */
export async function updateSet(context: PartnerContext, partner: PartnerRow): Promise<void> {
  const { casework } = context;
  const now = casework.now();
  const untagged = await casework.store.transact(SYSTEM, async (tx) => {
    await insertChecks(tx, partner, toDay(now), now);
    await removeFormerTags(tx, partner);
    return listUntagged(tx, partner, AT_A_TIME);
  });
  for (const interest of untagged) await tagOne(context, partner, interest);
  if (untagged.length === AT_A_TIME) await updateSet(context, partner);
}

async function listOutputs({ casework }: PartnerContext, partner: PartnerRow): Promise<Buffer> {
  return casework.store.transact(SYSTEM, (tx) => readOutputs(tx, partner, toDay(casework.now())));
}

/** Tags that a set for a partner has now. */
export async function countSet(context: PartnerContext, partner: PartnerRow): Promise<number> {
  return setSizeOf((await listOutputs(context, partner)).length / OUTPUT);
}

/** A set for a partner, made for one answer off the main thread: what is filed and what fills it up cannot be distinguished, there or later. */
export async function makeSet(
  context: PartnerContext,
  partner: PartnerRow,
): Promise<{ readonly salt: Buffer; readonly set: Uint8Array }> {
  const [outputs, salt] = [await listOutputs(context, partner), randomBytes(32)];
  const given = { outputs, salt, count: setSizeOf(outputs.length / OUTPUT) };
  return { salt, set: await context.work.run('fillSet', given) };
}
