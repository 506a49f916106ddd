import type { ReadOptions } from '@trailmark/core/read-options';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { getLab } from '../../training/course-files.ts';
import type { LabSource } from '../../training/lab-source.ts';
import { markLab } from '../../training/mark-lab.ts';
import { listLabs, readLab } from '../../training/read-labs.ts';

type LabHandlers = Pick<Handlers, 'listLabs' | 'getLab' | 'submitLab'>;

/** What labs are marked with. */
export interface LabDeps {
  readonly casework: CaseworkContext;
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
}

/** Labs on the ledger that this server holds. */
export function createLabHandlers({ casework, ledgers, knowledge }: LabDeps): LabHandlers {
  const toSource = (read: ReadOptions): LabSource => ({ ledger: ledgers.get('btc'), ledgers, knowledge, read });
  return {
    listLabs: (_, { caller }) => listLabs(casework, caller),
    getLab: async ({ params }, { caller, read }) => readLab(casework, caller, params.lab, toSource(read)),
    submitLab: ({ params, body }, { caller, read }) =>
      markLab(casework, caller, { lab: getLab(params.lab), answers: body.answers }, toSource(read)),
  };
}
