// Decisions about proposals and rule settings, as read by the report worker.

import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { Filing } from '../../../shared/analytics/billing/billing.ts';
import type { RuleInput } from '../../../shared/analytics/billing/rules.schema.ts';
import type { OwnValue } from '../../../shared/analytics/deliveries/practice-value.ts';
import type { AgreedFee, ProposalState } from '../../../shared/analytics/billing/proposal.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { scopeReader, type Row } from '../../platform/db/scope.ts';
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
}
export interface ProposalSource {
  /** Decisions about days of a span, and all proposals waiting to be entered. */
  decisions(cid: string, from: string, to: string): Promise<DecisionRow[]>;
  /** Rule and state of every decision. */
  tally(cid: string): Promise<{ regel: string; state: ProposalState }[]>;
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

/** Services of fee agreements that were returned signed and hold. */
async function agreedFees(
  db: ReturnType<typeof scopeReader>,
  { printedPaper }: Schema,
): Promise<AgreedFee[]> {
  const rows = await db.pick(
    printedPaper,
    ['patid', 'data', 'at', 'backAt'],
    and(
      isNull(printedPaper.voidedAt),
      or(isNotNull(printedPaper.backAt), isNotNull(printedPaper.fileId)),
    ),
    { orderBy: [asc(printedPaper.at), asc(printedPaper.id)] },
  );
  return rows.flatMap(({ patid, data, at, backAt }) =>
    (data?.lines ?? []).map(({ number, factor }) => ({
      patid,
      nr: number,
      factor,
      since: berlinDay(backAt ?? at),
    })),
  );
}

/** Maximum number of patients in one query. */
const PATIENTS_PER_QUERY = 500;
export function createProposalSource(read: Reader, t: Schema): ProposalSource {
  return {
    async decisions(cid, from, to) {
      const db = scopeReader(read, cid),
        [found, waiting] = await Promise.all([
          db.find(t.vorschlag, and(gte(t.vorschlag.tag, from), lte(t.vorschlag.tag, to))),
          db.find(t.vorschlag, eq(t.vorschlag.state, 'VORGEMERKT')),
        ]);
      return [...found, ...waiting.filter((row) => row.tag < from || row.tag > to)];
    },
    tally: (cid) => scopeReader(read, cid).pick(t.vorschlag, ['regel', 'state']),
    async offered(cid, patids) {
      const db = scopeReader(read, cid),
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
    labels: (cid) =>
      scopeReader(read, cid).pick(t.abrechnungslabelOn, [
        'labelId',
        'patid',
        'tag',
        'regel',
        'zahn',
      ]),
    async rules(cid) {
      const db = scopeReader(read, cid),
        [said, own, row, hvm, values, agreements] = await Promise.all([
          db.find(t.regelSchalter),
          db.find(t.eigeneRegel, eq(t.eigeneRegel.state, 'LIVE')),
          db.one(t.abrechnungEinstellung),
          db.pick(t.hvmConfig, ['region']),
          db.find(t.praxiswert, undefined, {
            orderBy: [asc(t.praxiswert.validFrom), asc(t.praxiswert.id)],
          }),
          agreedFees(db, t),
        ]),
        regions = [...new Set(hvm.map((one) => one.region))];
      return {
        gesagt: said.map(({ regel: rule, isOn, by, at }) => ({ regel: rule, isOn, by, at })),
        eigene: own.map(({ regel: rule, version, eingabe }) => ({
          regel: rule,
          version,
          eingabe,
        })),
        einstellung: row ?? DEFAULT_SETTINGS,
        environment: {
          region: regions.length === 1 ? regions[0]! : null,
          agreements,
          ownPointValues: values.map(
            ({ art: kind, schluessel: key, wert: value, validFrom, validTo }) => ({
              art: kind,
              schluessel: key,
              wert: value,
              validFrom,
              validTo,
            }),
          ),
        },
      };
    },
    async filings(cid) {
      return (
        await scopeReader(read, cid).find(t.abrechnungAbgabe, isNull(t.abrechnungAbgabe.undoneAt))
      ).map(({ id, kzv, bereich, zeitraum: span, mitFrueheren, by, at }) => ({
        id,
        kzv,
        bereich,
        zeitraum: span,
        mitFrueheren,
        by,
        at,
      }));
    },
  };
}
