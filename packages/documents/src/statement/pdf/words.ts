import type { LineType, LotMethod, TotalKind } from '@trailmark/core/statement/statement';

/** Languages whose words may be printed below the English heads. */
export const SECOND_LANGUAGES = ['de', 'es', 'fr'] as const;
export type SecondLanguage = (typeof SECOND_LANGUAGES)[number];

export const TYPE_WORDS: Readonly<Record<LineType, string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  'own-transfer': 'Own transfer',
  joint: 'Joint transaction',
  swap: 'Swap',
  bridge: 'Bridge',
  wrap: 'Wrap',
  mint: 'Mint',
  burn: 'Burn',
  mining: 'Mining',
  reward: 'Reward',
  'validator-withdrawal': 'Validator withdrawal',
  stake: 'Stake',
  airdrop: 'Airdrop',
  'nft-buy': 'NFT purchase',
  'nft-sale': 'NFT sale',
  approval: 'Approval',
  'failed-fee': 'Failed, fee only',
  call: 'Contract call',
};

export const TOTAL_WORDS: Readonly<Record<TotalKind, string>> = {
  month: 'Month',
  type: 'Type',
  category: 'Category',
  counterparty: 'Counterparty',
};

export const METHOD_WORDS: Readonly<Record<LotMethod, string>> = {
  fifo: 'FIFO',
  lifo: 'LIFO',
  average: 'Average',
  'coin-exact': 'Coin spent',
};

/** Words of the heads in other languages; a head without one stays English. */
const SECOND: Readonly<Record<string, Readonly<Record<SecondLanguage, string>>>> = {
  'Wallet statement': { de: 'Kontoauszug der Wallet', es: 'Extracto del monedero', fr: 'Relevé du portefeuille' },
  Balances: { de: 'Salden', es: 'Saldos', fr: 'Soldes' },
  Asset: { de: 'Vermögenswert', es: 'Activo', fr: 'Actif' },
  Opening: { de: 'Anfang', es: 'Inicial', fr: 'Ouverture' },
  In: { de: 'Eingang', es: 'Entrada', fr: 'Entrée' },
  Out: { de: 'Ausgang', es: 'Salida', fr: 'Sortie' },
  Fees: { de: 'Gebühren', es: 'Comisiones', fr: 'Frais' },
  Closing: { de: 'Ende', es: 'Final', fr: 'Clôture' },
  Lines: { de: 'Buchungen', es: 'Movimientos', fr: 'Écritures' },
  'No.': { de: 'Nr.', es: 'N.º', fr: 'N°' },
  Time: { de: 'Zeit', es: 'Hora', fr: 'Heure' },
  Type: { de: 'Art', es: 'Tipo', fr: 'Type' },
  Counterparty: { de: 'Gegenseite', es: 'Contraparte', fr: 'Contrepartie' },
  Value: { de: 'Wert', es: 'Valor', fr: 'Valeur' },
  Balance: { de: 'Saldo', es: 'Saldo', fr: 'Solde' },
  Contents: { de: 'Inhalt', es: 'Contenido', fr: 'Sommaire' },
  'What this statement does not show': {
    de: 'Was dieser Auszug nicht zeigt',
    es: 'Lo que este extracto no muestra',
    fr: 'Ce que ce relevé ne montre pas',
  },
  Totals: { de: 'Summen', es: 'Totales', fr: 'Totaux' },
  Lots: { de: 'Posten', es: 'Lotes', fr: 'Lots' },
  'Method and sources': { de: 'Methode und Quellen', es: 'Método y fuentes', fr: 'Méthode et sources' },
  'Opening balance': { de: 'Anfangssaldo', es: 'Saldo inicial', fr: 'Solde initial' },
  'Closing balance': { de: 'Endsaldo', es: 'Saldo final', fr: 'Solde final' },
  'Carried forward': { de: 'Übertrag', es: 'Suma y sigue', fr: 'À reporter' },
  Gap: { de: 'Lücke', es: 'Laguna', fr: 'Lacune' },
  Fact: { de: 'Tatsache', es: 'Hecho', fr: 'Fait' },
  Inference: { de: 'Schlussfolgerung', es: 'Inferencia', fr: 'Déduction' },
  Claim: { de: 'Angabe Dritter', es: 'Afirmación', fr: 'Affirmation' },
  Month: { de: 'Monat', es: 'Mes', fr: 'Mois' },
  Category: { de: 'Kategorie', es: 'Categoría', fr: 'Catégorie' },
  'Value in': { de: 'Wert, Eingang', es: 'Valor, entrada', fr: 'Valeur, entrée' },
  'Value out': { de: 'Wert, Ausgang', es: 'Valor, salida', fr: 'Valeur, sortie' },
  Lot: { de: 'Posten', es: 'Lote', fr: 'Lot' },
  Method: { de: 'Methode', es: 'Método', fr: 'Méthode' },
  Amount: { de: 'Betrag', es: 'Importe', fr: 'Montant' },
  Cost: { de: 'Anschaffung', es: 'Coste', fr: 'Coût' },
  Proceeds: { de: 'Erlös', es: 'Ingresos', fr: 'Produit' },
  Gain: { de: 'Gewinn', es: 'Ganancia', fr: 'Gain' },
  Left: { de: 'Rest', es: 'Resto', fr: 'Reste' },
  Signatures: { de: 'Unterschriften', es: 'Firmas', fr: 'Signatures' },
};

/** A head in the second language; undefined where none is printed. */
export function findSecond(head: string, language: SecondLanguage | undefined): string | undefined {
  return language === undefined ? undefined : SECOND[head]?.[language];
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `2026-03-01` as `1 March 2026`. */
export function writeDay(day: string): string {
  const [year = '', month = '1', date = '1'] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

/** `a, b and c` */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
