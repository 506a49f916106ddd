import { defineItemKind, textAt } from './item-kind.ts';
import { listAddressKeys, statementPage, subjectsOf } from './statement-page.ts';

/** Balances, totals and lots of a set of addresses over a period; the lines are made again by the same call. */
export const statementItem = defineItemKind({
  id: 'statement',
  name: 'Statement',
  tab: 'addresses',
  route: 'runStatement',
  describe: ({ body }, answer) => {
    const subjects = subjectsOf(body);
    const others = subjects.length > 1 ? ` and ${subjects.length - 1} more` : '';
    const count = textAt(answer, 'lineCount') || '0';
    return {
      title:
        `Statement of ${subjects[0]?.text ?? 'nothing'}${others}: ${count} ${count === '1' ? 'line' : 'lines'}`.slice(
          0,
          300,
        ),
      identifiers: listAddressKeys(subjects),
      method: `statement/${textAt(answer, 'rules').split(' ').length}`,
    };
  },
  page: ({ body }) => statementPage(body),
});
