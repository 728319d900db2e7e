// Schemas of the practice's settings: stored form, response, patch (V8).
import { z } from 'zod';
import { emailSchema } from '../base/email.schema.ts';
import { MOST_BLANKS } from '../forms/task/blank.ts';
import { isDay, isTime } from '../base/dates.ts';
import { canonicalLanguage } from '../base/languages.ts';
import {
  ACCENTS,
  areHours,
  IDLE_MAX,
  IDLE_MIN,
  LOCK_MAX,
  LOCK_MIN,
  LOGO_CHARS,
  STORAGE_MAX,
  STORAGE_MIN,
  tabletPinProblem,
  type Settings,
  type SettingsView,
} from './settings.ts';
import { isUpdateWindow } from './update-window.ts';

const language = z
  .string()
  .max(35)
  .refine((tag) => canonicalLanguage(tag) === tag, 'unknown language');
const line = (max: number): z.ZodString => z.string().trim().max(max);

export const updateWindowSchema = z.strictObject({
  days: z.array(z.int()).max(7).readonly(),
  from: z.string().max(5),
  to: z.string().max(5),
});

/** V8: a practice's own settings, validated when saved. */
export const settingsSchema: z.ZodType<Settings> = z
  .strictObject({
    praxisName: line(120).min(2),
    phone: z
      .string()
      .trim()
      .max(30)
      .regex(/^[+\d][\d\s/()-]*$|^$/),
    mail: z.union([z.literal(''), emailSchema.max(120)]),
    street: line(120),
    plz: z.string().regex(/^\d{4,5}$|^$/),
    city: line(80),
    privacyContact: line(200),
    language,
    languages: z.array(language).min(1).max(40),
    closingTime: z.string().refine(isTime, 'not a time'),
    openingHours: z
      .strictObject({ from: z.string(), to: z.string() })
      .refine(areHours, 'not hours'),
    updateWindow: updateWindowSchema.refine(isUpdateWindow, 'not hours'),
    idleSeconds: z.int().min(IDLE_MIN).max(IDLE_MAX),
    lockMinutes: z.int().min(LOCK_MIN).max(LOCK_MAX),
    mailFactorReason: z.union([z.literal(''), line(500).min(10)]),
    staffFactorFrom: z.string().refine((day) => day === '' || isDay(day), 'not a day'),
    shareBareReason: z.union([z.literal(''), line(500).min(10)]),
    storageGb: z.int().min(STORAGE_MIN).max(STORAGE_MAX),
    textScale: z.union([z.literal(100), z.literal(125), z.literal(150), z.literal(200)]),
    blankForms: z.array(z.string().regex(/^[a-z][a-zA-Z0-9-]{0,39}$/)).max(MOST_BLANKS),
    signsAnswers: z.boolean(),
    accent: z.union([z.literal(''), z.enum(ACCENTS)]),
    logo: z
      .string()
      .max(LOGO_CHARS)
      .regex(/^$|^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/),
  })
  .refine((s) => s.languages.includes(s.language), {
    path: ['language'],
    message: 'not among the languages',
  });

export const settingsViewSchema: z.ZodType<SettingsView> = z
  .strictObject({
    praxisName: z.string(),
    phone: z.string(),
    mail: z.string(),
    street: z.string(),
    plz: z.string(),
    city: z.string(),
    privacyContact: z.string(),
    language: z.string(),
    languages: z.array(z.string()),
    closingTime: z.string(),
    openingHours: z.strictObject({ from: z.string(), to: z.string() }),
    updateWindow: updateWindowSchema,
    idleSeconds: z.number(),
    lockMinutes: z.number(),
    mailFactorReason: z.string(),
    staffFactorFrom: z.string(),
    shareBareReason: z.string(),
    storageGb: z.number(),
    textScale: z.number(),
    blankForms: z.array(z.string()),
    signsAnswers: z.boolean(),
    accent: z.union([z.literal(''), z.enum(ACCENTS)]),
    logo: z.string(),
    hasTabletPin: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Settings' });

export const tabletPinSchema = z
  .string()
  .max(20)
  .refine((pin) => tabletPinProblem(pin) === undefined, 'pin');

const pointer = z
  .string()
  .max(200)
  .regex(/^(\/[^/]*)*$/);
/** RFC 6902. */
const patchOperationSchema = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('add'), path: pointer, value: z.unknown() }),
  z.strictObject({ op: z.literal('replace'), path: pointer, value: z.unknown() }),
  z.strictObject({ op: z.literal('test'), path: pointer, value: z.unknown() }),
  z.strictObject({ op: z.literal('remove'), path: pointer }),
  z.strictObject({ op: z.literal('move'), path: pointer, from: pointer }),
  z.strictObject({ op: z.literal('copy'), path: pointer, from: pointer }),
]);
export type PatchOperation = z.output<typeof patchOperationSchema>;
export const settingsPatchSchema = z
  .strictObject({
    settingsDiff: z.array(patchOperationSchema).min(1).max(100),
    version: z.int().min(0),
  })
  .meta({ id: 'SettingsPatch' });
