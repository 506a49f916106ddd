import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export type AgencyKind =
  | 'police'
  | 'prosecution'
  | 'tax'
  | 'financial-intelligence'
  | 'customs'
  | 'regulator'
  | 'court'
  | 'other';

export interface AgencyDomain {
  readonly domain: string;
  readonly hasSubdomains: boolean;
}

export interface AdminAgencyRow {
  readonly id: string;
  readonly name: string;
  readonly kind: AgencyKind;
  readonly country: string | null;
  readonly status: 'active' | 'suspended';
  readonly seats: number | null;
  readonly createdAt: Date;
  readonly seatsUsed: number;
  readonly accounts: number;
  readonly waiting: number;
  readonly admins: number;
  readonly domains: readonly AgencyDomain[];
}

/** Agencies within the scope by name, with their domains and counts. */
export function listAdminAgencies(tx: Transaction): Promise<AdminAgencyRow[]> {
  return tx.list<AdminAgencyRow>(sql`
    SELECT g.id, g.name, g.kind, g.country, g.status, g.seats, g.created_at AS "createdAt",
           coalesce(c.used, 0) AS "seatsUsed", coalesce(c.accounts, 0) AS accounts,
           coalesce(c.waiting, 0) AS waiting, coalesce(c.admins, 0) AS admins, coalesce(d.domains, '[]') AS domains
    FROM agency g
    LEFT JOIN (
      SELECT agency_id, count(*) AS accounts, count(*) FILTER (WHERE status = 'active') AS used,
             count(*) FILTER (WHERE status = 'awaiting-approval') AS waiting,
             count(*) FILTER (WHERE status = 'active' AND role = 'agency-admin') AS admins
      FROM account GROUP BY agency_id) c ON c.agency_id = g.id
    LEFT JOIN (
      SELECT agency_id, json_agg(json_build_object('domain', domain, 'hasSubdomains', has_subdomains) ORDER BY domain) AS domains
      FROM agency_domain GROUP BY agency_id) d ON d.agency_id = g.id
    ORDER BY lower(g.name), g.id`);
}

export interface AgencyFacts {
  readonly name: string;
  readonly kind: AgencyKind;
  readonly country: string | null;
  readonly seats: number | null;
}

export interface AgencyRow extends AgencyFacts {
  readonly id: string;
  readonly status: 'active' | 'suspended';
}

/** One agency within the scope, locked until the transaction ends. */
export function lockAgency(tx: Transaction, id: string): Promise<AgencyRow | undefined> {
  return tx.find<AgencyRow>(
    sql`SELECT id, name, kind, country, seats, status FROM agency WHERE id = ${id} FOR NO KEY UPDATE`,
  );
}

/** Whether another agency has this name, in whatever case. */
export async function isAgencyNameTaken(tx: Transaction, name: string, besides: string | null): Promise<boolean> {
  const row = await tx.find(
    sql`SELECT id FROM agency WHERE lower(name) = lower(${name}) AND id IS DISTINCT FROM ${besides}::uuid`,
  );
  return row !== undefined;
}

export async function insertAgency(tx: Transaction, facts: AgencyFacts, now: Date): Promise<string> {
  const { name, kind, country, seats } = facts;
  const row = await tx.find<{ id: string }>(sql`
    INSERT INTO agency (name, kind, country, seats, created_at) VALUES (${name}, ${kind}, ${country}, ${seats}, ${now})
    RETURNING id`);
  return row?.id ?? '';
}

export async function updateAgency(tx: Transaction, id: string, facts: AgencyFacts): Promise<void> {
  const { name, kind, country, seats } = facts;
  await tx.run(sql`
    UPDATE agency SET name = ${name}, kind = ${kind}, country = ${country}, seats = ${seats} WHERE id = ${id}`);
}

export async function updateAgencyStatus(tx: Transaction, id: string, status: 'active' | 'suspended'): Promise<void> {
  await tx.run(sql`UPDATE agency SET status = ${status} WHERE id = ${id}`);
}

/** Ends the sessions and tokens of all people of an agency; gives how many sessions. */
export async function endAgencySessions(tx: Transaction, agency: string, now: Date): Promise<number> {
  await tx.run(sql`UPDATE api_token SET ended_at = ${now} WHERE agency_id = ${agency} AND ended_at IS NULL`);
  return tx.run(sql`UPDATE session SET ended_at = ${now} WHERE agency_id = ${agency} AND ended_at IS NULL`);
}

/** The agency that a mail domain belongs to. */
export async function findDomainAgency(tx: Transaction, domain: string): Promise<string | undefined> {
  const row = await tx.find<{ name: string }>(sql`
    SELECT g.name FROM agency_domain d JOIN agency g ON g.id = d.agency_id WHERE d.domain = ${domain}`);
  return row?.name;
}

/** Adds a mail domain. False where it belongs to an agency already. */
export async function insertDomain(tx: Transaction, agency: string, added: AgencyDomain): Promise<boolean> {
  const count = await tx.run(sql`
    INSERT INTO agency_domain (domain, agency_id, has_subdomains)
    VALUES (${added.domain}, ${agency}, ${added.hasSubdomains}) ON CONFLICT DO NOTHING`);
  return count === 1;
}

/** Takes a mail domain off an agency. False where it has none like it. */
export async function removeDomain(tx: Transaction, agency: string, domain: string): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM agency_domain WHERE domain = ${domain} AND agency_id = ${agency}`)) === 1;
}
