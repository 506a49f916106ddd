import { addressKey, transactionKey } from './identifiers.ts';
import { defineItemKind, textAt } from './item-kind.ts';

/** Addresses of an alert that are identifiers of the case: a batch of thousands names nobody. */
const MOST = 20;

/** An alert as it was when it was pinned: what happened, the evidence, and what was done about it. */
export const alertItem = defineItemKind({
  id: 'alert',
  name: 'Alert',
  tab: 'evidence',
  route: 'getAlert',
  describe: (_, answer) => {
    const [chain, txid] = [textAt(answer, 'chain'), textAt(answer, 'txid')];
    const body = (answer.kind === 'json' ? answer.value.body : undefined) as
      | { readonly lines?: readonly { readonly chain?: string; readonly address?: string }[] }
      | undefined;
    const addresses = (body?.lines ?? []).flatMap(({ chain: on, address }) =>
      on && address ? addressKey(on, address) : [],
    );
    return {
      title: `${textAt(answer, 'number')} ${textAt(answer, 'title')}`.slice(0, 300),
      identifiers: [...(txid === '' ? [] : [transactionKey(chain, txid)]), ...new Set(addresses.slice(0, MOST))],
      method: `alert/${textAt(answer, 'kind')}`,
    };
  },
  page: ({ params: { alert = '' } }) => `/address-monitoring/alerts?view=all&alert=${encodeURIComponent(alert)}`,
});
