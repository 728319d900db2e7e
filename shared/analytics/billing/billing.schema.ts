// Billing proposals, their decisions, labels, rules, handed-in billings and key figures on the
// wire.

import { LABEL_FARBEN } from '../../base/label.ts';
import { z } from 'zod';
import { FILING_AREAS, isFilingPeriod, DECISION_ACTIONS } from './billing.ts';
import { COMMENT_MAX } from '../../base/comment.ts';
import { SERVICE_AREAS, GEBUEHREN } from '../deliveries/pvs.ts';
import { RULE_KINDS, RULE_INSURERS } from './rule.ts';
import { REJECTION_REASONS, PROPOSAL_STATES, VALUE_KINDS } from './proposal.ts';

const id = z.string().min(1).max(80);
const day = z.iso.date();
const zahn = z
  .string()
  .regex(/^([1-8][1-8])?$/)
  .describe('FDI number, empty where the rule is not about a tooth.');
const anteil = z.number().min(0).max(1);
/** V1 is checked in the handler, which answers with its own error text. */
const comment = z.string().max(COMMENT_MAX * 8);
const manyOf = <T extends string>(all: readonly T[]) =>
  z
    .string()
    .max(400)
    .optional()
    .transform((given, context): T[] => {
      const found = (given ?? '').split(',').filter((one) => one !== '');
      if (found.every((one): one is T => (all as readonly string[]).includes(one))) return found;
      context.addIssue({ code: 'custom', message: 'unknown word' });
      return z.NEVER;
    });
const bilingualSchema = z.strictObject({ de: z.string(), en: z.string() });
/**
 * Count and sum of proposals. `geschaetzt`: cents of these that are estimated; `ohneWert`: number
 * of proposals without a known value, not part of any sum.
 */
const sumSchema = z.strictObject({
  anzahl: z.number().int(),
  cents: z.number().int(),
  geschaetzt: z.number().int(),
  ohneWert: z.number().int(),
});
export type Sum = z.output<typeof sumSchema>;

// ── Reference ──
/**
 * Identifies one proposal. `rev`: the revision the client has seen; a different one answers 409.
 */
const findingPlace = { patid: id, tag: day, regel: id, zahn: zahn.default('') };
const EVIDENCE_KINDS = [
  'heute',
  'zuletzt',
  'fehlt',
  'notiz',
  'plan',
  'rechnung',
  'person',
] as const;
const COUNTER_REASONS = [
  'nurEigeneDaten',
  'oftAbgelehnt',
  'schwacheRegel',
  'vertretung',
  'abgegeben',
  'ohneZahn',
] as const;
const evidenceSchema = z.strictObject({
  was: z.enum(EVIDENCE_KINDS),
  system: z.enum(GEBUEHREN).nullable(),
  nr: z.string(),
  tag: day.nullable(),
  zahn: z.string(),
  text: z.string(),
});

// ── The list ──
const PAGE_ROWS = 50;
const PAGE_ROWS_MAX = 500;
/** Defaults: `von` is 12 months ago, `state` is open. */
export const proposalsQuerySchema = z.strictObject({
  von: day.optional(),
  bis: day.optional(),
  behandler: id.optional(),
  art: manyOf(RULE_KINDS),
  bereich: manyOf(SERVICE_AREAS),
  label: id.optional(),
  regel: id.optional(),
  state: manyOf(PROPOSAL_STATES),
  patid: id.optional(),
  cursor: z.string().max(400).optional(),
  n: z.coerce.number().int().min(1).max(PAGE_ROWS_MAX).default(PAGE_ROWS),
});
export type ProposalsQuery = z.output<typeof proposalsQuerySchema>;
const decisionSchema = z.strictObject({
  von: z.string().describe('Who, as a name; empty: found by itself.'),
  am: z.number(),
  grund: z.enum(REJECTION_REASONS).nullable(),
  comment: z.string(),
});
const proposalSchema = z
  .strictObject({
    patid: id,
    tag: day,
    regel: id,
    zahn: z.string(),
    regelVersion: z.number().int(),
    art: z.enum(RULE_KINDS),
    gruppe: z.string(),
    name: z.string(),
    geburtsdatum: day.nullable(),
    behandler: z.string(),
    behandlerName: z.string(),
    titel: bilingualSchema,
    grund: bilingualSchema,
    noetig: bilingualSchema,
    dagegen: bilingualSchema,
    quelle: z.string(),
    mark: z.string(),
    system: z.enum(GEBUEHREN),
    nr: z.string(),
    bezeichnung: z.string().describe('Name of the position, empty where the catalogue has none.'),
    menge: z.number(),
    punkte: z.number().nullable(),
    cents: z.number().int(),
    wertArt: z
      .enum(VALUE_KINDS)
      .nullable()
      .describe('What the euros rest on where they are not certain.'),
    bereich: z.enum(SERVICE_AREAS),
    konfidenz: anteil.describe('As the practice learned it.'),
    startKonfidenz: anteil,
    belege: z.array(evidenceSchema),
    gegen: z.array(z.enum(COUNTER_REASONS)),
    state: z.enum(PROPOSAL_STATES),
    rev: z.number().int().describe('0: never decided.'),
    entscheid: decisionSchema.nullable(),
    labels: z.array(id),
    /** The billing that includes the proposal; null where none does (GOZ, chances, warnings). */
    verfaelltMit: z
      .strictObject({ bereich: z.enum(FILING_AREAS), zeitraum: z.string() })
      .nullable(),
  })
  .meta({ id: 'BillingProposal' });
