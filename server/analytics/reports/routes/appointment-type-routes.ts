// Calls below /api of the interface to appointments: which standard group each appointment type and each keyword of the practice belongs to, with guesses.

import { STANDARDGRUPPEN } from '../../../../shared/analytics/deliveries/standard-groups.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import type { Stichwortmuster } from '../../../../shared/analytics/deliveries/keywords.ts';
import {
  vermuteteGruppe,
  type Standardgruppe,
} from '../../../../shared/analytics/deliveries/appointment-types.ts';
import {
  saveStichworteSchema,
  saveTerminartenSchema,
  stichwortProbeSchema,
  stichwortWirkungSchema,
  terminartenSchema,
  type StichwortWirkung,
  type StichwortZuordnung,
  type TerminartZuordnung,
} from '../../../../shared/analytics/deliveries/appointment-types.schema.ts';
import { trueRows } from '../../../platform/db/pvs-rows.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Look } from '../../../platform/work.ts';
import { personOf } from './overview-routes.ts';
import {
  putStichworte,
  putTerminartGruppe,
  stichworteOf,
  terminartGruppen,
} from './practice-goals-store.ts';

/** A group that is known; what an older program wrote otherwise is none. */
const gruppeOf = (word: string | null | undefined): Standardgruppe | null =>
  STANDARDGRUPPEN.find((one) => one === word) ?? null;

async function zuordnungen(
  look: Look,
  people: ReadonlyMap<string, string>,
): Promise<TerminartZuordnung[]> {
  const said = await terminartGruppen(look),
    groups = new Map(
      (await trueRows(look, 'termingruppen')).map((row) => [row.id, row.name ?? '']),
    );
  return (await trueRows(look, 'terminarten'))
    .map((row) => {
      const own = said.get(row.id),
        isSaid = own !== undefined && !own.isProposed;
      return {
        id: row.id,
        name: row.name ?? '',
        gruppenname: groups.get(row.gruppe ?? '') ?? '',
        dauerMin: row.dauerMin,
        geliefert: gruppeOf(row.standardgruppe),
        eigene: isSaid ? gruppeOf(own.gruppe) : null,
        vorschlag: own?.isProposed === true ? gruppeOf(own.gruppe) : null,
        wer: isSaid ? (people.get(own.changedBy) ?? '') : '',
        am: isSaid ? own.changedAt : null,
      };
    })
    .toSorted(
      (a, b) => a.name.localeCompare(b.name, 'de', { numeric: true }) || (a.id < b.id ? -1 : 1),
    );
}

async function stichworte(
  look: Look,
  people: ReadonlyMap<string, string>,
): Promise<StichwortZuordnung[]> {
  return (await stichworteOf(look)).map(({ muster, gruppe, isProposed, changedBy, changedAt }) => ({
    muster,
    gruppe,
    istVorschlag: isProposed,
    wer: people.get(changedBy) ?? '',
    am: changedAt,
  }));
}
const bare = (list: readonly Stichwortmuster[]): Stichwortmuster[] =>
  list.map(({ muster, gruppe }) => ({ muster, gruppe }));
const isSame = (a: readonly Stichwortmuster[], b: readonly Stichwortmuster[]): boolean =>
  a.length === b.length &&
  a.every((one, at) => one.muster === b[at]!.muster && one.gruppe === b[at]!.gruppe);

/** What the thread of reports is asked. */
export interface TerminartenLinks {
  people(look: Look): Promise<ReadonlyMap<string, string>>;
  wirkung(
    look: Look,
    input: { items: readonly Stichwortmuster[]; angebote: readonly string[] },
  ): Promise<StichwortWirkung>;
  vorschlaege(look: Look, input: { items: readonly Stichwortmuster[] }): Promise<Stichwortmuster[]>;
}
async function alles(
  look: Look,
  links: TerminartenLinks,
): Promise<{ items: TerminartZuordnung[]; stichworte: StichwortZuordnung[] }> {
  const people = await links.people(look);
  return { items: await zuordnungen(look, people), stichworte: await stichworte(look, people) };
}

