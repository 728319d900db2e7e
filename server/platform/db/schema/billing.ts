// Tables of billing proposals: decisions, labels, enabled rules, own rules, and submitted billings
// (writer: server/analytics/proposals).

import type { Filing, RejectionReason } from '../../../../shared/analytics/billing/billing.ts';
import type { RuleInput } from '../../../../shared/analytics/billing/rules.schema.ts';
import type { Finding, ProposalState } from '../../../../shared/analytics/billing/proposal.ts';
import type { Kit } from '../kit.ts';

export const billingTables = (k: Kit) => ({
  /**
   * A decided proposal with its finding at that time; `regel` and `zahn` with person and day
   * identify it. `rev` counts decisions.
   */
  vorschlag: k.table(
    'vorschlag',
    {
      cid: k.text().notNull(),
      patid: k.text().notNull(),
      tag: k.day().notNull(),
      regel: k.text().notNull(),
      zahn: k.text().notNull(),
      state: k.text().$type<ProposalState>().notNull(),
      grund: k.text().$type<RejectionReason>(),
      comment: k.text().notNull(),
      fund: k.json<Finding>().notNull(),
      regelVersion: k.int().notNull(),
      /** First decision; `at`, `by` of the last. `by` empty: found automatically. */
      firstAt: k.big().notNull(),
      at: k.big().notNull(),
      by: k.text().notNull(),
      rev: k.int().notNull(),
      /** Time of the first offer; null if unknown. */
      offeredAt: k.big(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.patid, t.tag, t.regel, t.zahn] }),
      k.index('vorschlag_state').on(t.cid, t.state),
      k.index('vorschlag_tag').on(t.cid, t.tag),
    ],
  ),
  /** Time of the first offer of findings still in a list; deleted with the person. */
  vorschlagAngeboten: k.table(
    'vorschlag_angeboten',
    {
      cid: k.text().notNull(),
      patid: k.text().notNull(),
      tag: k.day().notNull(),
      regel: k.text().notNull(),
      zahn: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.patid, t.tag, t.regel, t.zahn] }),
      k.index('vorschlag_angeboten_at').on(t.cid, t.at),
    ],
  ),
  /** Every decision once, in order. */
  vorschlagVerlauf: k.table(
    'vorschlag_verlauf',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      patid: k.text().notNull(),
      tag: k.day().notNull(),
      regel: k.text().notNull(),
      zahn: k.text().notNull(),
      rev: k.int().notNull(),
      state: k.text().$type<ProposalState>().notNull(),
      grund: k.text().$type<RejectionReason>(),
      comment: k.text().notNull(),
      by: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.index('vorschlag_verlauf_day').on(t.cid, t.patid, t.tag),
    ],
  ),
  /** `goneAt`: deleted, with an undo period. */
  abrechnungslabel: k.table(
    'abrechnungslabel',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      name: k.text().notNull(),
      color: k.text().notNull(),
      position: k.int().notNull(),
      goneAt: k.big(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
  abrechnungslabelOn: k.table(
    'abrechnungslabel_on',
    {
      cid: k.text().notNull(),
      labelId: k.text().notNull(),
      patid: k.text().notNull(),
      tag: k.day().notNull(),
      regel: k.text().notNull(),
      zahn: k.text().notNull(),
      by: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.labelId, t.patid, t.tag, t.regel, t.zahn] }),
      k.index('abrechnungslabel_on_day').on(t.cid, t.patid, t.tag),
    ],
  ),
  /** The practice's setting of a rule: on or off. */
  regelSchalter: k.table(
    'regel_schalter',
    {
      cid: k.text().notNull(),
      regel: k.text().notNull(),
      isOn: k.bool().notNull(),
      by: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.regel] })],
  ),
  /**
   * One row per practice: substitutes, other payers, switches, thresholds, and labels that
   * proposals get automatically.
   */
  abrechnungEinstellung: k.table(
    'abrechnung_einstellung',
    {
      cid: k.text().notNull(),
      mitVertretung: k.bool().notNull(),
      mitAnderenTraegern: k.bool().notNull(),
      schalter: k.json<Record<string, boolean>>().notNull(),
      schwellen: k.json<Record<string, number>>().notNull(),
      labelConfig: k.json<Record<string, string[]>>().notNull(),
      rev: k.int().notNull(),
      by: k.text().notNull(),
      at: k.big().notNull(),
      /** Region of the KZV by stamp, as entered by the practice. */
      kzv: k.json<Record<string, string>>(),
    },
    (t) => [k.key({ columns: [t.cid] })],
  ),
  /**
   * A version of a rule written by the practice; once live its text never changes. `rev` counts
   * changes of the draft.
   */
  eigeneRegel: k.table(
    'eigene_regel',
    {
      cid: k.text().notNull(),
      regel: k.text().notNull(),
      version: k.int().notNull(),
      state: k.text().$type<'ENTWURF' | 'LIVE' | 'ZURUECKGEZOGEN' | 'ERSETZT'>().notNull(),
      eingabe: k.json<RuleInput>().notNull(),
      rev: k.int().notNull(),
      /** Back-test of this version; null after a change. */
      test: k.json<{
        von: string;
        bis: string;
        am: number;
        treffer: number;
        cents: number;
        geschaetzt?: number;
        ohneWert?: number;
      }>(),
      by: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.regel, t.version] })],
  ),
  /** A submitted billing; undone: `undoneAt`. */
  abrechnungAbgabe: k.table(
    'abrechnung_abgabe',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      kzv: k.text().notNull(),
      bereich: k.text().$type<Filing['bereich']>().notNull(),
      zeitraum: k.text().notNull(),
      mitFrueheren: k.bool().notNull(),
      by: k.text().notNull(),
      at: k.big().notNull(),
      undoneBy: k.text(),
      undoneAt: k.big(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
});
