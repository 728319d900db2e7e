// Figures of the vendor. Each is defined once, as the rows that it counts or adds up: a number and
// the rows behind it cannot differ.

import { berlinDay, berlinInstant } from '../base/dates.ts';
import { DAY_MS } from '../base/day-math.ts';
import { sumsOf, type InvoiceFacts } from './invoice.ts';
import { owedCents, type PlanId, type Receivable } from './payment.ts';

export const FIGURE_GROUPS = ['growth', 'contracts', 'money', 'work'] as const;
export type FigureGroup = (typeof FIGURE_GROUPS)[number];
export const FIGURES = [
  'practices',
  'joined',
  'active',
  'contracts',
  'trials',
  'without',
  'ending',
  'churned',
  'monthly',
  'invoiced',
  'owed',
  'dunned',
  'tickets',
  'faults',
] as const;
export type Figure = (typeof FIGURES)[number];
export const GROUP_OF: Readonly<Record<Figure, FigureGroup>> = {
  practices: 'growth',
  joined: 'growth',
  active: 'growth',
  contracts: 'contracts',
  trials: 'contracts',
  without: 'contracts',
  ending: 'contracts',
  churned: 'contracts',
  monthly: 'money',
  invoiced: 'money',
  owed: 'money',
  dunned: 'money',
  tickets: 'work',
  faults: 'work',
};
/** Figures in cents; all others count their rows. */
const MONEY: ReadonlySet<Figure> = new Set(['monthly', 'invoiced', 'owed']);
export const isMoney = (figure: Figure): boolean => MONEY.has(figure);
/**
 * Figures of the chosen month, or of its end where they count what runs; all others are of this
 * moment.
 */
const OF_MONTH: ReadonlySet<Figure> = new Set(['joined', 'invoiced', 'contracts', 'monthly']);
export const isOfMonth = (figure: Figure): boolean => OF_MONTH.has(figure);

/** A practice without a contract is on trial for this long. */
const TRIAL_MS = 30 * DAY_MS,
  ACTIVE_MS = 7 * DAY_MS,
  CHURN_MS = 365 * DAY_MS;
const MONTHS_SHOWN = 12;

export interface DashboardSources {
  practices: readonly { cid: string; name: string; createdAt: number }[];
  contracts: readonly {
    cid: string;
    plan: PlanId | null;
    startedAt: number | null;
    periodEnd: number | null;
    isEnding: boolean;
    endedAt: number | null;
    openSince: number | null;
  }[];
  /** Plan and price of contracts over time, ms; `netCents` null: unknown. */
  spans: readonly {
    cid: string;
    plan: PlanId | null;
    netCents: number | null;
    fromAt: number;
    untilAt: number | null;
  }[];
  receivables: readonly (Receivable & {
    cid: string;
    id: string;
    number: string | null;
    at: number;
  })[];
  documents: readonly {
    tenant: string;
    number: string;
    at: number;
    facts: Pick<
      InvoiceFacts,
      'kind' | 'issuedOn' | 'lines' | 'allowance' | 'vatPercent' | 'prepaidCents'
    >;
  }[];
  tickets: readonly {
    cid: string;
    id: string;
    helpdeskid: string;
    openedAt: number;
    isSolved: boolean;
  }[];
  /** Last call of a person or a tablet by practice, ms. */
  signs: ReadonlyMap<string, number>;
  /** Since when practices have a fault, ms. */
  faults: ReadonlyMap<string, number>;
}
export interface FigureRow {
  cid: string;
  /** Name of the practice; of a removed one its cid. */
  practice: string;
  /** Number of an invoice or a request, or a plan; empty without one. */
  label: string;
  /** ms */
  at: number | null;
  cents: number | null;
  /** Page of the row itself; empty without one. */
  to: string;
}

/** Returns the Berlin month `YYYY-MM` of an instant. */
export const monthOf = (at: number): string => berlinDay(at).slice(0, 7);
/** Returns the last moment of a month that has passed, ms; of the running one: now. */
const endOf = (month: string, now: number): number => {
  const [year = 0, number = 1] = month.split('-').map(Number),
    next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return Math.min(now, berlinInstant(`${next}-01`, '00:00') - 1);
};

/** Returns the contracts that ran at a moment. */
const runningAt = ({ spans }: DashboardSources, at: number): DashboardSources['spans'] =>
  spans.filter(({ fromAt, untilAt }) => fromAt <= at && (untilAt === null || untilAt > at));

