import { defineItemKind } from './item-kind.ts';
import { listAddressKeys, statementPage, subjectsOf } from './statement-page.ts';

interface Losses {
  readonly payments?: readonly unknown[];
  readonly request?: { readonly victims?: readonly unknown[] };
}

/** What victims paid to suspects, victim by victim: a restitution list. */
export const victimLossesItem = defineItemKind({
  id: 'victim-losses',
  name: 'Victim losses',
  tab: 'evidence',
  route: 'listVictimLosses',
  describe: ({ body }, answer) => {
    const subjects = subjectsOf(body);
    const { payments = [], request } = (answer.kind === 'json' ? answer.value : {}) as Losses;
    const victims = request?.victims?.length ?? 0;
    const [paid, by] = [payments.length === 1 ? 'payment' : 'payments', victims === 1 ? 'victim' : 'victims'];
    return {
      title: `Losses of ${victims} ${by}: ${payments.length} ${paid} with ${subjects[0]?.text ?? 'nobody'}`.slice(
        0,
        300,
      ),
      identifiers: listAddressKeys(subjects),
      method: 'victim-losses/1',
    };
  },
  page: ({ body }) => statementPage(body, 'losses'),
});
