import { findFact, setFact } from '@trailmark/store/cases/accounts/installation-rows';
import { listDeciders, lockManaged } from '@trailmark/store/cases/admin/managed-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../casework/casework-context.ts';
import { conflict, refuse } from './reach.ts';
import { whyNotAlone } from './stand-alone.ts';

const SYSTEM = { kind: 'system' } as const;
const FACT = 'list-withdrawal';
const OPEN_MS = 7 * 24 * 3_600_000;

/** A version of a list in force, and what is to be in force instead: an older version, or none. */
export interface ListWithdrawal {
  readonly pack: string;
  readonly from: string;
  readonly version: string | null;
}

/** One that somebody proposed, as it is kept. Times are ISO 8601. */
export interface ProposedWithdrawal extends ListWithdrawal {
  readonly by: string;
  readonly name: string;
  readonly at: string;
  readonly expiresAt: string;
}

async function findOpen(tx: Transaction, now: Date): Promise<ProposedWithdrawal | undefined> {
  const held = await findFact<ProposedWithdrawal | null>(tx, FACT);
  return held && new Date(held.expiresAt) > now ? held : undefined;
}

/** The open proposal to take a list out of force; undefined where there is none. */
export function findWithdrawal(casework: CaseworkContext): Promise<ProposedWithdrawal | undefined> {
  return casework.store.transact(SYSTEM, (tx) => findOpen(tx, casework.now()));
}

function describe({ pack, version }: ListWithdrawal): string {
  return version === null
    ? `to take the list ${pack} out of force`
    : `to bring the older version ${version} of the list ${pack} into force`;
}

async function notifyOthers(tx: Transaction, proposal: ProposedWithdrawal, agency: string): Promise<void> {
  for (const { id, email, agencyId } of await listDeciders(tx, agency, false)) {
    if (id === proposal.by) continue;
    await queueMail(tx, {
      recipient: email,
      agency: agencyId,
      subject: 'A sanctions list is to be taken out of force',
      body: [
        `${proposal.name} proposes ${describe(proposal)}. It stays in force until a second administrator of the installation confirms that, within seven days, at Exchange lookup, Label packs.`,
        'If you know nothing of it, ask them before you do.',
      ].join('\n\n'),
    });
  }
}

/**
 * Takes two administrators of the installation to take a list out of force, or back to an older version: what is screened against it
 * would find nobody. The first call proposes it and gives the proposal; the same by another person gives undefined, and it may be done.
 * Somebody who has no second one may continue alone after a day. Throws `conflict` for the proposer's own second call.
 */
export function agreeToWithdrawal(
  casework: CaseworkContext,
  caller: Caller,
  change: ListWithdrawal,
): Promise<ProposedWithdrawal | undefined> {
  const now = casework.now();
  return casework.store.transact(SYSTEM, async (tx) => {
    const id = caller.account?.id ?? '';
    const actor = (await lockManaged(tx, [id])).get(id);
    if (actor?.role !== 'platform-admin') refuse('Only administrators of the installation take a list out of force.');
    const object = { kind: 'label-pack', id: change.pack };
    const log = (action: string, details: Readonly<Record<string, string | boolean>>) =>
      recordAudit(tx, toAuditEvent(caller, { action, object, details: { ...details, from: change.from } }, now));
    const version = change.version ?? 'none';
    const open = await findOpen(tx, now);
    if (open?.pack === change.pack && open.version === change.version && open.from === change.from) {
      const isAlone = open.by === id;
      const target = { id, agencyId: actor.agencyId };
      const why = isAlone
        ? await whyNotAlone(tx, { actor, target, withAgency: false, since: new Date(open.at), now })
        : null;
      if (why !== null) conflict(why);
      await setFact(tx, FACT, null);
      await log('label-pack.withdrawal-confirmed', { version, proposer: open.by, isAlone });
      return undefined;
    }
    const expiresAt = new Date(now.getTime() + OPEN_MS).toISOString();
    const proposal = { ...change, by: id, name: actor.name, at: now.toISOString(), expiresAt };
    await setFact(tx, FACT, proposal);
    await log('label-pack.withdrawal-proposed', { version });
    await notifyOthers(tx, proposal, actor.agencyId);
    return proposal;
  });
}
