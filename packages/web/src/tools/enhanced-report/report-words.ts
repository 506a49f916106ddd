import type {
  ReportAudience,
  ReportHide,
  ReportJurisdiction,
  ReportQuestionKind,
} from '@trailmark/core/report/report-document';

export const STEPS = ['case', 'questions', 'material', 'audience', 'redaction', 'people', 'review'] as const;
export type Step = (typeof STEPS)[number];
export const STEP_WORDS: Readonly<Record<Step, string>> = {
  case: 'Case',
  questions: 'Questions',
  material: 'Material',
  audience: 'Audience',
  redaction: 'Redaction',
  people: 'People',
  review: 'Review',
};

export const AUDIENCES: readonly (readonly [ReportAudience, string])[] = [
  ['court', 'Court'],
  ['prosecutor', 'Prosecutor'],
  ['partner', 'Partner agency'],
  ['exchange', 'Exchange or other service'],
  ['suspicious-activity', 'Suspicious-activity report'],
];

export const JURISDICTIONS: readonly (readonly [ReportJurisdiction, string])[] = [
  ['none', 'General declaration'],
  ['us', 'United States: FRE 702, 902(13) and (14)'],
  ['uk', 'England and Wales: CPR Part 35'],
  ['eu', 'ISO/IEC 27037 and 27042'],
];

export const WORDINGS: readonly (readonly ['agency' | 'shipped', string])[] = [
  ['agency', 'As the agency has it'],
  ['shipped', 'As the software comes with it'],
];

export const LANGUAGES: readonly (readonly ['en' | 'de' | 'es' | 'fr', string])[] = [
  ['en', 'English'],
  ['de', 'English, heads also in German'],
  ['es', 'English, heads also in Spanish'],
  ['fr', 'English, heads also in French'],
];

export const HIDES: readonly (readonly [ReportHide, string, string])[] = [
  [
    'people',
    'Names of colleagues',
    'The acts of custody become hashes. Answers and claims that name a colleague are left out.',
  ],
  [
    'labels',
    'Labels',
    'Rows of labels and the claims on them become hashes. Pinned answers other than statements are left out.',
  ],
  ['answers', 'Pinned answers', 'Their content is left out; figures of them cannot be checked in the copy.'],
  [
    'loss',
    'The loss as entered',
    'Rows that people entered in the case become hashes. Pinned losses of victims are left out.',
  ],
];

export const QUESTIONS: readonly (readonly [ReportQuestionKind, string])[] = [
  ['where', 'Where did the money go?'],
  ['stop', 'Can any of it be stopped today?'],
  ['who', 'Who controls the addresses?'],
  ['own', 'A question of your own, answered in the opinion'],
];

export const FILE_WORDS: Readonly<Record<string, string>> = {
  'report.pdf': 'PDF/A-3 with the bundle inside',
  'report.docx': 'DOCX',
  'report.html': 'HTML, one page',
  'report.json': 'JSON',
  'claims.csv': 'CSV of every claim',
  'bundle.evb': 'Evidence bundle with report and signatures',
  'copy.evb': 'Copy for the other side',
};
