/** Fills the days that a generated practice leaves out, so that every past state is known. */
import type { PvsValue } from '../../../shared/analytics/deliveries/pvs.ts';
import type { RawRow } from '../../../server/analytics/snapshot/tables/raw-tables.ts';
import { TODAY } from './draw.ts';

type Values = Readonly<Record<string, PvsValue>>;
const DAY_MS = 86_400_000;
const later = (day: PvsValue | undefined, days: number): string => {
  const own = new Date(Date.parse(String(day)) + days * DAY_MS).toISOString().slice(0, 10);
  return own < TODAY ? own : TODAY;
};
/** Day of each state of a plan, and its usual distance from the first one. */
const STEPS: Readonly<Record<string, readonly [string, number]>> = {
  BEI_PATIENT: ['besprochenAm', 5],
  BEI_KASSE: ['gesendetAm', 20],
  GENEHMIGT: ['genehmigtAm', 40],
  TERMINIERT: ['terminAm', 50],
  IN_ARBEIT: ['begonnenAm', 80],
  EINGEGLIEDERT: ['eingegliedertAm', 120],
  ABGERECHNET: ['abgerechnetAm', 150],
  ABGELEHNT: ['beantwortetAm', 40],
  VERWORFEN: ['verworfenAm', 60],
};
const FILL: Readonly<Record<string, (given: Values) => Values>> = {
  hkp: (given) => {
    const [field, days] = STEPS[String(given['status'])] ?? [];
    return field === undefined || days === undefined
      ? {}
      : { [field]: given[field] ?? later(given['erstelltAm'], days) };
  },
  termin: (given) => ({
    angelegtAm: given['angelegtAm'] ?? Number(given['start']) - 30 * DAY_MS,
    absageAm:
      given['absageAm'] ??
      (/ABGESAGT|VERSCHOBEN/.test(String(given['status'])) && given['statusAm'] === null
        ? Number(given['start']) - 2 * DAY_MS
        : null),
  }),
  recall: ({ status, terminId }) => ({ status: terminId === null ? null : (status ?? null) }),
  leistung: ({ status }) => ({ status: status === 'ABGERECHNET' ? 'ERBRACHT' : (status ?? null) }),
};
/** Returns the rows with every day of a state given. */
export const dated = (rows: readonly RawRow[]): RawRow[] =>
  rows.map((row) => {
    const fill = FILL[row.entity];
    return row.isDeleted || !fill
      ? row
      : { ...row, values: { ...row.values, ...fill(row.values) } };
  });
