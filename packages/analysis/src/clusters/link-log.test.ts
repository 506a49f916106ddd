import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LinkLog } from './link-log.ts';

const OWNERS = 12;

interface Link {
  readonly position: number;
  readonly ruleSet: number;
  readonly vout: number | undefined;
  readonly owners: readonly number[];
}

const links = fc
  .array(
    fc.record({
      step: fc.nat(2),
      ruleSet: fc.nat(5),
      vout: fc.option(fc.nat(3), { nil: undefined }),
      owners: fc.uniqueArray(fc.nat(OWNERS - 1), { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 30 },
  )
  .map((drawn) => {
    let position = 0;
    return drawn.map(({ step, ...link }): Link => {
      position += step;
      return { ...link, position };
    });
  });

function add(log: LinkLog, made: readonly Link[]): void {
  for (const { position, ruleSet, vout, owners } of made) log.add(position, ruleSet, vout, owners);
}

function checkHolds(log: LinkLog, made: readonly Link[]): void {
  expect(log.count).toBe(made.length);
  expect(log.incidenceCount).toBe(made.reduce((sum, { owners }) => sum + owners.length, 0));
  for (const [link, { position, ruleSet, vout, owners }] of made.entries()) {
    expect([log.position(link), log.ruleSet(link), log.vout(link)]).toEqual([position, ruleSet, vout]);
    expect([[...log.owners(link)], log.firstOwner(link)]).toEqual([owners, owners[0]]);
    expect(log.linksAt(position)).toEqual([...made.keys()].filter((other) => made[other]?.position === position));
  }
  expect(log.linksAt(1_000)).toEqual([]);
  for (let owner = 0; owner < OWNERS; owner++) {
    const own = [...made.keys()].filter((link) => made[link]?.owners.includes(owner)).reverse();
    const met: number[] = [];
    log.eachLink(owner, (link) => {
      met.push(link);
      return undefined;
    });
    expect(met).toEqual(own);
    const first: number[] = [];
    log.eachLink(owner, (link) => first.push(link) < 2);
    expect(first).toEqual(own.slice(0, 2));
  }
}

test('every link is found by its number, its place and its owners, newest first until that is enough', () => {
  fc.assert(
    fc.property(links, links, fc.nat(30), (made, more, keep) => {
      const log = new LinkLog();
      for (let owner = 0; owner < OWNERS; owner++) log.addOwner();
      add(log, made);
      checkHolds(log, made);
      const kept = made.slice(0, keep);
      log.truncate(Math.min(keep, made.length), OWNERS);
      checkHolds(log, kept);
      const last = kept.at(-1)?.position ?? 0;
      const then = more.map((link) => ({ ...link, position: link.position + last }));
      add(log, then);
      checkHolds(log, [...kept, ...then]);
    }),
  );
});
