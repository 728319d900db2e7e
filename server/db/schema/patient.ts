// Tables of patients and appointments (writer: server/patient).

import type { Kit } from '../kit.ts';

export const patientTables = (k: Kit) => ({
  patient: k.table('patient', {
    cid: k.text().notNull(), patid: k.text().notNull(), title: k.text().notNull(), firstName: k.text().notNull(), lastName: k.text().notNull(),
    geburtsdatum: k.day().notNull(), street: k.text().notNull(), plz: k.text().notNull(), city: k.text().notNull(),
    herkunft: k.text().$type<'demo' | 'hand' | 'pvs' | 'gdt'>().notNull(), mergedInto: k.text(), createdAt: k.big().notNull(),
    /** Folded for search: lower case, umlauts as base letters. */
    search: k.text().notNull(),
  }, t => [k.key({ columns: [t.cid, t.patid] }), k.index('patient_search').on(t.cid, t.search)]),
  termin: k.table('termin', {
    cid: k.text().notNull(), terminId: k.text().notNull(), patid: k.text().notNull(), day: k.day().notNull(), time: k.text().notNull(), minutes: k.int().notNull(),
    zimmer: k.text().notNull(), behandler: k.text().notNull(), art: k.text().notNull(),
  }, t => [k.key({ columns: [t.cid, t.terminId] }), k.index('termin_day').on(t.cid, t.day)]),
  /** Who sits in which treatment room right now; one person a room, one room a person. */
  roomStay: k.table('room_stay', { cid: k.text().notNull(), room: k.text().notNull(), patid: k.text().notNull(), since: k.big().notNull(), by: k.text().notNull() },
    t => [k.key({ columns: [t.cid, t.room] })]),
});
