import { DATE_ORDERS, MATCH_GROUNDS, RECORD_FIELDS, RECORD_FINDINGS } from '@trailmark/core/statement/records';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { chainId, hash, units, unixSeconds } from '../wire.ts';
import { statementRequest } from './statement-wire.ts';

const MOST_COLUMNS = 100;
const MOST_JOINED = 200;
const MOST_DECISIONS = 1_000;
/** A file of about 50,000 rows. */
const MOST_CHARS = 8_000_000;
/** A workbook of 9 MB as base64. */
const MOST_WORKBOOK_CHARS = 12_000_000;

const mapping = z.object({
  fields: z.array(z.enum(RECORD_FIELDS)).min(1).max(MOST_COLUMNS),
  dateOrder: z.enum(DATE_ORDERS),
  /** Minutes that clocks of the file are ahead of UTC. */
  offsetMinutes: z.number().int().min(-900).max(900),
  decimalComma: z.boolean(),
  /** Whose words `deposit` and `withdrawal` are. */
  side: z.enum(['service', 'set']),
});

const record = z.object({
  line: z.number().int(),
  time: unixSeconds.optional(),
  txid: z.string().optional(),
  asset: z.string(),
  amount: z.string(),
  direction: z.enum(['in', 'out']).optional(),
  fee: z.string().optional(),
  address: z.string().optional(),
  note: z.string().optional(),
});

const ledgerAmount = z.object({
  line: z.number().int(),
  chain: chainId,
  time: unixSeconds,
  txid: hash.optional(),
  asset: z.string(),
  symbol: z.string(),
  decimals: z.number().int(),
  amount: units,
  direction: z.enum(['in', 'out']),
  addresses: z.array(z.string()),
});

const ledgerPlace = z.object({
  line: z.number().int().min(1),
  asset: z.string().max(120),
  direction: z.enum(['in', 'out']),
});
const row = z.number().int().min(1);
const side = <T extends z.core.$ZodType>(one: T) => z.array(one).min(1).max(MOST_JOINED);

/** What somebody decided: joined, one or many with one or many, or never to be joined. */
const byHand = z.object({
  joined: z.array(z.object({ ledger: side(ledgerPlace), records: side(row) })).max(MOST_DECISIONS),
  apart: z.array(z.object({ ledger: ledgerPlace, record: row })).max(MOST_DECISIONS),
});

export const matchStatementRecords = defineRoute({
  method: 'POST',
  path: '/statements/records',
  tag: 'Wallet statement',
  summary: 'Compare the records of a service with the statement of a set, both ways',
  description:
    'Records are claims of the service. A match by transaction id is a fact, by amount and time an inference, by hand a claim. The file is read for this answer and not kept.',
  access: 'allowed',
  audit: 'look-up',
  maxBodyBytes: 2 ** 24,
  deadlineMs: 120_000,
  body: z.object({
    request: statementRequest,
    /** CSV, whatever separates its columns; or `workbook`. */
    text: z.string().min(1).max(MOST_CHARS).optional(),
    /** XLSX as base64. Nothing in it is calculated: a formula counts as the value that the file stores. */
    workbook: z
      .string()
      .regex(/^[A-Za-z0-9+/]+={0,2}$/)
      .max(MOST_WORKBOOK_CHARS)
      .optional(),
    /** Left out: the sheet with the most rows. */
    sheet: z.string().max(31).optional(),
    /** Left out: guessed from the header and the first rows. */
    mapping: mapping.optional(),
    hand: byHand.optional(),
    toleranceSeconds: z.number().int().min(0).max(604_800).default(10_800),
  }),
  output: z.object({
    /** How the file was read; to be shown and corrected. */
    mapping,
    /** Sheets of a workbook, and the one that was read; empty for CSV. */
    sheets: z.array(z.string()),
    sheet: z.string(),
    /** Line of the column names: titles may come before it. */
    headerLine: z.number().int(),
    header: z.array(z.string()),
    /** First rows as they are in the file. */
    sample: z.array(z.array(z.string())),
    rowCount: z.number().int(),
    refused: z.array(z.object({ line: z.number().int(), reason: z.string() })),
    refusedCount: z.number().int(),
    counts: z.record(z.enum(RECORD_FINDINGS), z.number().int()),
    /** At most 2,000: what differs first. */
    matches: z.array(
      z.object({
        finding: z.enum(RECORD_FINDINGS),
        ledger: ledgerAmount.optional(),
        record: record.optional(),
        /** What was joined by hand with the first of each side. */
        moreLedger: z.array(ledgerAmount),
        moreRecords: z.array(record),
        by: z.enum(MATCH_GROUNDS).optional(),
        secondsApart: z.number().int().optional(),
        difference: units.optional(),
        differences: z.array(z.string()),
      }),
    ),
    /** Hash of the statement that was compared, and of the file. */
    statementHash: hash,
    textHash: hash,
  }),
});

export const statementRecordsRoutes = { matchStatementRecords };
