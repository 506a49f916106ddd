import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FINDING_RULES } from '@trailmark/analysis/account-findings/catalogue';
import { ACCOUNT_NOISE, NOISE_PARAMS } from '@trailmark/analysis/account-noise/classify-moves';
import { CHANGE_HEURISTICS } from '@trailmark/analysis/change/catalogue';
import { CONSENSUS_PARAMS, CONSENSUS_VERSION } from '@trailmark/analysis/change/consensus';
import { CO_SPEND } from '@trailmark/analysis/clusters/rule-sets';
import { COINJOIN_DETECTORS } from '@trailmark/analysis/coinjoin/catalogue';
import { WASH_RULES } from '@trailmark/analysis/nft/wash-rules';
import { WASH_SET } from '@trailmark/analysis/nft/wash-set';
import { PROTOCOLS } from '@trailmark/analysis/protocols/catalogue';
import { BEHAVIOURS } from '@trailmark/analysis/screening/behaviours/catalogue';
import { TRACE_METHODS } from '@trailmark/analysis/tracing/catalogue';
import { PEEL_CHAIN, PEEL_PARAMS } from '@trailmark/analysis/tracing/outputs/peel-chains';
import { REMAINDERS } from '@trailmark/core/screening/exposure';
import { describe, expect, test } from 'vitest';

const METHODS = fileURLToPath(new URL('../docs/methods/', import.meta.url));

interface Rule {
  readonly id: string;
  readonly page: string;
  readonly version: number;
  readonly confidence: number | undefined;
  /** Defaults by name, in the order of the schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

const RULES: readonly Rule[] = [
  ...COINJOIN_DETECTORS.map(({ id, version, confidence, params }) => ({
    id,
    page: `coinjoin-${id}.md`,
    version,
    confidence,
    parameters: params.parse({}),
  })),
  ...CHANGE_HEURISTICS.map(({ id, version, confidence, params }) => ({
    id,
    page: `change-${id}.md`,
    version,
    confidence,
    parameters: params.parse({}),
  })),
  {
    id: 'consensus',
    page: 'change-consensus.md',
    version: CONSENSUS_VERSION,
    confidence: undefined,
    parameters: CONSENSUS_PARAMS.parse({}),
  },
  ...PROTOCOLS.map(({ id, version }) => ({
    id,
    page: `protocol-${id}.md`,
    version,
    confidence: undefined,
    parameters: {},
  })),
  ...FINDING_RULES.map(({ id, version, params }) => ({
    id,
    page: `finding-${id}.md`,
    version,
    confidence: undefined,
    parameters: params.parse({}),
  })),
  ...TRACE_METHODS.map(({ id, version, params }) => ({
    id,
    page: `trace-${id}.md`,
    version,
    confidence: undefined,
    parameters: params.parse({}),
  })),
  { ...PEEL_CHAIN, page: 'trace-peel-chain.md', confidence: undefined, parameters: PEEL_PARAMS.parse({}) },
  { ...ACCOUNT_NOISE, page: 'account-noise.md', confidence: undefined, parameters: NOISE_PARAMS.parse({}) },
  { ...CO_SPEND, page: 'co-spend.md', parameters: {} },
];

const read = (page: string): string => (existsSync(METHODS + page) ? readFileSync(METHODS + page, 'utf8') : '');

/** Names and defaults in the first two columns of the page's table of parameters. */
function listDocumented(text: string): [name: string, value: string][] {
  const section = text.split(/^## /m).find((part) => part.startsWith('Parameters')) ?? '';
  return [...section.matchAll(/^\| `(\w+)` \| ([^|]*) \|/gm)].map(([, name = '', value = '']) => [name, value]);
}

/** A default as the pages write it: thousands with commas, several amounts with semicolons. */
function writeDefault(value: unknown): string {
  if (Array.isArray(value)) return value.map(writeDefault).join('; ');
  if (typeof value === 'bigint') return value.toLocaleString('en');
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 10 }) : String(value);
}

