// Calls below /api of the interface to appointments: which standard group each appointment type of the practice belongs to, with guesses by their names.

import { STANDARDGRUPPEN } from '../../shared/standardgruppen.ts';
import { AppError } from '../../shared/errors.ts';
import { vermuteteGruppe, type Standardgruppe } from '../../shared/terminarten.ts';
import { saveTerminartenSchema, terminartenSchema, type TerminartZuordnung } from '../../shared/terminarten.schema.ts';
import { trueRows } from '../db/pvs-rows.ts';
import { route, type Route } from '../http/route.ts';
import type { Look } from '../work.ts';
import { personOf } from './ueberblick-routes.ts';
import { putTerminartGruppe, terminartGruppen } from './vorgaben-store.ts';

/** A group that is known; what an older program wrote otherwise is none. */
const gruppeOf = (word: string | null | undefined): Standardgruppe | null => STANDARDGRUPPEN.find(one => one === word) ?? null;

async function zuordnungen(look: Look, people: ReadonlyMap<string, string>): Promise<TerminartZuordnung[]> {
  const said = await terminartGruppen(look), groups = new Map((await trueRows(look, 'termingruppen')).map(row => [row.id, row.name ?? '']));
  return (await trueRows(look, 'terminarten')).map(row => {
    const own = said.get(row.id), isSaid = own !== undefined && !own.isProposed;
    return {
      id: row.id, name: row.name ?? '', gruppenname: groups.get(row.gruppe ?? '') ?? '', dauerMin: row.dauerMin, geliefert: gruppeOf(row.standardgruppe),
      eigene: isSaid ? gruppeOf(own.gruppe) : null, vorschlag: own?.isProposed === true ? gruppeOf(own.gruppe) : null, wer: isSaid ? (people.get(own.changedBy) ?? '') : '', am: isSaid ? own.changedAt : null,
    };
  }).toSorted((a, b) => a.name.localeCompare(b.name, 'de', { numeric: true }) || (a.id < b.id ? -1 : 1));
}

export const terminartenRoutes = (people: (look: Look) => Promise<ReadonlyMap<string, string>>): Route[] => [
  route({ method: 'get', path: '/settings/pattermapi', policy: 'report.read', summary: 'Appointment types of the practice with the standard group of each: delivered, said here, guessed', answer: terminartenSchema },
    async (_input, context) => { const look = context.look(); return { items: await zuordnungen(look, await people(look)) }; }),
  route({ method: 'post', path: '/settings/init/pattermapi', policy: 'report.write', summary: 'Set the mapping of appointment types up: guesses by their names for those without a group; what was said stays', answer: terminartenSchema },
    async (_input, context) => {
      const changedBy = personOf(context), look = context.look(), open = (await zuordnungen(look, new Map())).filter(one => one.geliefert === null && one.eigene === null);
      const guessed = open.flatMap(({ id, name, gruppenname, vorschlag }) => { const gruppe = vermuteteGruppe(name, gruppenname); return gruppe === vorschlag ? [] : [{ word: id, gruppe }]; });
      if (guessed.length > 0) await context.write(async w => {
        for (const one of guessed) await putTerminartGruppe(w, { ...one, isProposed: true, changedBy });
        await w.audit('appointment_types.proposed', { count: guessed.length });
      });
      const after = context.look();
      return { items: await zuordnungen(after, await people(after)) };
    }),
  route({ method: 'put', path: '/settings/pattermapi', policy: 'report.write', summary: 'Say which standard group appointment types belong to; reports count with it at once', body: saveTerminartenSchema, answerType: 'none', errors: ['validation'] },
    async ({ body: { items } }, context) => {
      const changedBy = personOf(context), known = new Set((await trueRows(context.look(), 'terminarten')).map(row => row.id));
      if (items.some(one => !known.has(one.id))) throw new AppError('validation', { fields: { id: 'unknown' } });
      await context.write(async w => {
        for (const { id, gruppe } of items) await putTerminartGruppe(w, { word: id, gruppe, isProposed: false, changedBy });
        await w.audit('appointment_types.mapped', { count: items.length });
      });
      return undefined;
    }),
];