export type Proposal = z.output<typeof proposalSchema>;
export const proposalProgressSchema = z.strictObject({
  laeuft: z.boolean(),
  anteil,
  fertigAm: z.number().nullable().describe('When the last evaluation ended.'),
});
export type ProposalProgress = z.output<typeof proposalProgressSchema>;
export const proposalsSchema = z.strictObject({
  stand: z.number().nullable(),
  datenBis: day.nullable(),
  von: day,
  bis: day,
  fortschritt: proposalProgressSchema,
  /** Proposals that match the filter. */
  gefunden: sumSchema,
  /**
   * Same filter regardless of state: open proposals, and those of them that expire with a billing.
   */
  offen: sumSchema,
  verfaellt: z.array(
    z.strictObject({
      bereich: z.enum(FILING_AREAS),
      zeitraum: z.string(),
      ...sumSchema.shape,
    }),
  ),
  /** Whole practice: accepted and not yet entered. */
  vorgemerkt: sumSchema,
  items: z.array(proposalSchema),
  weiter: z.string().nullable(),
});
export type Proposals = z.output<typeof proposalsSchema>;
export const rejectedParams = z.strictObject({ from: day, to: day });
export const rejectedQuerySchema = z.strictObject({
  cursor: z.string().max(400).optional(),
  n: z.coerce.number().int().min(1).max(PAGE_ROWS_MAX).default(PAGE_ROWS),
});
export const rejectedSchema = z.strictObject({
  gefunden: sumSchema,
  items: z.array(proposalSchema),
  weiter: z.string().nullable(),
});

// ── The day of treatment ──
export const dayParams = z.strictObject({ patid: id, tag: day });
const dayServiceSchema = z.strictObject({
  system: z.enum(GEBUEHREN),
  nr: z.string(),
  bezeichnung: z.string(),
  zahn: z.string(),
  flaechen: z.string(),
  menge: z.number(),
  faktor: z.number().nullable().describe('Hundredths.'),
  cents: z.number(),
  behandler: z.string(),
  bereich: z.enum(SERVICE_AREAS),
  traeger: z.string(),
});
export const daySheetSchema = z.strictObject({
  patid: id,
  tag: day,
  name: z.string(),
  geburtsdatum: day.nullable(),
  versicherung: z.string(),
  kasse: z.string(),
  termine: z.array(
    z.strictObject({ zeit: z.string(), dauer: z.number(), art: z.string(), behandler: z.string() }),
  ),
  leistungen: z.array(dayServiceSchema),
  notizen: z.array(z.strictObject({ text: z.string(), behandler: z.string() })),
  /** Days of the preceding 24 months, newest first. */
  verlauf: z.array(
    z.strictObject({
      tag: day,
      leistungen: z.array(
        z.strictObject({
          system: z.enum(GEBUEHREN),
          nr: z.string(),
          zahn: z.string(),
          menge: z.number(),
          cents: z.number(),
        }),
      ),
    }),
  ),
  vorschlaege: z.array(proposalSchema),
  /** Decisions about this day, newest first. */
  entscheidungen: z.array(
    z.strictObject({
      regel: z.string(),
      zahn: z.string(),
      nach: z.enum(PROPOSAL_STATES),
      von: z.string(),
      am: z.number(),
      grund: z.enum(REJECTION_REASONS).nullable(),
      comment: z.string(),
    }),
  ),
});
export type DaySheetData = z.output<typeof daySheetSchema>;

