import { defineAlertKind } from './alert-kind.ts';

export const watchedPayment = defineAlertKind({
  id: 'watched-payment',
  name: 'Watched payment',
  about: 'A transaction meets the conditions of a watch.',
});
