import type { Position } from '@trailmark/core/position';
import { GrowingFloat64, GrowingUint32, lowerBound } from './growing-column.ts';

/** No output is considered change. */
const NO_VOUT = 0xffffffff;

/**
 * Every link ever made, in order of position, with its owners, and from each owner back to its links. Links that join
 * nobody new are kept too: they are further evidence, and what remains when another one is dropped. Twelve bytes per owner
 * of a link and twenty a link; the newest can be taken back.
 */
export class LinkLog {
  private readonly positions = new GrowingFloat64();
  private readonly ruleSets = new GrowingUint32();
  private readonly vouts = new GrowingUint32();
  private readonly firsts = new GrowingUint32();
  private readonly incidentOwners = new GrowingUint32();
  private readonly incidentLinks = new GrowingUint32();
  /** The owner's incidence before this one, plus 1; 0 for none. */
  private readonly earlier = new GrowingUint32();
  /** Newest incidence of each owner, plus 1. */
  private readonly heads = new GrowingUint32(1600);

  get count(): number {
    return this.positions.length;
  }

  get incidenceCount(): number {
    return this.incidentOwners.length;
  }

  addOwner(): void {
    this.heads.push(0);
  }

  /** `owners` are distinct. Positions never descend. */
  add(position: Position, ruleSet: number, vout: number | undefined, owners: readonly number[] | Uint32Array): number {
    const link = this.positions.push(position);
    this.ruleSets.push(ruleSet);
    this.vouts.push(vout ?? NO_VOUT);
    this.firsts.push(this.incidentOwners.length);
    for (const owner of owners) {
      this.earlier.push(this.heads.at(owner));
      this.incidentLinks.push(link);
      this.heads.data[owner] = this.incidentOwners.push(owner) + 1;
    }
    return link;
  }

  /** Takes back every link numbered `links` and above, then every owner numbered `owners` and above. */
  truncate(links: number, owners: number): void {
    const end = links < this.count ? this.firsts.at(links) : this.incidentOwners.length;
    for (let i = this.incidentOwners.length - 1; i >= end; i--) {
      this.heads.data[this.incidentOwners.at(i)] = this.earlier.at(i);
    }
    for (const column of [this.incidentOwners, this.incidentLinks, this.earlier]) column.truncate(end);
    for (const column of [this.positions, this.ruleSets, this.vouts, this.firsts]) {
      column.truncate(Math.min(links, column.length));
    }
    this.heads.truncate(owners);
  }

  position(link: number): Position {
    return this.positions.at(link);
  }

  ruleSet(link: number): number {
    return this.ruleSets.at(link);
  }

  vout(link: number): number | undefined {
    const vout = this.vouts.at(link);
    return vout === NO_VOUT ? undefined : vout;
  }

  /** Owners of a link, the first input's first. A view: do not keep it. */
  owners(link: number): Uint32Array {
    return this.incidentOwners.data.subarray(this.firsts.at(link), this.endOf(link));
  }

  firstOwner(link: number): number {
    return this.incidentOwners.at(this.firsts.at(link));
  }

  /** Calls `visit` with each link of an owner, newest first, until it returns false. */
  eachLink(owner: number, visit: (link: number) => boolean | undefined): void {
    for (let at = this.heads.at(owner); at !== 0; at = this.earlier.at(at - 1)) {
      if (visit(this.incidentLinks.at(at - 1)) === false) return;
    }
  }

  /** Numbers of the links made at a position. */
  linksAt(position: Position): number[] {
    const links: number[] = [];
    for (let i = lowerBound(this.positions, position); i < this.count && this.position(i) === position; i++)
      links.push(i);
    return links;
  }

  private endOf(link: number): number {
    return link + 1 < this.count ? this.firsts.at(link + 1) : this.incidentOwners.length;
  }
}