// ── Decisions ──
const rev = z.number().int().min(0).optional();
export const earmarkSchema = z.strictObject({ ...findingPlace, rev });
export const rejectSchema = z.strictObject({
  ...findingPlace,
  rev,
  grund: z.enum(REJECTION_REASONS).default('anderer_grund'),
  comment: comment.default(''),
});
export const takeBackSchema = z.strictObject({ ...findingPlace, rev });
/**
 * State after a decision, `von` by name; also returned in `extra` of 409 `vorschlag_decided`, there
 * with the first decision.
 */
export const decisionResultSchema = z.strictObject({
  state: z.enum(PROPOSAL_STATES),
  rev: z.number().int(),
  von: z.string(),
  am: z.number(),
});
export type DecisionResult = z.output<typeof decisionResultSchema>;
/** Several proposals of one rule. */
export const bulkDecisionSchema = z.strictObject({
  tat: z.enum(DECISION_ACTIONS),
  regel: id,
  ziele: z
    .array(z.strictObject({ patid: id, tag: day, zahn: zahn.default(''), rev }))
    .min(1)
    .max(200),
  grund: z.enum(REJECTION_REASONS).default('anderer_grund'),
  comment: comment.default(''),
});
export const bulkAnswerSchema = z.strictObject({
  entschieden: z.array(
    z.strictObject({ patid: id, tag: day, zahn: z.string(), ...decisionResultSchema.shape }),
  ),
  /** Skipped: deleted meanwhile, or decided by another user (then with their state). */
  ausgelassen: z.array(
    z.strictObject({
      patid: id,
      tag: day,
      zahn: z.string(),
      warum: z.enum(['weg', 'anders_entschieden']),
      state: z.enum(PROPOSAL_STATES).nullable(),
      von: z.string(),
      am: z.number().nullable(),
    }),
  ),
});
export type BulkAnswer = z.output<typeof bulkAnswerSchema>;

// ── Labels ──
const labelName = z.string().trim().min(1).max(40);
const billingLabelSchema = z.strictObject({
  id,
  name: z.string(),
  color: z.enum(LABEL_FARBEN),
  position: z.number().int(),
  anzahl: z.number().int(),
});
export type BillingLabel = z.output<typeof billingLabelSchema>;
/** Labels that proposals carry automatically: by rule id or by name of a rule group. */
const labelConfigSchema = z
  .record(z.string().min(1).max(80), z.array(id).max(20))
  .refine((all) => Object.keys(all).length <= 400, { message: 'too many' });
export const billingLabelsSchema = z.strictObject({
  items: z.array(billingLabelSchema),
  labelConfig: labelConfigSchema,
});
export const newBillingLabelSchema = z.strictObject({
  id: z.uuid(),
  name: labelName,
  color: z.enum(LABEL_FARBEN),
});
export const labelPathSchema = z.strictObject({ labelId: id });
export const labelChangeSchema = z.strictObject({
  name: labelName.optional(),
  color: z.enum(LABEL_FARBEN).optional(),
  position: z.number().int().min(0).max(999).optional(),
});
/**
 * `vorher`: the labels as the client has seen them; only the difference is applied, so that two
 * concurrent users do not undo each other's changes.
 */
export const assignLabelsSchema = z.strictObject({
  ...findingPlace,
  selectedLabels: z.array(id).max(20),
  vorher: z.array(id).max(60).optional(),
});
export const assignedLabelsSchema = z.strictObject({ labels: z.array(id) });
export const labelConfigChangeSchema = z.strictObject({ labelConfig: labelConfigSchema });

