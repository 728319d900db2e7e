// Tables of a practice's report settings and data: profiles, targets, own values, notes, snapshots,
// work lists (writers: server/analytics, server/analytics/static-data).

import type {
  PracticeReport,
  PracticeReportFilter,
} from '../../../../shared/analytics/reports/report.ts';
import type { Kit } from '../kit.ts';

export const reportTables = (k: Kit) => ({
  /** A saved filter in its URL form; without an owner it belongs to the practice. */
  profile: k.table(
    'profile',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      name: k.text().notNull(),
      owner: k.text(),
      report: k.text().notNull(),
      filter: k.json<Record<string, string>>().notNull(),
      position: k.int().notNull(),
      changedBy: k.text().notNull(),
      changedAt: k.big().notNull(),
      /** Default of its report. */
      isDefault: k.bool(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
  /** A user's dashboard layout; the user `` is the practice. */
  dashboardSettings: k.table(
    'dashboard_settings',
    {
      cid: k.text().notNull(),
      userId: k.text().notNull(),
      settings: k.json<Record<string, unknown>>().notNull(),
      version: k.int().notNull(),
      changedAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.userId] })],
  ),
  /**
   * Target of a key figure from a day on; the practitioner `` is the practice. Without a value the
   * target ends that day.
   */
  ziel: k.table(
    'ziel',
    {
      cid: k.text().notNull(),
      kennzahl: k.text().notNull(),
      behandler: k.text().notNull(),
      validFrom: k.day().notNull(),
      value: k.real(),
      changedBy: k.text().notNull(),
      changedAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.kennzahl, t.behandler, t.validFrom] })],
  ),
  /** An answer of the overview, and the version of everything it rests on; without patients. */
  reportAnswer: k.table(
    'report_answer',
    {
      cid: k.text().notNull(),
      key: k.text().notNull(),
      version: k.text().notNull(),
      answer: k.json<PracticeReport>().notNull(),
      savedAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.key] })],
  ),
  /** A cost of the practice: an amount a month or an available hour, with its days. */
  practiceCost: k.table(
    'practice_cost',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      centre: k.text().$type<'PRAXIS' | 'BEHANDLER' | 'ZIMMER' | 'BEREICH'>().notNull(),
      /** Id of the practitioner or room, or the area; empty for the practice. */
      target: k.text().notNull(),
      name: k.text().notNull(),
      cents: k.big().notNull(),
      per: k.text().$type<'MONAT' | 'STUNDE'>().notNull(),
      validFrom: k.day().notNull(),
      validTo: k.day(),
      changedBy: k.text().notNull(),
      changedAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
  /** A catalogue value overridden by this practice. */
  praxiswert: k.table(
    'praxiswert',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      art: k.text().$type<'PUNKTWERT' | 'FESTZUSCHUSS' | 'PREIS'>().notNull(),
      schluessel: k.text().notNull(),
      wert: k.real().notNull(),
      validFrom: k.day().notNull(),
      validTo: k.day(),
      note: k.text().notNull(),
      changedBy: k.text().notNull(),
      changedAt: k.big().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.index('praxiswert_key').on(t.cid, t.art, t.schluessel),
    ],
  ),
  reportNote: k.table(
    'report_note',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      report: k.text().notNull(),
      key: k.text().notNull(),
      text: k.text().notNull(),
      by: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] }), k.index('report_note_report').on(t.cid, t.report)],
  ),
  /** An exported report: its rows as bytes, with their checksum. */
  reportSnapshot: k.table(
    'report_snapshot',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      report: k.text().notNull(),
      filter: k.json<Partial<PracticeReportFilter>>().notNull(),
      rows: k.bytes().notNull(),
      sha256: k.text().notNull(),
      at: k.big().notNull(),
      by: k.text().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.index('report_snapshot_report').on(t.cid, t.report, t.at),
    ],
  ),
  /**
   * A scheduled report: on a day of the month (1 to 28), or on a weekday 1 (Monday) to 7; `time` in
   * Berlin, HH:MM. Recipients are ids of users of the practice; `lastAt` is its last due time.
   */
  reportMail: k.table(
    'report_mail',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      report: k.text().notNull(),
      filter: k.json<Record<string, string>>().notNull(),
      weekday: k.int(),
      time: k.text().notNull(),
      recipients: k.json<string[]>().notNull(),
      lastAt: k.big(),
      by: k.text().notNull(),
      changedAt: k.big().notNull(),
      title: k.text(),
      monthDay: k.int(),
      /** The saved view whose filter applies when it is sent; null: its own filter. */
      viewId: k.text(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
  /**
   * Labels, notes and next steps of the work lists; a target is the id of a plan, of a perio case
   * or of a recall, of missing signatures `patient:` with the patient's number. A deleted label (`goneAt`) can be restored for a while.
   */
  planLabel: k.table(
    'plan_label',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      name: k.text().notNull(),
      color: k.text().notNull(),
      kind: k.text().$type<'hkp' | 'par' | 'recall'>().notNull(),
      position: k.int().notNull(),
      goneAt: k.big(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
  planLabelOn: k.table(
    'plan_label_on',
    {
      cid: k.text().notNull(),
      labelId: k.text().notNull(),
      target: k.text().notNull(),
      by: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.labelId, t.target] }),
      k.index('plan_label_on_target').on(t.cid, t.target),
    ],
  ),
  planNote: k.table(
    'plan_note',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      kind: k.text().$type<'hkp' | 'par' | 'recall' | 'fehlend'>().notNull(),
      target: k.text().notNull(),
      text: k.text().notNull(),
      by: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.index('plan_note_target').on(t.cid, t.kind, t.target),
    ],
  ),
  /** Next step of a plan or a recall, with due date and assignee; null: unassigned. */
  planStep: k.table(
    'plan_step',
    {
      cid: k.text().notNull(),
      kind: k.text().$type<'hkp' | 'par' | 'recall' | 'fehlend'>().notNull(),
      target: k.text().notNull(),
      step: k.text().notNull(),
      dueAt: k.day(),
      who: k.text(),
      state: k.text().$type<'open' | 'done'>().notNull(),
      by: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.kind, t.target] }),
      k.index('plan_step_due').on(t.cid, t.state, t.dueAt),
    ],
  ),
  /** Templates of letters and mails of the practice for a work list. */
  letterTemplate: k.table(
    'letter_template',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      kind: k.text().$type<'hkp' | 'par' | 'recall'>().notNull(),
      name: k.text().notNull(),
      subject: k.text().notNull(),
      text: k.text().notNull(),
      changedBy: k.text().notNull(),
      changedAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
  /**
   * Standard group of a practice's own appointment type (its id) or pattern of keywords; patterns
   * are tried by their `position`.
   */
  pattermapi: k.table(
    'pattermapi',
    {
      cid: k.text().notNull(),
      kind: k.text().$type<'terminart' | 'stichwort'>().notNull(),
      word: k.text().notNull(),
      gruppe: k.text().notNull(),
      isProposed: k.bool().notNull(),
      changedBy: k.text().notNull(),
      changedAt: k.big().notNull(),
      position: k.int(),
    },
    (t) => [k.key({ columns: [t.cid, t.kind, t.word] })],
  ),
  /**
   * The fee distribution scheme of a region in a quarter, from the practice's letter; quarter 0 is
   * the whole year.
   */
  hvmConfig: k.table(
    'hvm_config',
    {
      cid: k.text().notNull(),
      region: k.text().notNull(),
      jahr: k.int().notNull(),
      quartal: k.int().notNull(),
      config: k.json<Record<string, unknown>>().notNull(),
      changedBy: k.text().notNull(),
      changedAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.region, t.jahr, t.quartal] })],
  ),
  /**
   * Average count of a position per hundred cases, from a letter of the practice's association;
   * entered by hand.
   */
  kzvBrief: k.table(
    'kzv_brief',
    {
      cid: k.text().notNull(),
      jahr: k.int().notNull(),
      quartal: k.int().notNull(),
      nr: k.text().notNull(),
      je100: k.real().notNull(),
      changedBy: k.text().notNull(),
      changedAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.jahr, t.quartal, t.nr] })],
  ),
});
