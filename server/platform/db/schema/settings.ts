// Tables of the installation, the practices and their r4c hosts (writer: server/accounts/settings).

import type { PinCheck } from '../../../../shared/exchange/pin-check.ts';
import type { MappeRule } from '../../../../shared/desk/mappe-rules.ts';
import type { Kit } from '../kit.ts';

/** Settings of a practice; validated by `shared/accounts/settings.schema.ts` when saved. */
export interface PraxisSettings {
  phone: string;
  mail: string;
  street: string;
  plz: string;
  city: string;
  language: string;
  languages: string[];
  closingTime: string;
  openingHours: { from: string; to: string };
  idleSeconds: number;
  textScale: number;
  tabletPinHash?: string;
  /** PIN data that tablets cache for offline use. */
  tabletPinCheck?: PinCheck;
  /** Storage limit of files in GB. */
  storageGb?: number;
  /** Ids of the forms that tablets cache as blank ones. */
  blankForms?: string[];
  signsAnswers?: boolean;
  staffFactorFrom?: string;
}

export const settingsTables = (k: Kit) => ({
  /** One row: identity of this database. */
  installation: k.table('installation', {
    id: k.text().primaryKey(),
    epoch: k.text().notNull(),
    securityEpoch: k.int().notNull(),
    createdAt: k.big().notNull(),
    /** Wall clock of the last minute in which a server ran. */
    clockSeenAt: k.big(),
    /**
     * Secret of derived keys, wrapped by the root key; null before the first rotation: then it is
     * the root key itself.
     */
    secret: k.bytes(),
  }),
  praxis: k.table(
    'praxis',
    {
      cid: k.text().primaryKey(),
      name: k.text().notNull(),
      settings: k.json<PraxisSettings>().notNull(),
      version: k.int().notNull(),
      createdAt: k.big().notNull(),
      /** Hours in which its server may be updated (`windowText`); null: the default. */
      updateWindow: k.text(),
    },
    // Counted over all practices without reading their settings, which hold pictures.
    (t) => [k.index('praxis_update_window').on(t.updateWindow)],
  ),
  r4c: k.table(
    'r4c',
    { r4cUuid: k.text().primaryKey(), cid: k.text().notNull(), r4chost: k.text().notNull() },
    (t) => [k.unique('r4c_host').on(t.r4chost)],
  ),
});

/** The practice's own rules for the contents of a Mappe (writer: server/desk/rules). */
export const mappeRuleTables = (k: Kit) => ({
  /**
   * One row once the practice changed the shipped rules; the list is saved as a whole against its
   * version. A reset is recorded, and the version continues.
   */
  mappeRules: k.table('mappe_rules', {
    cid: k.text().primaryKey(),
    rules: k.json<readonly MappeRule[] | 'shipped'>().notNull(),
    version: k.int().notNull(),
    changedBy: k.text().notNull(),
    changedAt: k.big().notNull(),
  }),
});