// ── Rules and settings ──
const tokens = z.array(z.string().trim().min(1).max(120)).max(60);
const worte = z.strictObject({
  de: z.string().trim().min(1).max(400),
  en: z.string().trim().min(1).max(400),
});
const optionalWords = z.strictObject({
  de: z.string().trim().max(400),
  en: z.string().trim().max(400),
});
const monate = z.number().int().min(0).max(1500).nullable();
/** A rule as a practice writes it, in the rule language. */
const ruleInputSchema = z
  .strictObject({
    gruppe: z.string().trim().min(1).max(40),
    art: z.enum(RULE_KINDS),
    titel: worte,
    grund: worte,
    kasse: z.enum(RULE_INSURERS),
    alterVonM: monate,
    alterBisM: monate,
    gueltigVon: day.nullable(),
    gueltigBis: day.nullable(),
    heuteEines: tokens,
    heuteAlle: z.string().trim().max(1000),
    heuteKeines: tokens,
    historieKeine: tokens,
    historieNoetig: tokens,
    zusatz: z.string().trim().max(1000),
    position: z
      .strictObject({ system: z.enum(GEBUEHREN), nr: z.string().trim().min(1).max(20) })
      .nullable(),
    anZaehnen: z
      .strictObject({
        zaehne: z.string().trim().min(2).max(100),
        nr: z.string().trim().min(1).max(20),
      })
      .optional()
      .describe('Another number of the same schedule at these teeth: `34-38,44-48`.'),
    menge: z.string().trim().min(1).max(400),
    faktor: z.number().int().min(10).max(1000).nullable(),
    konfidenz: anteil,
    quelle: z.string().trim().min(1).max(400),
    noetig: worte,
    dagegen: optionalWords,
  })
  .refine(
    (one) => one.gueltigVon === null || one.gueltigBis === null || one.gueltigVon <= one.gueltigBis,
    { message: 'gueltigVon after gueltigBis', path: ['gueltigBis'] },
  )
  .refine(
    (one) => one.alterVonM === null || one.alterBisM === null || one.alterVonM <= one.alterBisM,
    { message: 'alterVonM after alterBisM', path: ['alterBisM'] },
  );
export type RuleInput = z.output<typeof ruleInputSchema>;
const ruleSchema = z.strictObject({
  id,
  version: z.number().int(),
  gruppe: z.string(),
  art: z.enum(RULE_KINDS),
  titel: bilingualSchema,
  grund: bilingualSchema,
  kasse: z.enum(RULE_INSURERS),
  alterVonM: z.number().nullable(),
  alterBisM: z.number().nullable(),
  gueltigVon: day.nullable(),
  gueltigBis: day.nullable(),
  heuteEines: z.array(z.string()),
  heuteAlle: z.string(),
  heuteKeines: z.array(z.string()),
  historieKeine: z.array(z.string()),
  historieNoetig: z.array(z.string()),
  zusatz: z.string(),
  position: z.strictObject({ system: z.enum(GEBUEHREN), nr: z.string() }).nullable(),
  anZaehnen: z.strictObject({ zaehne: z.string(), nr: z.string() }).optional(),
  menge: z.string(),
  faktor: z.number().nullable(),
  konfidenz: anteil,
  quelle: z.string(),
  mark: z.string(),
  noetig: bilingualSchema,
  dagegen: bilingualSchema,
});
/** A rule of the rule book with the results of its proposals in this practice. */
const ruleRowSchema = z.strictObject({
  regel: ruleSchema,
  istEigen: z.boolean(),
  istAn: z.boolean(),
  istStart: z.boolean().describe('Whether it is on until somebody says otherwise.'),
  gesagt: z
    .strictObject({ von: z.string(), am: z.number() })
    .nullable()
    .describe('Who switched it, and when.'),
  gelernt: anteil,
  angenommen: z.number().int(),
  abgelehnt: z.number().int(),
  umgesetzt: sumSchema,
  offen: sumSchema,
  /** Often refused in this practice: offered for switching off. */
  istAnzubieten: z.boolean(),
});
export type RuleRow = z.output<typeof ruleRowSchema>;
const ruleSwitchSchema = z.strictObject({
  name: z.string(),
  titel: bilingualSchema,
  erklaerung: bilingualSchema,
  wert: z.boolean(),
  standard: z.boolean(),
});
const ruleThresholdSchema = z.strictObject({
  name: z.string(),
  titel: bilingualSchema,
  erklaerung: bilingualSchema,
  wert: z.number(),
  standard: z.number(),
  min: z.number(),
  max: z.number(),
});
/**
 * `kzv`: KZV region of a stamp as the practice set it, `ausNummer` as derived from its number;
 * empty where unknown.
 */
