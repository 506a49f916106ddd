import { AppError } from '@trailmark/core/errors';
import { defineLabelImporter, getOnlyFile, type LabelFeed } from './importer.ts';
import { parseDay } from './label-gate.ts';
import { feedSdnEntry, ofacSdn } from './ofac-sdn.ts';
import { attributeOf, readXml } from './xml-events.ts';

const CURRENCY = 'Digital Currency Address - ';
/** OFAC's number of the Latin script among names of one alias. */
const LATIN = '215';
/** OFAC's number of measures that name a programme. */
const PROGRAMME = '1';

interface Party {
  readonly uid: string;
  entity: string;
  readonly akas: string[];
  readonly programmes: string[];
  /** Day of the first event of its entry, which is its designation. */
  listedOn: string | undefined;
  readonly addresses: { readonly ticker: string; readonly address: string }[];
}

/** The day of three elements; undefined where one of them is missing. */
function toDay(parts: ReadonlyMap<string, string>): string | undefined {
  const part = (name: string): string => (parts.get(name) ?? '').padStart(2, '0');
  return parseDay(`${part('Year')}-${part('Month')}-${part('Day')}`);
}

/** What is being read, and the position in the document. */
class SdnReader {
  readonly parties = new Map<string, Party>();
  private readonly path: string[] = [];
  private readonly tickers = new Map<string, string>();
  private readonly date = new Map<string, string>();
  private text = '';
  private attributes = '';
  private party: Party | undefined;
  private profile = '';
  private isPrimary = false;
  private names: string[] = [];
  private ticker: string | undefined;
  private measure = '';
  private readonly event = new Map<string, string>();

  /** `YYYY-MM-DD`; undefined where the list does not say when it was issued. */
  get listDate(): string | undefined {
    return toDay(this.date);
  }

  addText(text: string): void {
    this.text += text;
  }

  open(name: string, attributes: string): void {
    this.path.push(name);
    this.text = '';
    this.attributes = attributes;
    const value = (attribute: string): string => attributeOf(attributes, attribute) ?? '';
    if (name === 'DistinctParty') {
      this.party = { uid: value('FixedRef'), entity: '', akas: [], programmes: [], listedOn: undefined, addresses: [] };
    } else if (name === 'Profile') this.profile = value('ID');
    else if (name === 'Alias') this.isPrimary = value('Primary') === 'true';
    else if (name === 'DocumentedName') this.names = [];
    else if (name === 'Feature') this.ticker = this.tickers.get(value('FeatureTypeID'));
    else if (name === 'SanctionsEntry') this.party = this.parties.get(value('ProfileID'));
    else if (name === 'SanctionsMeasure') this.measure = value('SanctionsTypeID');
  }

  close(name: string): void {
    this.path.pop();
    const text = this.text.trim();
    this.text = '';
    if (name === 'FeatureType') this.addFeatureType(text);
    else if (name === 'NamePartValue') this.addNamePart(text);
    else if (name === 'DocumentedName') this.addName();
    else if (name === 'VersionDetail') this.addAddress(text);
    else if (name === 'DistinctParty') this.keepParty();
    else if (name === 'SanctionsEntry') this.party = undefined;
    else if (name === 'Comment') this.addProgramme(text);
    else if (name === 'EntryEvent') this.addEvent();
    else if (this.path.at(-1) === 'Date' && this.path.at(-2) === 'EntryEvent') this.event.set(name, text);
    else if (this.path.at(-1) === 'DateOfIssue') this.date.set(name, text);
  }

  private addFeatureType(text: string): void {
    const id = attributeOf(this.attributes, 'ID');
    if (id !== undefined && text.startsWith(CURRENCY)) this.tickers.set(id, text.slice(CURRENCY.length));
  }

  private addNamePart(text: string): void {
    const script = attributeOf(this.attributes, 'ScriptID') ?? LATIN;
    if (script === LATIN && text !== '') this.names.push(text);
  }

  private addName(): void {
    const name = this.names.join(' ');
    if (!this.party || name === '') return;
    if (this.isPrimary && this.party.entity === '') this.party.entity = name;
    else if (this.party.akas.length < 50) this.party.akas.push(name);
  }

  private addAddress(address: string): void {
    if (this.ticker !== undefined && address !== '') this.party?.addresses.push({ ticker: this.ticker, address });
  }

  private keepParty(): void {
    if (this.party && this.party.addresses.length > 0) this.parties.set(this.profile, this.party);
    this.party = undefined;
  }

  private addEvent(): void {
    const day = toDay(this.event);
    this.event.clear();
    if (!this.party || day === undefined) return;
    if (this.party.listedOn === undefined || day < this.party.listedOn) this.party.listedOn = day;
  }

  private addProgramme(text: string): void {
    if (this.path.at(-1) !== 'SanctionsMeasure' || this.measure !== PROGRAMME || text === '') return;
    if (this.party && !this.party.programmes.includes(text)) this.party.programmes.push(text);
  }
}

async function readParties(text: string, feed: LabelFeed): Promise<SdnReader> {
  const reader = new SdnReader();
  for (const event of readXml(text)) {
    if (event.kind === 'text') reader.addText(event.text);
    else if (event.kind === 'open') reader.open(event.name, event.attributes);
    else {
      reader.close(event.name);
      const pause = feed.pace();
      if (pause) await pause;
    }
  }
  return reader;
}

async function read(text: string, feed: LabelFeed): Promise<void> {
  const { parties, listDate } = await readParties(text, feed);
  if (listDate === undefined) throw new AppError('invalid', 'This is no list of OFAC: it has no date of issue.');
  // A list without addresses would lift every sanction at once: far likelier it is another file.
  if (parties.size === 0) throw new AppError('invalid', 'This list of OFAC names no digital currency address.');
  for (const { uid, entity, akas, programmes, addresses, listedOn } of parties.values()) {
    for (const { ticker, address } of addresses) {
      feedSdnEntry(feed, address, { entity, program: programmes.join(', '), uid, akas, ticker, listedOn }, listDate);
    }
  }
}

/** The list as OFAC publishes it: `sdn_advanced.xml`, whose features name the addresses of each party. */
export const ofacSdnAdvanced = defineLabelImporter({
  id: 'ofac-sdn-advanced',
  version: 2,
  title: 'OFAC SDN list, as published (sdn_advanced.xml)',
  files: 'The file sdn_advanced.xml of OFAC.',
  pack: ofacSdn.pack,
  gate: { maySanction: true },
  dateOf: (files) => {
    const [, issued = ''] =
      /<(?:\w+:)?DateOfIssue\b[^>]*>([\s\S]{0,400}?)<\/(?:\w+:)?DateOfIssue>/.exec(getOnlyFile(files).text) ?? [];
    const part = (name: string): string =>
      (new RegExp(`<(?:\\w+:)?${name}>(\\d+)<`).exec(issued)?.[1] ?? '').padStart(2, '0');
    return parseDay(`${part('Year')}-${part('Month')}-${part('Day')}`);
  },
  read: async (files, feed) => read(getOnlyFile(files).text, feed),
});
