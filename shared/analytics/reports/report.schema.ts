// Schemas of the filter and the response of reports.

import { z } from 'zod';
import { FILTER_KINDS, UNASSIGNED } from './filter-kinds.ts';
import { REVENUE_BASES, GROUPINGS, COMPARISONS } from './report.ts';
import { SERVICE_AREAS, VERSICHERUNG } from '../deliveries/pvs-words.ts';

const day = z.iso.date();
/** Range of years for which a practice can have figures. */
const FIRST_DAY = '1980-01-01',
  LAST_DAY = '2100-12-31';
/**
 * Lists are one comma-separated parameter, since repeated parameters are easily lost in transit.
 */
const listOf = <S extends z.ZodType<string>>(one: S) =>
  z
    .string()
    .max(2000)
    .optional()
    .transform((given, context): z.output<S>[] => {
      if (given === undefined || given === '') return [];
      const found: z.output<S>[] = [];
      for (const part of given.split(',')) {
        const parsed = one.safeParse(part);
        if (parsed.success) found.push(parsed.data);
        else {
          context.addIssue({ code: 'custom', message: 'unknown word' });
          return z.NEVER;
        }
      }
      return found;
    });
const id = z.string().min(1).max(80);
const insurance = z.enum([...VERSICHERUNG, UNASSIGNED]);

/** The common filter as in the URL. */
export const reportFilterSchema = z
  .strictObject({
    von: day,
    bis: day,
    vergleich: z.enum(COMPARISONS).default('VORJAHR'),
    behandler: listOf(id),
    zimmer: listOf(id),
    teams: listOf(id),
    stempel: listOf(id),
    versicherung: listOf(insurance),
    bereich: listOf(z.enum(SERVICE_AREAS)),
    terminart: listOf(id),
    termingruppe: listOf(id),
    basis: z.enum(REVENUE_BASES).default('leistung'),
    gruppierung: z.enum(GROUPINGS).default('MONAT'),
    kennzahl: z.enum(['honorar', 'umsatz']).default('umsatz'),
  })
  .refine((f) => f.von <= f.bis, { message: 'von after bis', path: ['bis'] })
  .refine((f) => f.von >= FIRST_DAY && f.bis <= LAST_DAY, {
    message: 'no span of a practice',
    path: ['von'],
  });

const filterAnswer = z.strictObject({
  von: day,
  bis: day,
  vergleich: z.enum(COMPARISONS),
  behandler: z.array(id),
  zimmer: z.array(id),
  teams: z.array(id),
  stempel: z.array(id),
  versicherung: z.array(insurance),
  bereich: z.array(z.enum(SERVICE_AREAS)),
  terminart: z.array(id),
  termingruppe: z.array(id),
  basis: z.enum(REVENUE_BASES),
  gruppierung: z.enum(GROUPINGS),
  kennzahl: z.enum(['honorar', 'umsatz']),
});
const kpiValueSchema = z.strictObject({
  key: z.string(),
  wert: z.number().nullable(),
  vergleich: z.number().nullable(),
  delta: z.number().nullable(),
  ziel: z.number().nullable(),
  zaehler: z.number().nullable(),
  nenner: z.number().nullable(),
  vollstaendigAb: z.iso.date().optional(),
  vergleichAb: z.iso.date().optional(),
  vergleichDeckung: z
    .strictObject({ teil: z.number(), ganz: z.number(), einheit: z.enum(['monate', 'tage']) })
    .optional(),
  vergleichUnbekannt: z.literal(true).optional(),
  standAm: z.iso.date().optional(),
  ohneFilter: z.array(z.enum(FILTER_KINDS)).readonly().optional(),
  zielAnteilig: z.boolean().optional(),
  ohneTag: z.number().optional(),
  bekanntAb: z.iso.date().optional(),
  bezug: z
    .array(z.strictObject({ name: z.string(), wert: z.number() }))
    .readonly()
    .optional(),
});
export const columnSchema = z.strictObject({
  key: z.string(),
  titel: z.string(),
  typ: z.enum([
    'text',
    'code',
    'zahl',
    'eur',
    'anteil',
    'punkte',
    'minuten',
    'stunden',
    'tage',
    'faktor',
    'tag',
    'uhrzeit',
    'periode',
    'patient',
    'wort',
    'janein',
  ]),
});
export const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const chartSeriesSchema = z.strictObject({
  name: z.string(),
  punkte: z.array(z.strictObject({ x: z.string(), y: z.number().nullable() })),
});
const reportMetaSchema = z.strictObject({
  filter: filterAnswer,
  stand: z.number().nullable(),
  datenBis: day.nullable(),
  quelle: z.string(),
  waehrung: z.literal('EUR'),
  verglichenMit: z.strictObject({ von: day, bis: day }).optional(),
  hinweise: z.array(z.string()),
  gesamt: z
    .strictObject({
      anzahl: z.number(),
      jeSeite: z.number(),
      summen: z.record(z.string(), z.number()).readonly(),
    })
    .optional(),
});
export const reportSchema = z.strictObject({
  meta: reportMetaSchema,
  kpis: z.array(kpiValueSchema),
  spalten: z.array(columnSchema),
  zeilen: z.array(z.record(z.string(), cellSchema)),
  serien: z.array(chartSeriesSchema),
});
