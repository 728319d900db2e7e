// Lists the appointments of a day with their patients.

import type { BoardTermin } from '../../../shared/exchange/board.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { listName } from '../../../shared/desk/patient.ts';
import type { Look } from '../../platform/work.ts';
import { resolvePatients } from './read-patient.ts';
import { findTermine } from './store.ts';

/**
 * Returns appointments by time; those without a known patient are left out.
 * @param day YYYY-MM-DD; today in Berlin when absent.
 */
export async function listTermine(look: Look, day = berlinDay(look.now)): Promise<BoardTermin[]> {
  const rows = await findTermine(look, day);
  const people = await resolvePatients(
    look,
    rows.map((r) => r.patid),
  );
  return rows.flatMap((r) => {
    const p = people.get(r.patid);
    return p
      ? [
          {
            terminId: r.terminId,
            time: r.time,
            patid: p.patid,
            name: listName(p),
            geburtsdatum: p.geburtsdatum,
            zimmer: r.zimmer,
            behandler: r.behandler,
            art: r.art,
          },
        ]
      : [];
  });
}

/** Checks whether a day has any appointments. */
export const hasAppointments = async (look: Look, day: string): Promise<boolean> =>
  (await findTermine(look, day)).length > 0;