export const terminartenRoutes = (links: TerminartenLinks): Route[] => [
  route(
    {
      method: 'get',
      path: '/settings/pattermapi',
      policy: 'report.read',
      summary:
        'Appointment types and keywords of the practice with the standard group of each: delivered, said here, guessed',
      answer: terminartenSchema,
    },
    async (_input, context) => alles(context.look(), links),
  ),
  route(
    {
      method: 'post',
      path: '/settings/init/pattermapi',
      policy: 'report.write',
      summary:
        'Set the mapping of appointment types and keywords up: guesses for those without a group; what was said stays',
      answer: terminartenSchema,
      errors: ['reports_loading'],
    },
    async (_input, context) => {
      const changedBy = personOf(context),
        look = context.look(),
        open = (await zuordnungen(look, new Map())).filter(
          (one) => one.geliefert === null && one.eigene === null,
        );
      const guessed = open.flatMap(({ id, name, gruppenname, vorschlag }) => {
        const gruppe = vermuteteGruppe(name, gruppenname);
        return gruppe === vorschlag ? [] : [{ word: id, gruppe }];
      });
      const before = await stichworteOf(look),
        muster = await links.vorschlaege(look, {
          items: bare(before.filter((one) => !one.isProposed)),
        }),
        isNew = !isSame(
          muster,
          before.filter((one) => one.isProposed),
        );
      if (guessed.length > 0 || isNew)
        await context.write(async (w) => {
          for (const one of guessed)
            await putTerminartGruppe(w, { ...one, isProposed: true, changedBy });
          if (isNew) await putStichworte(w, { muster, isProposed: true, changedBy });
          if (guessed.length > 0)
            await w.audit('appointment_types.proposed', { count: guessed.length });
          if (isNew) await w.audit('appointment_keywords.proposed', { count: muster.length });
        });
      return alles(context.look(), links);
    },
  ),
  route(
    {
      method: 'put',
      path: '/settings/pattermapi',
      policy: 'report.write',
      summary:
        'Say which standard group appointment types belong to; reports count with it at once',
      body: saveTerminartenSchema,
      answerType: 'none',
      errors: ['validation'],
    },
    async ({ body: { items } }, context) => {
      const changedBy = personOf(context),
        known = new Set((await trueRows(context.look(), 'terminarten')).map((row) => row.id));
      if (items.some((one) => !known.has(one.id)))
        throw new AppError('validation', { fields: { id: 'unknown' } });
      await context.write(async (w) => {
        for (const { id, gruppe } of items)
          await putTerminartGruppe(w, { word: id, gruppe, isProposed: false, changedBy });
        await w.audit('appointment_types.mapped', { count: items.length });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/settings/pattermapi/vorschau',
      policy: 'report.write',
      summary:
        'What patterns of keywords would do: appointments that each decides, and what stays without a group',
      body: stichwortProbeSchema,
      answer: stichwortWirkungSchema,
      errors: ['validation', 'reports_loading'],
    },
    async ({ body }, context) => links.wirkung(context.look(), body),
  ),
  route(
    {
      method: 'put',
      path: '/settings/pattermapi/stichworte',
      policy: 'report.write',
      summary:
        'Say which standard group keywords of appointments belong to, by patterns in their order; reports count with it at once',
      body: saveStichworteSchema,
      answerType: 'none',
      errors: ['validation', 'conflict'],
    },
    async ({ body: { items, vorher } }, context) => {
      const changedBy = personOf(context);
      await context.write(async (w) => {
        const now = bare((await stichworteOf(w)).filter((one) => !one.isProposed));
        // The same once more changes nothing.
        if (isSame(now, items)) return;
        if (!isSame(now, vorher)) throw new AppError('conflict');
        await putStichworte(w, { muster: items, isProposed: false, changedBy });
        await w.audit('appointment_keywords.mapped', { count: items.length });
      });
      return undefined;
    },
  ),
];