export const stampKzvSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  ausNummer: z.string(),
  kzv: z.string(),
});
const region = z.string().regex(/^([a-z]{2})?$/);
export const rulesSchema = z.strictObject({
  items: z.array(ruleRowSchema),
  fortschritt: proposalProgressSchema,
  einstellung: z.strictObject({
    rev: z.number().int(),
    mitVertretung: z.boolean(),
    mitAnderenTraegern: z.boolean(),
    schalter: z.array(ruleSwitchSchema),
    schwellen: z.array(ruleThresholdSchema),
    stempel: z.array(stampKzvSchema),
  }),
});
export type Rules = z.output<typeof rulesSchema>;
export const ruleParams = z.strictObject({ regelId: id });
/** null resets to the start set. */
export const switchRuleSchema = z.strictObject({ istAn: z.boolean().nullable() });
export const settingsChangeSchema = z.strictObject({
  rev: z.number().int().min(0),
  mitVertretung: z.boolean(),
  mitAnderenTraegern: z.boolean(),
  schalter: z.record(z.string().max(80), z.boolean()),
  schwellen: z.record(z.string().max(80), z.number().min(0).max(1_000_000)),
  /** KZV region by stamp id; empty removes the setting, omitted leaves it unchanged. */
  kzv: z
    .record(z.string().min(1).max(80), region)
    .refine((all) => Object.keys(all).length <= 400, { message: 'too many' })
    .optional(),
});

// ── Own rules ──
const OWN_RULE_STATES = ['ENTWURF', 'LIVE', 'ZURUECKGEZOGEN', 'ERSETZT'] as const;
/** Days on which a rule would have matched; `beispiele` are the newest. */
export const backtestSchema = z.strictObject({
  von: day,
  bis: day,
  rev: z.number().int(),
  am: z.number(),
  treffer: z.number().int(),
  cents: z.number().int(),
  geschaetzt: z.number().int(),
  ohneWert: z.number().int(),
  tage: z.number().int(),
  beispiele: z
    .array(
      z.strictObject({
        patid: id,
        name: z.string(),
        tag: day,
        zahn: z.string(),
        cents: z.number().int(),
        wertArt: z.enum(VALUE_KINDS).nullable(),
        schonAbgerechnet: z.boolean(),
      }),
    )
    .max(50),
});
export type BacktestResult = z.output<typeof backtestSchema>;
const ownRuleSchema = z.strictObject({
  regelId: id,
  version: z.number().int(),
  state: z.enum(OWN_RULE_STATES),
  rev: z.number().int(),
  eingabe: ruleInputSchema,
  von: z.string(),
  am: z.number(),
  /** Trial run of exactly this wording; required before it can go live. */
  rueckrechnung: z
    .strictObject({
      von: day,
      bis: day,
      am: z.number(),
      treffer: z.number().int(),
      cents: z.number().int(),
      geschaetzt: z.number().int().optional(),
      ohneWert: z.number().int().optional(),
    })
    .nullable()
    .describe('Tried by an older program it does not say what was a guess.'),
});
export type OwnRule = z.output<typeof ownRuleSchema>;
export const ownRulesSchema = z.strictObject({ items: z.array(ownRuleSchema) });
export const newRuleSchema = z.strictObject({ regelId: z.uuid(), regel: ruleInputSchema });
/**
 * Changes a draft; for a live or withdrawn rule, creates a draft of a new version. `rev`: the
 * revision the client has seen.
 */
export const ruleChangeSchema = z.strictObject({
  rev: z.number().int().min(0),
  regel: ruleInputSchema,
});
export const backtestQuerySchema = z
  .strictObject({ rev: z.number().int().min(0), von: day, bis: day })
  .refine((one) => one.von <= one.bis, { message: 'von after bis', path: ['bis'] });
export const ruleStateSchema = z.strictObject({ rev: z.number().int().min(0) });

// ── Handed-in billings ──
const filingSchema = z.strictObject({
  id,
  kzv: z.string(),
  bereich: z.enum(FILING_AREAS),
  zeitraum: z.string(),
  mitFrueheren: z.boolean(),
  von: z.string(),
  am: z.number(),
});
export const filingsSchema = z.strictObject({ items: z.array(filingSchema) });
/** `kzv`: region as in `/api/hvm/{region}`, empty where the practice has only one. */
export const newFilingSchema = z
  .strictObject({
    id: z.uuid(),
    kzv: region.default(''),
    bereich: z.enum(FILING_AREAS),
    zeitraum: z.string().max(8),
    mitFrueheren: z.boolean().default(false),
  })
  .refine((one) => isFilingPeriod(one.bereich, one.zeitraum), {
    message: 'no period of this area',
    path: ['zeitraum'],
  });
export const filingParams = z.strictObject({ abgabeId: id });

