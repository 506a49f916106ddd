/** The formats in which a case leaves: the ones of this list, each written by one file of the server. */
export const CASE_FORMAT_IDS = ['json', 'csv', 'stix', 'misp'] as const;
export type CaseFormatId = (typeof CASE_FORMAT_IDS)[number];

/** What a reader who chooses a format needs to know of it. */
export interface CaseFormatFacts {
  readonly name: string;
  /** Ending of the file, without the dot. */
  readonly extension: string;
  readonly carries: string;
  readonly leavesOut: string;
  /** It is made for others than the agency: where the case needs an authority for disclosure, this format needs it too. */
  readonly isForOthers: boolean;
}

export const CASE_FORMATS: Readonly<Record<CaseFormatId, CaseFormatFacts>> = {
  json: {
    name: 'Trailmark JSON',
    extension: 'json',
    carries: 'Everything that was written in the case. It can be imported again without loss.',
    leavesOut: 'Files of evidence, personal data, members, holds and the log of the case.',
    isForOthers: false,
  },
  csv: {
    name: 'CSV tables (zip)',
    extension: 'zip',
    carries: 'One table a kind: addresses, people, links, timeline, tasks, evidence list, requests, results, money.',
    leavesOut:
      'Notes, the content of pinned results, files of evidence and personal data. The tables of people and of addresses can be imported.',
    isForOthers: false,
  },
  stix: {
    name: 'STIX 2.1',
    extension: 'json',
    carries: 'People, addresses, links with confidence, notes, reported events and the hashes of evidence.',
    leavesOut: 'Tasks, requests, authorities, money, results as bytes, files of evidence and personal data.',
    isForOthers: true,
  },
  misp: {
    name: 'MISP event',
    extension: 'json',
    carries: 'Addresses, people, links, reported events and the hashes of evidence, as attributes and objects.',
    leavesOut:
      'Confidence, versions, tasks, requests, authorities, money, files and personal data. MISP changes some values when it imports.',
    isForOthers: true,
  },
};