type Draft = Partial<Omit<FigureRow, 'practice'>> & { cid: string };
/** Returns what each figure counts. @param month of figures of a month, `YYYY-MM` */
function draftsOf(figure: Figure, s: DashboardSources, month: string, now: number): Draft[] {
  const started = s.contracts.filter(({ startedAt }) => startedAt !== null),
    running = started.filter(({ endedAt }) => endedAt === null),
    isRunning = new Set(running.map(({ cid }) => cid)),
    hadOne = new Set(started.map(({ cid }) => cid)),
    of = (
      rows: DashboardSources['contracts'],
      at: (row: DashboardSources['contracts'][number]) => number | null,
    ): Draft[] => rows.map((row) => ({ cid: row.cid, label: row.plan ?? '', at: at(row) })),
    practice = ({ cid, createdAt }: DashboardSources['practices'][number]): Draft => ({
      cid,
      at: createdAt,
    });
  switch (figure) {
    case 'practices':
      return s.practices.map(practice);
    case 'joined':
      return s.practices.filter(({ createdAt }) => monthOf(createdAt) === month).map(practice);
    case 'active':
      return s.practices.flatMap(({ cid }) => {
        const at = s.signs.get(cid);
        return at !== undefined && now - at < ACTIVE_MS ? [{ cid, at }] : [];
      });
    case 'contracts':
      return runningAt(s, endOf(month, now)).map(({ cid, plan, fromAt }) => ({
        cid,
        label: plan ?? '',
        at: fromAt,
      }));
    case 'monthly':
      return runningAt(s, endOf(month, now)).flatMap(({ cid, plan, fromAt, netCents }) =>
        netCents === null ? [] : [{ cid, label: plan ?? '', at: fromAt, cents: netCents }],
      );
    case 'trials':
      return s.practices
        .filter(({ cid, createdAt }) => !hadOne.has(cid) && now - createdAt < TRIAL_MS)
        .map(practice);
    case 'without':
      return s.practices
        .filter(
          ({ cid, createdAt }) =>
            !isRunning.has(cid) && (hadOne.has(cid) || now - createdAt >= TRIAL_MS),
        )
        .map(practice);
    case 'ending':
      return of(
        running.filter(({ isEnding }) => isEnding),
        ({ periodEnd }) => periodEnd,
      );
    case 'churned':
      return of(
        started.filter(({ endedAt }) => endedAt !== null && now - endedAt < CHURN_MS),
        ({ endedAt }) => endedAt,
      );
    case 'invoiced':
      return s.documents
        .filter(({ facts }) => facts.issuedOn.startsWith(`${month}-`))
        .map(({ tenant, number, at, facts }) => ({
          cid: tenant,
          label: number,
          at,
          cents: sumsOf(facts).baseCents * (facts.kind === 'cancellation' ? -1 : 1),
        }));
    case 'owed':
      return s.receivables.flatMap((one) => {
        const cents = owedCents(one);
        return cents > 0 ? [{ cid: one.cid, label: one.number ?? one.id, at: one.at, cents }] : [];
      });
    case 'dunned':
      return of(
        started.filter(({ openSince }) => openSince !== null),
        ({ openSince }) => openSince,
      );
    case 'tickets':
      return s.tickets
        .filter(({ isSolved }) => !isSolved)
        .map(({ cid, id, helpdeskid, openedAt }) => ({
          cid,
          label: helpdeskid,
          at: openedAt,
          to: `/betrieb/anfragen/${encodeURIComponent(cid)}/${id}`,
        }));
    case 'faults':
      return [...s.faults].map(([cid, at]) => ({
        cid,
        at,
        to: `/betrieb/zustand?zeile=${encodeURIComponent(cid)}`,
      }));
  }
}

/** Returns the rows behind a figure, the newest first. */
export function figureRows(
  figure: Figure,
  sources: DashboardSources,
  month: string,
  now: number,
): FigureRow[] {
  const names = new Map(sources.practices.map(({ cid, name }) => [cid, name]));
  return draftsOf(figure, sources, month, now)
    .map((row): FigureRow => ({
      label: '',
      at: null,
      cents: null,
      to: '',
      ...row,
      practice: names.get(row.cid) ?? row.cid,
    }))
    .sort(
      (a, b) =>
        (b.at ?? 0) - (a.at ?? 0) ||
        a.practice.localeCompare(b.practice, 'de') ||
        a.label.localeCompare(b.label),
    );
}
/** Returns a figure's value: the sum of its rows in cents, or their number. */
export const figureValue = (figure: Figure, rows: readonly FigureRow[]): number =>
  isMoney(figure) ? rows.reduce((sum, { cents }) => sum + (cents ?? 0), 0) : rows.length;

/** Returns the last months up to that of `now`, the oldest first. */
export function lastMonths(now: number, count = MONTHS_SHOWN): string[] {
  const [year = 0, month = 0] = monthOf(now).split('-').map(Number);
  return Array.from({ length: count }, (_, i) => {
    const n = year * 12 + month - 1 - (count - 1 - i);
    return `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;
  });
}