test('the ids of all rules are distinct', () => {
  const ids = RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(RULES)('the rule $id', ({ id, page, version, confidence, parameters }) => {
  const text = read(page);

  test('has a page that names it with its version and its source, a paper, case or program with a year or version', () => {
    expect(version).toBeGreaterThanOrEqual(1);
    expect(text).toMatch(new RegExp(`\`${id}\`,\\s+version ${version}\\b`));
    const source = text.split(/^## /m).find((part) => part.startsWith('Source')) ?? '';
    expect(source).toMatch(/\b(1[89]|20)\d\d\b|GraphSense/);
  });

  test('has a page that documents every parameter with its default, and no other', () => {
    const own = Object.entries(parameters).map(([name, value]) => [name, writeDefault(value)]);
    expect(listDocumented(text)).toEqual(own);
  });

  test('has a page that states its confidence, its failures and where rates are measured', () => {
    if (confidence !== undefined) expect(text).toMatch(new RegExp(`[Cc]onfidence (is )?${confidence}\\b`));
    expect(text).toContain('## Known failures\n\n- ');
    expect(text).toContain('\nMeasured rates: docs/accuracy.md\n');
  });
});

describe.each(COINJOIN_DETECTORS)('the detector $id', ({ id, params }) => {
  const { fromHeight, toHeight } = params.parse({}) as { fromHeight: number; toHeight: number | null };
  const section = read(`coinjoin-${id}.md`)
    .split(/^## /m)
    .find((part) => part.startsWith('Dates'))
    ?.replaceAll(/\s+/g, ' ');

  test('has a page that says for which dates it holds, and from whom they are', () => {
    expect(section).toContain(fromHeight.toLocaleString('en'));
    expect(section).toContain(toHeight === null ? 'there is no last block' : toHeight.toLocaleString('en'));
    expect(section).toMatch(/\(.* 20\d\d|Dumplings/s);
    expect(section).toContain('no finding');
  });
});

const BEHAVIOUR_SECTIONS = new Map(
  read('behaviours.md')
    .split(/^## /m)
    .map((part) => [part.slice(0, part.indexOf('\n')), part.replaceAll(/\s+/g, ' ')] as const),
);

describe.each(BEHAVIOURS)('the behaviour $id', ({ id, version, title, nature, limits, page }) => {
  const [file = '', anchor = ''] = page.split('#');
  const section = BEHAVIOUR_SECTIONS.get(anchor) ?? '';

  test('has a section that names it with its version, its rule, a dated source and what it does not show', () => {
    expect(file).toBe('docs/methods/behaviours.md');
    expect(section).toContain(`**${title}**: \`${id}\`, version ${version}, ${nature}`);
    expect(section).toMatch(/\*\*Rule\.\*\* .+ \*\*Source\.\*\* .*\b20\d\d\b.* \*\*Does not show\.\*\* ./);
  });

  test('has a section that documents every number with its default, and no other', () => {
    const rows = [...section.matchAll(/\| `(\w+)` \| ([^|]*) \|/g)].map(([, name, value]) => [name, value]);
    expect(rows).toEqual(Object.entries(limits).map(([name, value]) => [name, writeDefault(value)]));
  });
});

test('the page of behaviours has a section for each pattern in the catalogue and no other, and states failures and rates', () => {
  const others = ['How all of them read a history', 'Known failures', 'Where it is in the code'];
  const sections = [...BEHAVIOUR_SECTIONS.keys()].slice(1).filter((name) => !others.includes(name));
  expect(sections.toSorted()).toEqual(BEHAVIOURS.map(({ id }) => id).toSorted());
  expect(read('behaviours.md')).toContain('## Known failures\n\n- ');
  expect(read('behaviours.md')).toContain('\nMeasured rates: docs/accuracy.md\n');
});

const WASH_SECTIONS = new Map(
  read('nft-wash-rules.md')
    .split(/^## /m)
    .map((part) => [part.slice(0, part.indexOf('\n')), part.replaceAll(/\s+/g, ' ')] as const),
);

describe.each(WASH_RULES)('the wash rule $id', ({ id, version, title, weight, params }) => {
  const section = WASH_SECTIONS.get(id) ?? '';

  test('has a section with version, weight, rule, a dated source and what it does not show', () => {
    expect(section).toContain(`**${title}**: \`${id}\`, version ${version}, weight ${weight}.`);
    expect(section).toMatch(/\*\*Rule\.\*\* .+ \*\*Source\.\*\* .*\b20\d\d\b.* \*\*Does not show\.\*\* ./);
  });

  test('has a section that documents every number it reads with its default, and no other', () => {
    const usual: Readonly<Record<string, number>> = WASH_SET.parse({}).params;
    const rows = [...section.matchAll(/\| `(\w+)` \| ([^|]*) \|/g)].map(([, name, value]) => [name, value]);
    expect(rows).toEqual(params.map((name) => [name, writeDefault(usual[name])]));
  });
});

test('the page of wash rules has a section for each rule, and states failures and rates', () => {
  const others = ['Thefts and value moved by price', 'Known failures', 'Where it is in the code'];
  const sections = [...WASH_SECTIONS.keys()].slice(1).filter((name) => !others.includes(name));
  expect(sections).toEqual(WASH_RULES.map(({ id }) => id));
  expect(read('nft-wash-rules.md')).toContain('## Known failures\n\n- ');
  expect(read('nft-wash-rules.md')).toContain('\nMeasured rates: docs/accuracy.md\n');
});

test('every page of a rule belongs to a rule', () => {
  const named = new Set(RULES.map(({ page }) => page));
  // Pages on tracing as a whole have the same beginning as those of its methods.
  const pages = readdirSync(METHODS).filter(
    (name) => /^(change|coinjoin|protocol|finding)-|^co-spend|^account-noise/.test(name) || named.has(name),
  );
  expect(pages.toSorted()).toEqual(RULES.map(({ page }) => page).toSorted());
});

test('the page on exposure explains every remainder, and the tool and its rules lead to it', () => {
  const page = readFileSync(`${METHODS}exposure.md`, 'utf8');
  const explained = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(explained).toEqual([...REMAINDERS]);
  expect(readFileSync(`${METHODS}../guide/address-threat.md`, 'utf8')).toContain('(../methods/exposure.md)');
});
