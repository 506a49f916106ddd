import type { Transaction } from '@trailmark/store/cases/casework';
import { findInterest, type InterestRow, listNamedKeys } from '@trailmark/store/cases/deconfliction/interest-rows';
import {
  insertChecks,
  insertPartnerTags,
  listUntagged,
  readTags,
  removeFormerTags,
} from '@trailmark/store/cases/partners/check-rows';
import type { PartnerRow } from '@trailmark/store/cases/partners/partner-rows';
import { openBytes } from '../cases/case-key.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { readIdentifiers } from '../deconfliction/read-identifiers.ts';
import { toDay } from '../deconfliction/read-interests.ts';
import { sealKey, toTag } from '../deconfliction/tags.ts';
import { setSizeOf } from './frame-shape.ts';
import { oprfSeed, type PartnerContext, padKey, SYSTEM } from './partner-context.ts';

const AT_A_TIME = 100;
const TAG = 16;

/** Identifiers of an interest in the spelling of its case, as it names them now. */
export async function readKeys(casework: CaseworkContext, tx: Transaction, row: InterestRow): Promise<string[]> {
  const text = openBytes(sealKey(casework), `identifiers:${row.id}`, row.identifiers).toString('utf8');
  const candidates = readIdentifiers(text).identifiers.flatMap(({ keys }) => keys);
  const named = await listNamedKeys(tx, row.caseId, candidates);
  return [...new Set(candidates)].filter((key) => named.has(key));
}

async function tagOne({ casework, work }: PartnerContext, partner: PartnerRow, interest: string): Promise<void> {
  const keys = await casework.store.transact(SYSTEM, async (tx) => {
    const row = await findInterest(tx, interest);
    return row ? readKeys(casework, tx, row) : [];
  });
  const made = Buffer.from(await work.run('makeTags', { seed: oprfSeed(casework, partner), keys }));
  const tags = keys.map((key, i) => ({
    tag: made.subarray(i * TAG, (i + 1) * TAG),
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

/** Tags for a partner, filled up to a power of two and in order, off the main thread: real ones and random ones cannot be distinguished. */
export async function readSet({ casework, work }: PartnerContext, partner: PartnerRow): Promise<Buffer> {
  const real = await casework.store.transact(SYSTEM, (tx) => readTags(tx, partner, toDay(casework.now())));
  const given = { real, key: padKey(casework, partner), count: setSizeOf(real.length / TAG) };
  return work.fillSet(`${partner.id} ${partner.epoch}`, given);
}
