import type { Ids } from '../planted.ts';
import { always } from './call.ts';

const appeal = (body: object) => (ids: Ids) => ({ params: { appeal: ids.labelAppeal }, body });

/** Appeals against labels. */
export const LABEL_APPEALS = {
  listLabelAppeals: always({}),
  openLabelAppeal: always({
    body: {
      chain: 'btc',
      address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      label: '0123456789abcdef',
      statement: 'The address is of another owner.',
    },
  }),
  decideLabelAppeal: appeal({ isAccepted: false, note: 'The source is right.' }),
  withdrawLabelAppeal: appeal({}),
} as const;
