/** Tells which delivered rows belong to one row of a table. */
import { type PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import { GEBUEHREN } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { appointmentPlacesOf, servicePlacesOf } from '../../metrics/row-index.ts';
import { WEEKDAYS } from '../../snapshot/calendar.ts';
import type { Selection } from '../../snapshot/selection.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { hourNames } from '../extended/hourly-fees.ts';
import { planStateWords } from '../extended/plan-states.ts';
import { positionsOf } from '../positions.ts';
import { hourOfWeek, HOURS, NO_HOUR } from '../revenue/weekday-revenue.ts';
import type { RowKind } from './row-name.ts';
import { payersOf, payerWord } from '../revenue/payer-revenue.ts';

/** Checks whether a delivered row belongs to a row of a table. */
export type RowTest = (entity: PvsEntity, at: number) => boolean;

/** Builds a test of services by their index in the image. */
function serviceTest(snapshot: Snapshot, isOf: (i: number) => boolean): RowTest {
  const places = servicePlacesOf(snapshot);
  return (entity, at) => {
    const i = entity === 'leistung' ? places[at]! : -1;
    return i >= 0 && isOf(i);
  };
}

/** Index of a position named by its fee schedule, a space and its number; -1 for an unknown one. */
function positionNamed(snapshot: Snapshot, name: string): number {
  const [schedule = '', ...number] = name.split(' '),
    { system, nr } = positionsOf(snapshot);
  return system.findIndex(
    (word, at) =>
      (GEBUEHREN[word] ?? 'EIGEN') === schedule &&
      (snapshot.services.positionNumbers.words[nr[at]!] ?? '') === number.join(' '),
  );
}

const TESTS: Readonly<Record<RowKind, (a: Selection, name: string) => RowTest>> = {
  position({ snapshot }: Selection, name: string): RowTest {
    const { ofService } = positionsOf(snapshot),
      wanted = positionNamed(snapshot, name);
    return serviceTest(snapshot, (i) => ofService[i] === wanted);
  },
  traeger({ snapshot }: Selection, word: string): RowTest {
    const payers = payersOf(snapshot);
    return serviceTest(snapshot, (i) => payerWord(payers[i]!) === word);
  },
  stunde({ snapshot }: Selection, name: string): RowTest {
    const [day = '', hour = ''] = name.split('|'),
      wanted =
        WEEKDAYS.indexOf(day as (typeof WEEKDAYS)[number]) * HOURS +
        (hour === '' ? NO_HOUR : Number(hour)),
      hours = hourOfWeek(snapshot);
    return serviceTest(snapshot, (i) => hours[i] === wanted);
  },
  patient({ snapshot }: Selection, id: string): RowTest {
    const { tables } = snapshot.rawRows,
      wanted = id === '' ? -1 : (tables.patient.slotById.get(id) ?? -2),
      places = servicePlacesOf(snapshot);
    return (entity, at) => {
      if (entity === 'patient') return at === wanted;
      if (entity === 'leistung') return snapshot.services.pat[places[at]!] === wanted;
      const record = tables[entity].columns['patid']?.[at] ?? -1;
      return (record < 0 ? -1 : snapshot.mergedInto[record]!) === wanted;
    };
  },
  herkunft({ snapshot }: Selection, name: string): RowTest {
    const [source = '', zip = ''] = name.split('|'),
      patients = snapshot.rawRows.tables.patient,
      places = servicePlacesOf(snapshot);
    return (entity, at) => {
      const pat =
        entity === 'patient'
          ? at
          : entity === 'leistung'
            ? snapshot.services.pat[places[at]!]!
            : -1;
      return (
        pat >= 0 && patients.text('quelle', pat) === source && patients.text('plz', pat) === zip
      );
    };
  },
  terminstunde(a: Selection, name: string): RowTest {
    const nameOf = hourNames(a),
      places = appointmentPlacesOf(a.snapshot);
    return (entity, at) => entity === 'termin' && nameOf(places[at]!) === `terminstunde:${name}`;
  },
  terminart({ snapshot }: Selection, id: string): RowTest {
    const wanted = id === '' ? -1 : (snapshot.rawRows.tables.terminarten.slotById.get(id) ?? -2),
      places = appointmentPlacesOf(snapshot);
    return (entity, at) =>
      entity === 'termin' && snapshot.appointments.terminart[places[at]!] === wanted;
  },
  stand(a: Selection, name: string): RowTest {
    const [state = '', ...reason] = name.split('|'),
      wordsOf = planStateWords(a);
    return (entity, at) => {
      if (entity !== 'hkp') return false;
      const own = wordsOf(at);
      return own.status === state && own.reason === reason.join('|');
    };
  },
};

/** Returns the test of a named row of a table. @throws AppError not_found for an unknown kind */
export function rowTestOf(a: Selection, name: string): RowTest {
  const [kind = '', ...rest] = name.split(':'),
    build = TESTS[kind as RowKind] as (typeof TESTS)[RowKind] | undefined;
  if (build === undefined) throw new AppError('not_found');
  return build(a, rest.join(':'));
}