// ── Key figures ──
export const kpisQuerySchema = z
  .strictObject({ von: day, bis: day, behandler: id.optional() })
  .refine((one) => one.von <= one.bis, { message: 'von after bis', path: ['bis'] });
const stateCountsSchema = {
  offen: sumSchema,
  vorgemerkt: sumSchema,
  umgesetzt: sumSchema,
  abgelehnt: sumSchema,
  verfallen: sumSchema,
};
const quoteSchema = z.strictObject({
  wert: z.number().nullable(),
  zaehler: z.number(),
  nenner: z.number(),
});
export const billingKpisSchema = z.strictObject({
  von: day,
  bis: day,
  stand: z.number().nullable(),
  ...stateCountsSchema,
  /** Accepted as a share of all decided proposals. */
  annahme: quoteSchema,
  /** Key figure 63 in cents: implemented as a share of all proposed. */
  realisiert: quoteSchema,
  /** Cents proposed per 100 cases. */
  wertJe100Faelle: quoteSchema,
  /**
   * Days from the first offer to the first decision: median, shortest and longest, and the number
   * of decisions; null without one.
   */
  tageBisEntscheid: z
    .strictObject({
      median: z.number(),
      von: z.number().int(),
      bis: z.number().int(),
      anzahl: z.number().int(),
    })
    .nullable(),
  /**
   * By the month in which the position arrived, the proposal was refused, or the billing was handed
   * in; open ones by the day of treatment.
   */
  monate: z.array(
    z.strictObject({
      monat: z.string(),
      umgesetzt: sumSchema,
      abgelehnt: sumSchema,
      verfallen: sumSchema,
      offen: sumSchema,
    }),
  ),
  regeln: z.array(
    z.strictObject({
      regel: z.string(),
      titel: bilingualSchema,
      ...stateCountsSchema,
      annahme: z.number().nullable(),
    }),
  ),
  /** Only for owners; null for other users. */
  behandler: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        ...stateCountsSchema,
        annahme: z.number().nullable(),
      }),
    )
    .nullable(),
});
export type BillingKpis = z.output<typeof billingKpisSchema>;

// ── End of a quarter ──
export const quarterQuerySchema = z.strictObject({
  quartal: z
    .string()
    .regex(/^\d{4}-Q[1-4]$/)
    .optional(),
  region: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional(),
  kzv: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional(),
});
const QUARTER_ITEMS = [
  'karte',
  'unabgerechnet',
  'unterschriften',
  'vorschlaege',
  'nachtragen',
  'pruefungen',
] as const;
export const quarterSchema = z.strictObject({
  quartal: z.string(),
  von: day,
  bis: day,
  heute: day,
  tageUebrig: z.number().int(),
  stand: z.number().nullable(),
  /** KZV regions of the practice's stamps, as far as they are known. */
  kzven: z.array(z.string()),
  /**
   * Proposals that are still billable, by area and period; `abgegeben` is null until the billing is
   * handed in.
   */
  bereiche: z.array(
    z.strictObject({
      bereich: z.enum(FILING_AREAS),
      zeitraum: z.string(),
      ende: day,
      offen: sumSchema,
      vorgemerkt: sumSchema,
      abgegeben: z.strictObject({ id, von: z.string(), am: z.number() }).nullable(),
    }),
  ),
  privat: z.strictObject({ offen: sumSchema, vorgemerkt: sumSchema }),
  /**
   * State of the budget; null without a region. Amounts in euros or points (`einheit`), null where
   * there is no limit.
   */
  hvm: z
    .strictObject({
      region: z.string(),
      istEingerichtet: z.boolean(),
      einheit: z.enum(['EUR', 'PUNKTE']),
      verbrauch: z.number().nullable(),
      grenze: z.number().nullable(),
      auslastung: z.number().nullable(),
      prognose: z.number().nullable(),
      hinweise: z.array(z.string()),
    })
    .nullable(),
  /** `anzahl` null: not delivered by the practice software. `pfad`: page that lists the cases. */
  punkte: z.array(
    z.strictObject({
      was: z.enum(QUARTER_ITEMS),
      anzahl: z.number().int().nullable(),
      cents: z.number().int().nullable(),
      geschaetzt: z.number().int(),
      ohneWert: z.number().int(),
      pfad: z.string(),
    }),
  ),
});
export type Quarter = z.output<typeof quarterSchema>;
