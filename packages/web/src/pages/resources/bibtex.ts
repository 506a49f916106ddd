import { type ContentHead, publicationFacts } from './content-queries.ts';

const TYPES = {
  paper: 'inproceedings',
  preprint: 'misc',
  judgment: 'misc',
  standard: 'techreport',
  guidance: 'techreport',
};

/** Characters that BibTeX would read as its own. */
function escapeTex(text: string): string {
  return text.replace(/[\\{}]/g, '').replace(/[&%$#_]/g, (mark) => `\\${mark}`);
}

/** One reference in BibTeX, named by its slug; empty for what is no publication. */
export function toBibtex(item: ContentHead): string {
  const facts = publicationFacts(item);
  if (!facts) return '';
  const venueField = { paper: 'booktitle', standard: 'institution', guidance: 'institution' }[facts.form as 'paper'];
  const fields: [string, string | null][] = [
    ['author', facts.authors.map((author) => `{${escapeTex(author)}}`).join(' and ')],
    ['title', `{${escapeTex(item.title)}}`],
    ['year', String(facts.year)],
    [venueField ?? 'howpublished', escapeTex(facts.venue)],
    ['doi', facts.doi],
    ['url', facts.url],
  ];
  const lines = fields.filter(([, value]) => value).map(([name, value]) => `  ${name} = {${value}},`);
  return `@${TYPES[facts.form]}{${item.slug},\n${lines.join('\n')}\n}\n`;
}
