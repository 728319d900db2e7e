// Tables of patients and appointments (writer: server/desk/patient).

import { sql } from 'drizzle-orm';
import type { ChangeState } from '../../../../shared/desk/master-data.ts';
import type { MasterField } from '../../../../shared/desk/master-fields.ts';
import type { Kit } from '../kit.ts';

export const patientTables = (k: Kit) => ({
  patient: k.table(
    'patient',
    {
      cid: k.text().notNull(),
      patid: k.text().notNull(),
      title: k.text().notNull(),
      firstName: k.text().notNull(),
      lastName: k.text().notNull(),
      geburtsdatum: k.day().notNull(),
      street: k.text().notNull(),
      plz: k.text().notNull(),
      city: k.text().notNull(),
      /** Unknown until stated; values of `shared/desk/master-data.ts`. */
      gender: k.text(),
      country: k.text(),
      birthplace: k.text(),
      mobile: k.text(),
      landline: k.text(),
      phone: k.text(),
      email: k.text(),
      herkunft: k.text().$type<'demo' | 'hand' | 'pvs' | 'gdt'>().notNull(),
      mergedInto: k.text(),
      createdAt: k.big().notNull(),
      /** Folded for search: lower case, umlauts as base letters. */
      search: k.text().notNull(),
      /** Number of the practice's last change of a record, see `patientVersion`; set by a trigger. */
      rev: k.big(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.patid] }),
      k.index('patient_search').on(t.cid, t.search),
      k.index('patient_birth').on(t.cid, t.geburtsdatum),
      k.index('patient_name').on(t.cid, t.lastName),
      k.index('patient_rev').on(t.cid, t.rev),
      k
        .index('patient_merged')
        .on(t.cid, t.mergedInto)
        .where(sql`merged_into is not null`),
    ],
  ),
  /**
   * Counts the changes of a practice's records, for the index in memory. Triggers of both databases
   * write it, so that no way of writing is forgotten; `gone` is the count at the last deletion.
   */
  patientVersion: k.table('patient_version', {
    cid: k.text().primaryKey(),
    rev: k.big().notNull(),
    gone: k.big().notNull(),
  }),
  termin: k.table(
    'termin',
    {
      cid: k.text().notNull(),
      terminId: k.text().notNull(),
      patid: k.text().notNull(),
      day: k.day().notNull(),
      time: k.text().notNull(),
      minutes: k.int().notNull(),
      zimmer: k.text().notNull(),
      behandler: k.text().notNull(),
      art: k.text().notNull(),
      /** `ONLINE` for an external calendar; null: the practice's own. */
      quelle: k.text(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.terminId] }),
      k.index('termin_day').on(t.cid, t.day),
      k.index('termin_patid').on(t.cid, t.patid, t.day),
    ],
  ),
  /**
   * Answers that differ from the record: one field each, proposed until staff accepts or declines
   * it.
   */
  masterChange: k.table(
    'master_change',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      patid: k.text().notNull(),
      field: k.text().$type<MasterField>().notNull(),
      before: k.text().notNull(),
      after: k.text().notNull(),
      answersId: k.text().notNull(),
      answeredAt: k.big().notNull(),
      proposedAt: k.big().notNull(),
      /** Author, if it was not the person. */
      recordedBy: k.text(),
      /** The rule that the person confirmed at the tablet (V2, V3, V5). */
      confirmed: k.text(),
      state: k.text().$type<ChangeState>().notNull(),
      decidedAt: k.big(),
      decidedBy: k.text(),
      /** Entered into the practice software by hand, or handed over to it. */
      notedAt: k.big(),
      notedBy: k.text(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.index('master_change_state').on(t.cid, t.state, t.proposedAt),
      k.index('master_change_patid').on(t.cid, t.patid, t.state),
    ],
  ),
  /** Current occupant of each treatment room; one person per room, one room per person. */
  roomStay: k.table(
    'room_stay',
    {
      cid: k.text().notNull(),
      room: k.text().notNull(),
      patid: k.text().notNull(),
      since: k.big().notNull(),
      by: k.text().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.room] })],
  ),
  /**
   * Patients present today, with or without an appointment; `leftRoomAt` is when they last left a
   * treatment room.
   */
  arrival: k.table(
    'arrival',
    {
      cid: k.text().notNull(),
      day: k.day().notNull(),
      patid: k.text().notNull(),
      at: k.big().notNull(),
      by: k.text().notNull(),
      leftRoomAt: k.big(),
    },
    (t) => [k.key({ columns: [t.cid, t.day, t.patid] })],
  ),
});
