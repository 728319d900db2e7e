// Decisions about proposals and rule settings, as read by the report worker.

import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { TEMPLATES } from '../../../catalog/consent/catalogue.ts';
import { templateKey } from '../../../shared/desk/document.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { Filing } from '../../../shared/analytics/billing/billing.ts';
import type { RuleInput } from '../../../shared/analytics/billing/rules.schema.ts';
import type { OwnValue } from '../../../shared/analytics/deliveries/practice-value.ts';
import type {
  AgreedCoPayment,
  AgreedFee,
  ProposalState,
} from '../../../shared/analytics/billing/proposal.ts';
import { readersOf, type CellKeyring } from '../../platform/db/cells/sealed-store.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { rowsQuery } from '../../platform/db/query/rows-query.ts';
import type { Row, ScopedQuery, ScopedReader } from '../../platform/db/scope.ts';
import type { Reader } from '../../platform/db/store.ts';

export type DecisionRow = Row<Schema['vorschlag']>;
export interface RuleSwitch {
  regel: string;
  isOn: boolean;
  by: string;
  at: number;
}
interface LiveOwnRule {
  regel: string;
  version: number;
  eingabe: RuleInput;
}
export interface FilingRow extends Filing {
  id: string;
  by: string;
  at: number;
}
export interface Settings {
  mitVertretung: boolean;
  mitAnderenTraegern: boolean;
  schalter: Readonly<Record<string, boolean>>;
  schwellen: Readonly<Record<string, number>>;
  labelConfig: Readonly<Record<string, readonly string[]>>;
  /** Region of the KZV by stamp, as entered by the practice. */
  kzv: Readonly<Record<string, string>> | null;
}
export const DEFAULT_SETTINGS: Settings = {
  mitVertretung: false,
  mitAnderenTraegern: false,
  schalter: {},
  schwellen: {},
  labelConfig: {},
  kzv: null,
};

/** KZV of the practice where exactly one fee distribution was set up; otherwise null. */
export interface Environment {
  region: string | null;
  ownPointValues: readonly OwnValue[];
  agreements: readonly AgreedFee[];
  coPayments: readonly AgreedCoPayment[];
}
export interface ProposalSource {
  /** Decisions about days of a span, and all proposals waiting to be entered. */
  decisions(cid: string, from: string, to: string): Promise<DecisionRow[]>;
  /** Counts the decisions of each rule by their state. */
  tally(cid: string): Promise<{ regel: string; state: ProposalState; n: number }[]>;
  /** Findings recorded as offered, of some patients or of all. */
  offered(
    cid: string,
    patids: readonly string[] | 'all',
  ): Promise<{ patid: string; tag: string; regel: string; zahn: string }[]>;
  labels(
    cid: string,
  ): Promise<{ labelId: string; patid: string; tag: string; regel: string; zahn: string }[]>;
  rules(cid: string): Promise<{
    gesagt: RuleSwitch[];
    eigene: LiveOwnRule[];
    einstellung: Settings;
    environment: Environment;
  }>;
  filings(cid: string): Promise<FilingRow[]>;
}

/** The texts by which patients agree to the extra costs of a filling, in every version. */
const CO_PAYMENTS = TEMPLATES.filter(({ id }) => id === 'mehrkosten').map(templateKey);

// What every question about proposals reads.
const DECISIONS = rowsQuery(
    (t) => t.vorschlag,
    undefined,
    ({ tag }) => ({
      where: and(gte(tag, sql.placeholder('from')), lte(tag, sql.placeholder('to'))),
    }),
  ),
  WAITING = rowsQuery(
    (t) => t.vorschlag,
    undefined,
    ({ state }) => ({ where: eq(state, 'VORGEMERKT') }),
  ),
  TALLY: ScopedQuery<Reader, { regel: string; state: ProposalState; n: number }[]> = {
    build: (db, { vorschlag }, own) =>
      db
        .select({ regel: vorschlag.regel, state: vorschlag.state, n: count() })
        .from(vorschlag)
        .where(own(vorschlag))
        .groupBy(vorschlag.regel, vorschlag.state),
  },
  LABELS = rowsQuery((t) => t.abrechnungslabelOn, ['labelId', 'patid', 'tag', 'regel', 'zahn']),
  SWITCHES = rowsQuery((t) => t.regelSchalter, ['regel', 'isOn', 'by', 'at']),
  OWN_RULES = rowsQuery(
    (t) => t.eigeneRegel,
    ['regel', 'version', 'eingabe'],
    ({ state }) => ({ where: eq(state, 'LIVE') }),
  ),
  REGIONS = rowsQuery((t) => t.hvmConfig, ['region']),
  VALUES = rowsQuery(
    (t) => t.praxiswert,
    ['art', 'schluessel', 'wert', 'validFrom', 'validTo'],
    ({ validFrom, id }) => ({ orderBy: [asc(validFrom), asc(id)] }),
  ),
  /** Fee agreements that were returned signed and hold. */
  AGREEMENTS = rowsQuery(
    (t) => t.printedPaper,
    ['id', 'patid', 'data', 'at', 'backAt'],
    ({ voidedAt, backAt, fileId, at, id }) => ({
      where: and(isNull(voidedAt), or(isNotNull(backAt), isNotNull(fileId))),
      orderBy: [asc(at), asc(id)],
    }),
  ),
  /** Texts of the practice that were made from the agreement on extra costs. */
  CO_PAYMENT_TEXTS = rowsQuery(
    (t) => t.ownText,
    ['id', 'version'],
    ({ basedOn }) => ({ where: inArray(basedOn, CO_PAYMENTS) }),
  ),
  FILINGS = rowsQuery(
    (t) => t.abrechnungAbgabe,
    ['id', 'kzv', 'bereich', 'zeitraum', 'mitFrueheren', 'by', 'at'],
    ({ undoneAt }) => ({ where: isNull(undoneAt) }),
  );

