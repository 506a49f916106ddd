import type { CaseCustody } from '@trailmark/api/contract/case-evidence';
import type { CustodyAct, EnteredAct } from '@trailmark/core/custody';
import { AppError } from '@trailmark/core/errors';
import {
  type CustodyRow,
  insertCustody,
  listCustody,
  listCustodyProofs,
} from '@trailmark/store/cases/agency-cases/custody-rows';
import { type EvidenceRow, lockEvidence } from '@trailmark/store/cases/agency-cases/evidence-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { requireAuthority } from '../authorities.ts';
import { toDay, toSeconds } from '../case-view.ts';
import { findBrokenRow, hashCustodyRow } from './custody-chain.ts';
import { toEvidence } from './evidence-view.ts';

/** Who acts, for a row of a ledger. */
export interface Actor {
  readonly id: string | null;
  readonly name: string;
  /** Role in the case. */
  readonly role: string;
  /** Where from: the address of a request, or the server. */
  readonly machine: string;
}

export function toActor(caller: Caller, role: string | null): Actor {
  const { id, name } = ownAccount(caller);
  return { id, name, role: role ?? 'reader', machine: caller.source.address };
}

/** What is recorded about an act; what is left out does not apply to it. */
export interface NewCustody {
  readonly act: CustodyAct;
  readonly actor: Actor;
  readonly at: Date;
  readonly why: string;
  readonly software: string;
  readonly doneAt?: Date | undefined;
  readonly authority?: string | null | undefined;
  readonly machine?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly inputHash?: string | null | undefined;
  readonly outputHash?: string | null | undefined;
  readonly result: string;
}

const MAX_AUTHORITY = 80;

interface AskedCustody extends Pick<NewCustody, 'at' | 'doneAt'> {
  readonly act: EnteredAct | 'export';
  /** As it was entered; null where nothing was. */
  readonly authority: string | null;
}

/**
 * What the ledger names as the authority of an act: what was entered, else the authority of the case that covers the act. Throws
 * `forbidden` where the case needs one for it and has none.
 */
export async function allowCustody(
  tx: Transaction,
  { caseId }: Pick<EvidenceRow, 'caseId'>,
  { act, at, doneAt, authority }: AskedCustody,
): Promise<string | null> {
  const found = await requireAuthority(tx, caseId, `evidence-${act}`, at, { on: doneAt && toDay(doneAt) });
  if (authority !== null || !found) return authority;
  return `${found.type} ${found.number}`.slice(0, MAX_AUTHORITY).trimEnd().toWellFormed();
}

/** Adds a row to the ledger of an exhibit, in the transaction of what it reports. Returns the row it followed. */
export async function appendCustody(
  tx: Transaction,
  { id, caseId }: Pick<EvidenceRow, 'id' | 'caseId'>,
  given: NewCustody,
): Promise<void> {
  const evidence = await lockEvidence(tx, caseId, id);
  if (!evidence) throw new AppError('not-found', 'There is no such file in this case.');
  const { act, actor, at, why, software, result } = given;
  const row = {
    ...{ seq: evidence.custodyCount + 1, act, at, why, result, software: software.slice(0, 100) },
    ...{ whoId: actor.id, who: actor.name.slice(0, 200).toWellFormed(), role: actor.role },
    doneAt: given.doneAt ?? null,
    authority: given.authority ?? null,
    machine: given.machine || actor.machine,
    fromWhom: given.from ?? '',
    toWhom: given.to ?? '',
    inputHash: given.inputHash ?? null,
    outputHash: given.outputHash ?? null,
    previousHash: evidence.custodyHead,
  };
  const place = { evidence: id, caseId, agency: evidence.agency };
  await insertCustody(tx, place, { ...row, hash: hashCustodyRow(id, row) });
}

function toCustodyRow({ fromWhom, toWhom, at, doneAt, whoId: _, ...row }: CustodyRow): CaseCustody['rows'][number] {
  return { ...row, at: at.getTime(), doneAt: doneAt?.getTime() ?? null, from: fromWhom, to: toWhom };
}

/** The ledger of an exhibit with what its chain of hashes says. */
export async function readLedger(tx: Transaction, evidence: EvidenceRow, reader: string): Promise<CaseCustody> {
  const rows = await listCustody(tx, evidence.id);
  const roots = await listCustodyProofs(tx, evidence.id);
  const { id, custodyCount: count, custodyHead: head, salt } = evidence;
  const last = roots.at(-1);
  return {
    item: toEvidence(evidence, reader),
    rows: rows.map(toCustodyRow),
    broken: findBrokenRow(rows, { evidence: id, count, head, salt, roots }) ?? null,
    root: last ? { day: last.day, root: last.root, at: toSeconds(last.at), rows: last.count } : null,
  };
}
