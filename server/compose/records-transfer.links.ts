// Links of the exchange with the practice software: patients, appointments and tasks of the desk,
// users of accounts.

import { readPraxisFacts } from '../accounts/settings/read-settings.ts';
import { noteArrival } from '../desk/patient/arrivals.ts';
import { noteChanges } from '../desk/patient/decide-changes.ts';
import { takenOf } from '../desk/patient/read-changes.ts';
import { dropOnlineTermin, putOnlineTermin } from '../desk/patient/put-appointment.ts';
import { resolvePatient } from '../desk/patient/read-patient.ts';
import { findAlike } from '../desk/patient/store.ts';
import { takePerson } from '../desk/patient/take-person.ts';
import { exportKey, setExport } from '../desk/task/move-task.ts';
import { wireTransfer, type Transfer, type TransferHost } from '../records/wiring.ts';
import { usersOf } from '../accounts/users/users-of.ts';
import type { Deps } from './deps.ts';

/** Passes the functions of other wings to the exchange. */
export const transferHost = (
  d: Deps,
  printAnswers: TransferHost['printAnswers'],
): TransferHost => ({
  store: d.store,
  workshop: d.workshop,
  log: d.log,
  now: d.now,
  keys: (cid) => d.keys(cid),
  blobs: d.blobs,
  exchangeBase: d.exchangeBase,
  printAnswers,
  transfer: {
    takePerson,
    noteArrival,
    setExport,
    exportKey,
    putTermin: putOnlineTermin,
    dropTermin: dropOnlineTermin,
    person: resolvePatient,
    alike: findAlike,
    takenChanges: takenOf,
    noteHanded: (w, patid, ids) => noteChanges(w, patid, ids, true),
    praxis: readPraxisFacts,
    async nameOf(look) {
      const people = new Map([...(await usersOf(look))].map(([id, name]) => [`user:${id}`, name]));
      return (actor) => people.get(actor?.split('@')[0] ?? '') ?? '';
    },
  },
});

/** Builds the exchange alone. */
export const createHandOver = (d: Deps, printAnswers: TransferHost['printAnswers']): Transfer =>
  wireTransfer(transferHost(d, printAnswers));
