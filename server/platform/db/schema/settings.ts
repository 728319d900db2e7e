// Tables of the installation, the practices and their r4c hosts (writer: server/accounts/settings).

import type { PinCheck } from '../../../../shared/exchange/pin-check.ts';
import type { Kit } from '../kit.ts';

/** What a practice may set; validated by `shared/accounts/settings.schema.ts` when saved. */
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
  /** What tablets keep of the PIN for the time without a network. */
  tabletPinCheck?: PinCheck;
  /** Room for files in GB. */
  storageGb?: number;
  /** Ids of the forms that tablets keep as blank ones. */
  blankForms?: string[];
}

export const settingsTables = (k: Kit) => ({
  /** One row: identity of this database. */
  installation: k.table('installation', {
    id: k.text().primaryKey(),
    epoch: k.text().notNull(),
    securityEpoch: k.int().notNull(),
    createdAt: k.big().notNull(),
  }),
  praxis: k.table('praxis', {
    cid: k.text().primaryKey(),
    name: k.text().notNull(),
    settings: k.json<PraxisSettings>().notNull(),
    version: k.int().notNull(),
    createdAt: k.big().notNull(),
  }),
  r4c: k.table(
    'r4c',
    { r4cUuid: k.text().primaryKey(), cid: k.text().notNull(), r4chost: k.text().notNull() },
    (t) => [k.unique('r4c_host').on(t.r4chost)],
  ),
});
