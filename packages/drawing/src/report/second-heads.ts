import type { ReportDocument } from '@trailmark/core/report/report-document';

type Language = NonNullable<ReportDocument['second']>;

/** Heads of sections in other languages; the text itself stays English. */
const HEADS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  Summary: { de: 'Zusammenfassung', es: 'Resumen', fr: 'Résumé' },
  'Author, instructions and questions': {
    de: 'Verfasser, Auftrag und Fragen',
    es: 'Autor, encargo y preguntas',
    fr: 'Auteur, mission et questions',
  },
  Material: { de: 'Material', es: 'Material', fr: 'Pièces' },
  Findings: { de: 'Befunde', es: 'Hallazgos', fr: 'Constatations' },
  Attribution: { de: 'Zuordnung', es: 'Atribución', fr: 'Attribution' },
  'Method and error rates': {
    de: 'Methode und Fehlerraten',
    es: 'Método y tasas de error',
    fr: 'Méthode et taux d’erreur',
  },
  'Limits, gaps and alternatives': {
    de: 'Grenzen, Lücken und Alternativen',
    es: 'Límites, lagunas y alternativas',
    fr: 'Limites, lacunes et alternatives',
  },
  'Opinion and declaration': { de: 'Bewertung und Erklärung', es: 'Opinión y declaración', fr: 'Avis et déclaration' },
  Appendices: { de: 'Anhänge', es: 'Anexos', fr: 'Annexes' },
};

export function findSecondHead(title: string, language: ReportDocument['second']): string | undefined {
  return language === null ? undefined : HEADS[title]?.[language];
}
