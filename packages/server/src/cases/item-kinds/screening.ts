import { addressKey, transactionKey } from './identifiers.ts';
import { defineItemKind, textAt } from './item-kind.ts';

/** The verdict on an address or a transaction, with everything behind it. */
export const screeningItem = defineItemKind({
  id: 'screening',
  name: 'Screening',
  tab: 'addresses',
  route: 'runScreening',
  describe: (_input, answer) => {
    const at = (path: string) => textAt(answer, `screening.${path}`);
    const [chain, text] = [at('request.chain'), at('request.subject.text')];
    const isAddress = at('request.subject.kind') === 'address';
    const score = at('verdict.score');
    const verdict =
      at('verdict.state') === 'none' ? 'nothing found' : `${at('verdict.level')}${score && `, ${score} of 100`}`;
    return {
      title: `${text}: ${verdict}`.slice(0, 300),
      identifiers: [isAddress ? addressKey(chain, text) : transactionKey(chain, text)],
      method: `screening/${textAt(answer, 'ruleSet.hash').slice(0, 16)}`,
    };
  },
  page: ({ body }) => {
    const { chain, subject } = (body ?? {}) as Readonly<Record<string, unknown>>;
    const { kind, text } = (subject ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof chain !== 'string' || typeof text !== 'string') return null;
    const query = new URLSearchParams({ chain, [kind === 'transaction' ? 'tx' : 'address']: text });
    return `/address-threat?${query}`;
  },
});
