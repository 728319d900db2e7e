/** Billing proposals on the wire: the list, the refused ones, and the day of treatment. */
import { z } from 'zod';
import { FILING_AREAS } from './billing.ts';
import { GEBUEHREN, SERVICE_AREAS } from '../deliveries/pvs-words.ts';
import { RULE_KINDS } from './rule.ts';
import { PROPOSAL_STATES, REJECTION_REASONS, VALUE_KINDS } from './proposal.ts';
import { share, bilingualSchema, day, id, manyOf, sumSchema } from './wire-values.schema.ts';

const EVIDENCE_KINDS = [
  'heute',
  'zuletzt',
  'fehlt',
  'notiz',
  'plan',
  'rechnung',
  'person',
  'betrag',
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

const PAGE_ROWS = 50;

const PAGE_ROWS_MAX = 500;

/** Orders of the list besides the newest day first. */
export const PROPOSAL_SORTS = ['alt', 'wert', 'name'] as const;
export type ProposalSort = (typeof PROPOSAL_SORTS)[number];
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
  q: z.string().trim().max(80).optional().describe('Name or number of a patient.'),
  sort: z.enum(PROPOSAL_SORTS).optional().describe('Absent: the newest day first.'),
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
    telefon: z.string().nullable(),
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
    konfidenz: share.describe('As the practice learned it.'),
    startKonfidenz: share,
    belege: z.array(evidenceSchema),
    gegen: z.array(z.enum(COUNTER_REASONS)),
    state: z.enum(PROPOSAL_STATES),
    rev: z.number().int().describe('0: never decided.'),
    entscheid: decisionSchema.nullable(),
    labels: z.array(id),
    /** The billing that includes the proposal; null where none does (GOZ, chances, warnings). */
    eingetragenAls: z
      .string()
      .nullable()
      .describe('Position of the same work that was entered instead: `BEMA 41a`.'),
    verfaelltMit: z
      .strictObject({ bereich: z.enum(FILING_AREAS), zeitraum: z.string() })
      .nullable(),
  })
  .meta({ id: 'BillingProposal' });

export type Proposal = z.output<typeof proposalSchema>;

export const proposalProgressSchema = z.strictObject({
  laeuft: z.boolean(),
  anteil: share,
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