/** Services of fee agreements that were returned signed and hold. */
async function agreedFees(db: ScopedReader, t: Schema): Promise<AgreedFee[]> {
  const rows = await db.run(AGREEMENTS, t, {});
  return rows.flatMap(({ patid, data, at, backAt }) =>
    (data?.lines ?? []).map(({ number, factor }) => ({
      patid,
      nr: number,
      factor,
      since: berlinDay(backAt ?? at),
    })),
  );
}

/**
 * Agreements on extra costs of fillings that were signed and hold. What they say is encrypted, so
 * that their tooth is not known here.
 */
async function agreedCoPayments(db: ScopedReader, t: Schema): Promise<AgreedCoPayment[]> {
  const { task } = t,
    own = await db.run(CO_PAYMENT_TEXTS, t, {}),
    rows = await db.pick(
      task,
      ['patid', 'createdAt'],
      and(
        inArray(task.template, [...CO_PAYMENTS, ...own.map(templateKey)]),
        eq(task.state, 'filed'),
        isNull(task.voidedAt),
      ),
    );
  return rows.map(({ patid, createdAt }) => ({ patid, since: berlinDay(createdAt) }));
}

/** Maximum number of patients in one query. */
const PATIENTS_PER_QUERY = 500;
/** @param cells keys of all practices; comments are encrypted on PostgreSQL */
export function createProposalSource(read: Reader, t: Schema, cells?: CellKeyring): ProposalSource {
  const readerOf = readersOf(read, cells);
  return {
    async decisions(cid, from, to) {
      const db = readerOf(cid),
        [found, waiting] = await Promise.all([
          db.run(DECISIONS, t, { from, to }),
          db.run(WAITING, t, {}),
        ]);
      return [...found, ...waiting.filter((row) => row.tag < from || row.tag > to)];
    },
    tally: (cid) => readerOf(cid).run(TALLY, t, {}),
    async offered(cid, patids) {
      const db = readerOf(cid),
        table = t.vorschlagAngeboten,
        columns = ['patid', 'tag', 'regel', 'zahn'] as const;
      if (patids === 'all') return db.pick(table, columns);
      const found: { patid: string; tag: string; regel: string; zahn: string }[] = [];
      for (let at = 0; at < patids.length; at += PATIENTS_PER_QUERY)
        found.push(
          ...(await db.pick(
            table,
            columns,
            inArray(table.patid, patids.slice(at, at + PATIENTS_PER_QUERY)),
          )),
        );
      return found;
    },
    labels: (cid) => readerOf(cid).run(LABELS, t, {}),
    async rules(cid) {
      const db = readerOf(cid),
        [said, own, row, hvm, values, agreements, coPayments] = await Promise.all([
          db.run(SWITCHES, t, {}),
          db.run(OWN_RULES, t, {}),
          db.one(t.abrechnungEinstellung),
          db.run(REGIONS, t, {}),
          db.run(VALUES, t, {}),
          agreedFees(db, t),
          agreedCoPayments(db, t),
        ]),
        regions = [...new Set(hvm.map((one) => one.region))];
      return {
        gesagt: said,
        eigene: own,
        einstellung: row ?? DEFAULT_SETTINGS,
        environment: {
          region: regions.length === 1 ? regions[0]! : null,
          agreements,
          coPayments,
          ownPointValues: values,
        },
      };
    },
    filings: (cid) => readerOf(cid).run(FILINGS, t, {}),
  };
}
