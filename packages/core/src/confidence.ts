/**
 * GraphSense's fourteen confidence levels of a label's source, 0 to 100 (TagPack tool, `confidence.csv`).
 * They say how a claim came about, not how likely it is to be true: only `docs/accuracy.md` states measured rates.
 */
export const CONFIDENCE_LEVELS = {
  override: 100,
  ownership: 100,
  ledger_immanent: 100,
  manual_transaction: 90,
  service_api: 70,
  forensic_investigation: 70,
  authority_data: 60,
  trusted_provider: 50,
  service_data: 50,
  forensic: 50,
  untrusted_transaction: 40,
  web_crawl: 20,
  heuristic: 10,
  unknown: 5,
} as const;
export type ConfidenceId = keyof typeof CONFIDENCE_LEVELS;

export const CONFIDENCE_IDS = Object.keys(CONFIDENCE_LEVELS) as readonly ConfidenceId[];

export function isConfidenceId(text: string): text is ConfidenceId {
  return Object.hasOwn(CONFIDENCE_LEVELS, text);
}
