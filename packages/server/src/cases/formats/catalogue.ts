import type { CaseFormatId } from '@trailmark/core/case-format';
import type { CaseFormat } from './case-format.ts';
import { csvFormat } from './csv-format.ts';
import { jsonFormat } from './json-format.ts';
import { mispFormat } from './misp-format.ts';
import { stixFormat } from './stix-format.ts';

/** Every format a case leaves in: one line each. */
export const FORMATS: Readonly<Record<CaseFormatId, CaseFormat>> = {
  csv: csvFormat,
  json: jsonFormat,
  misp: mispFormat,
  stix: stixFormat,
};
