import type { VisitRow as VisitAnswer } from '@trailmark/api/contract/home';
import { findTraits } from '@trailmark/chains/chain-traits';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  countPins,
  deleteVisits,
  insertVisit,
  listVisits,
  updatePin,
  type VisitKind,
  type VisitRow,
} from '@trailmark/store/cases/home/visit-rows';
import { lockLimit } from '@trailmark/store/cases/lock-limit';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount, readOwn } from '../casework/own-account.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';

const MOST_KEPT = 50;
const MOST_PINNED = 20;
const SHOWN = 30;

/** Something a person opened, as its page names it. */
export interface Visited {
  readonly kind: VisitKind;
  readonly chain: ChainId | null;
  readonly id: string;
}

const isOnChain = (kind: VisitKind): boolean => kind === 'address' || kind === 'transaction';

function toSubject({ kind, chain, id }: Visited): string {
  if (isOnChain(kind) !== (chain !== null)) {
    throw new AppError('invalid', 'Addresses and transactions name their chain, and nothing else does.');
  }
  return chain === null ? id : `${chain}:${id}`;
}

function nameEntity({ labels }: Knowledge, id: string): string {
  return labels().actor(id)?.label ?? id;
}

function toAnswer(knowledge: Knowledge, row: VisitRow): VisitAnswer | undefined {
  const { kind, subject, visitedAt, isPinned, detail } = row;
  const rest = { detail, isPinned, visitedAt: Math.floor(visitedAt.getTime() / 1000) };
  if (!isOnChain(kind)) {
    const title = kind === 'entity' ? nameEntity(knowledge, subject) : row.title;
    return { kind, chain: null, id: subject, title, ...rest };
  }
  const colon = subject.indexOf(':');
  const chain = findTraits(subject.slice(0, colon));
  return chain && { kind, chain: chain.id, id: subject.slice(colon + 1), title: null, ...rest };
}

async function listIn(knowledge: Knowledge, tx: Transaction) {
  const rows = await listVisits(tx, SHOWN);
  return { items: rows.map((row) => toAnswer(knowledge, row)).filter((row) => row !== undefined) };
}

/** What the caller pinned and opened last. Titles are read now: of what they may no longer see nothing is left. */
export function readVisits(casework: CaseworkContext, knowledge: Knowledge, caller: Caller) {
  return readOwn(casework, caller, (tx) => listIn(knowledge, tx));
}

async function keepIn(tx: Transaction, casework: CaseworkContext, caller: Caller, visited: Visited): Promise<void> {
  const { id: account, agency } = ownAccount(caller);
  const subject = toSubject(visited);
  await insertVisit(tx, { account, agency, kind: visited.kind, subject, at: casework.now() }, MOST_KEPT);
}

export async function keepVisit(casework: CaseworkContext, caller: Caller, visited: Visited) {
  await readOwn(casework, caller, (tx) => keepIn(tx, casework, caller, visited));
  return {};
}

/** Throws `conflict` at the limit of pins. */
export function pinVisit(
  casework: CaseworkContext,
  knowledge: Knowledge,
  caller: Caller,
  { isPinned, ...visited }: Visited & { readonly isPinned: boolean },
) {
  return readOwn(casework, caller, async (tx) => {
    if (isPinned) await lockLimit(tx, `pins:${ownAccount(caller).id}`);
    if (isPinned && (await countPins(tx)) >= MOST_PINNED) {
      throw new AppError('conflict', `You pin ${MOST_PINNED} things, which is the limit. Take a pin away first.`);
    }
    await keepIn(tx, casework, caller, visited);
    await updatePin(tx, { kind: visited.kind, subject: toSubject(visited) }, isPinned ? casework.now() : null);
    return listIn(knowledge, tx);
  });
}

export function clearVisits(casework: CaseworkContext, knowledge: Knowledge, caller: Caller) {
  return readOwn(casework, caller, async (tx) => {
    await deleteVisits(tx);
    return listIn(knowledge, tx);
  });
}
