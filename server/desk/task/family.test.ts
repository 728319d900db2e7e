// Tests of a family's Mappe on both databases: order and person of papers, signers, paper fallback,
// unlocking birth dates, joint withdrawal, move and closing.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import type { Standing } from '../../../shared/desk/mappe-family.ts';
import type {
  QuestionnaireResponse,
  ResponseItem,
} from '../../../shared/forms/questionnaire/response-types.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import {
  answersTo,
  dataOf,
  openWorld,
  submission,
  type Device,
  type World,
} from '../sync/testing.ts';
import { undoMappe, withdrawMappe } from './change-task.ts';
import { composeMappe, type Composition } from './compose-mappe.ts';
import { listBoardMappen } from './list-mappen.ts';
import { interruptMappe, moveMappe } from './place-mappe.ts';
import { findTask, tasksOf } from './store.ts';

const code = (p: Promise<unknown>): Promise<unknown> =>
  p.then(
    () => 'ok',
    (e: unknown) =>
      e instanceof AppError
        ? e.fields
          ? Object.entries(e.fields)[0]?.join(' ')
          : e.code
        : String(e),
  );
const NOTICE = { template: 'datenschutz@1', fields: { datenschutzkontakt: 'Wert' } };
const mother: Standing = { role: 'patient', name: 'Ayşe Yılmaz', patid: 'm' };
const motherOf = (patid: string): Standing => ({
  role: 'parent1',
  name: 'Ayşe Yılmaz',
  capacity: 'Mutter',
  patid,
});
/** In the order of the tablet. */
const inOrder = (bodies: readonly TaskBody[]): TaskBody[] =>
  [...bodies].sort((x, y) => x.position - y.position);
const ITEMS: Composition['items'] = [
  { template: 'foto@1', patid: 'b' },
  { template: 'patientendaten@1', patid: 'm' },
  { template: 'foto@1', patid: 'm' },
  NOTICE,
  { template: 'patientendaten@1', patid: 'a' },
  { template: 'foto@1', patid: 'a' },
];

describe.each(STORES)('a family on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
    await world.addPatient('m', 'Ayşe', 'Yılmaz', '1985-03-12');
    await world.addPatient('a', 'Lina', 'Yılmaz', '2018-05-01');
    await world.addPatient('b', 'Ben', 'Krause', '2018-05-01');
  });
  const input = (change: Partial<Composition> = {}): Composition => ({
    patids: ['m', 'a', 'b'],
    items: ITEMS,
    tabletId: null,
    language: 'de',
    textScale: 100,
    identifiedBy: 'bekannt',
    signers: [mother, motherOf('a'), motherOf('b')],
    ...change,
  });
  const compose = (change: Partial<Composition> = {}) =>
    world.write((w) => composeMappe(w, world.links, input(change)));
  const rows = async (mappeId: string) => tasksOf(world.look(), mappeId);

  it('puts common papers first, then by person; each paper has its own person and signer', async () => {
    const { mappeId } = await compose();
    const tasks = await rows(mappeId);
    expect(tasks.map((t) => [t.patid, t.template])).toEqual([
      ['m', 'datenschutz@1'],
      ['m', 'patientendaten@1'],
      ['m', 'foto@1'],
      ['a', 'patientendaten@1'],
      ['a', 'foto@1'],
      ['b', 'foto@1'],
    ]);
    expect(tasks.filter((t) => t.template === 'foto@1').map((t) => dataOf(t).signers)).toEqual([
      [{ role: 'patient', name: 'Ayşe Yılmaz' }],
      [{ role: 'parent1', name: 'Ayşe Yılmaz', capacity: 'Mutter' }],
      [{ role: 'parent1', name: 'Ayşe Yılmaz', capacity: 'Mutter' }],
    ]);
    expect(tasks.map((t) => dataOf(t).patient.name)).toEqual([
      'Ayşe Yılmaz',
      'Ayşe Yılmaz',
      'Ayşe Yılmaz',
      'Lina Yılmaz',
      'Lina Yılmaz',
      'Ben Krause',
    ]);
    const [shown] = await listBoardMappen(world.look());
    expect(shown?.patients.map((p) => p.patid)).toEqual(['m', 'a', 'b']);
    expect(shown?.tasks.map((t) => t.patid)).toEqual(tasks.map((t) => t.patid));
    const told = (await world.look().db.find(world.look().t.audit)).filter(
      (row) => row.type === 'mappe.composed',
    );
    expect(told).toHaveLength(3);
  });

  it('rejects documents without a permitted signer, and names them', async () => {
    expect(await code(compose({ signers: [mother, motherOf('a')] }))).toBe('signers missing');
    expect(
      await code(
        compose({ signers: [{ ...mother, role: 'parent1' }, motherOf('a'), motherOf('b')] }),
      ),
    ).toBe('signers adult_signs');
    expect(
      await code(
        compose({
          signers: [mother, motherOf('a'), { role: 'patient', name: 'Ben Krause', patid: 'b' }],
        }),
      ),
    ).toBe('signers child_alone');
    expect(
      await code(
        compose({
          signers: [mother, motherOf('a'), motherOf('b'), { role: 'parent1', name: 'X' }],
        }),
      ),
    ).toBe('signers.3.patid unknown');
    expect(await code(compose({ patids: ['m', 'a', 'b', 'm'] }))).toBe('patids.3 twice');
    expect(await code(compose({ items: [{ template: 'foto@1' }] }))).toBe('items.0.patid required');
    expect(await code(compose({ items: [{ template: 'foto@1', patid: '1' }] }))).toBe(
      'items.0.patid unknown',
    );
    expect(await code(compose({ patids: ['m', '404'] }))).toBe('not_found');
  });

  it('a grandmother brings both: unsigned papers are read here and go home, forms are answered', async () => {
    const { mappeId, taskIds } = await world.mappe({
      patids: ['a', 'b'],
      tabletId: tablet.id,
      templates: [],
      items: [
        { template: 'patientendaten@1', patid: 'a' },
        { template: 'foto@1', patid: 'a' },
        { template: 'foto@1', patid: 'b' },
      ],
      signers: [
        { role: 'companion', name: 'Emine Yılmaz', capacity: 'Großmutter', patid: 'a' },
        motherOf('b'),
      ],
    });
    const tasks = await rows(mappeId);
    expect(tasks.map((t) => t.state)).toEqual(['assigned', 'paper', 'assigned']);
    expect(tasks[1]?.formRequirement.form).toBe('custody');
    expect(dataOf(tasks[1]!).signers.map((s) => [s.role, s.name])).toEqual([
      ['parent1', ''],
      ['parent2', ''],
    ]);
    expect((await tablet.inbox()).map((body) => body.taskId).sort()).toEqual([...taskIds].sort());
    const away = await compose({
      patids: ['a', 'b'],
      items: [{ template: 'foto@1', patid: 'a' }],
      signers: [motherOf('a'), { role: 'parent2', name: 'Cem Yılmaz', patid: 'a', isAway: true }],
    });
    // An absent signer signs the same paper elsewhere: no reason for paper.
    const shared = dataOf((await rows(away.mappeId))[0]!);
    expect([shared.formRequirement.form, shared.signers.map((s) => s.name)]).toEqual([
      'textform',
      ['Ayşe Yılmaz', 'Cem Yılmaz'],
    ]);
    expect(
      await code(
        compose({
          patids: ['a', 'b'],
          items: [{ template: 'foto@1', patid: 'a' }],
          signers: [
            motherOf('a'),
            { role: 'parent1', name: 'Cem Yılmaz', patid: 'a', isAway: true },
          ],
        }),
      ),
    ).toBe('signers.1.role twice');
  });

  it('sends the tablet the person and the birth dates that open the Mappe', async () => {
    await world.mappe(input({ tabletId: tablet.id }));
    const told = inOrder(await tablet.inbox()).map((body) => [body.patient.name, body.family]);
    expect(told).toEqual([
      ...Array.from({ length: 3 }, () => [
        'Ayşe Yılmaz',
        { at: 1, count: 3, days: ['1985-03-12'] },
      ]),
      ...Array.from({ length: 2 }, () => [
        'Lina Yılmaz',
        { at: 2, count: 3, days: ['1985-03-12', '2018-05-01'] },
      ]),
      ['Ben Krause', { at: 3, count: 3, days: ['1985-03-12', '2018-05-01'] }],
    ]);
    const alone = await world.tablet();
    await world.mappe({ tabletId: alone.id });
    expect((await alone.inbox())[0]?.family).toBeUndefined();
  });

  it("offers an address given today to the others' forms, on any tablet, until the day ends", async () => {
    const { mappeId } = await world.mappe(input({ tabletId: tablet.id })),
      formOf = async (patid: string, on = tablet): Promise<TaskBody> =>
        (await on.inbox()).find(
          (body) => body.patient.patid === patid && body.kind === 'questionnaire',
        )!;
    const own = await formOf('m'),
      child = await formOf('a'),
      before = await tablet.pull();
    const said = (linkId: string, valueString: string): ResponseItem => ({
      linkId,
      answer: [{ valueString }],
    });
    const response: QuestionnaireResponse = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      item: [
        {
          linkId: 'seite.anschrift',
          item: [said('strasse', 'Hauptstraße 5'), said('plz', '50667'), said('wohnort', 'Köln')],
        },
      ],
    };
    expect(
      (await tablet.push(await tablet.op('task.answers', own, answersTo(own, response)))).verdicts,
    ).toMatchObject([{ s: 'applied' }]);
    const address = {
      patid: 'm',
      name: 'Ayşe Yılmaz',
      address: { street: 'Hauptstraße 5', plz: '50667', city: 'Köln' },
    };
    expect([
      child.family?.address,
      (await formOf('a')).family?.address,
      (await formOf('m'))?.family?.address,
    ]).toEqual([undefined, address, undefined]);
    // The tablet is notified automatically.
    const told = await tablet.pull(before.cursor);
    expect(told.items.map((item) => [item.op, item.taskId])).toContainEqual(['put', child.taskId]);
    const other = await world.tablet();
    await world.write((w) => interruptMappe(w, world.links, mappeId));
    await world.write((w) => moveMappe(w, world.links, mappeId, other.id));
    expect((await formOf('a', other)).family?.address).toEqual(address);
    world.clock.now += 86_400_000;
    expect((await formOf('a', other)).family?.address).toBeUndefined();
  });

  it('is undone, interrupted, moved to another tablet and withdrawn as a whole', async () => {
    const first = await world.mappe(input({ tabletId: tablet.id }));
    await world.write((w) => undoMappe(w, world.links, first.mappeId));
    expect((await rows(first.mappeId)).every((t) => t.state === 'cancelled')).toBe(true);
    const { mappeId } = await world.mappe(input({ tabletId: tablet.id })),
      other = await world.tablet();
    const foto = (await tablet.inbox()).find(
      (body) => body.patient.patid === 'm' && body.kind === 'document' && body.mappeId === mappeId,
    )!;
    await tablet.push(await tablet.op('task.submit', foto, submission(foto)));
    await world.write((w) => interruptMappe(w, world.links, mappeId));
    expect((await rows(mappeId)).map((t) => t.state)).toEqual([
      'interrupted',
      'interrupted',
      'submitted',
      'interrupted',
      'interrupted',
      'interrupted',
    ]);
    await world.write((w) => moveMappe(w, world.links, mappeId, other.id));
    expect(inOrder(await other.inbox()).map((body) => body.patient.name)).toEqual([
      'Ayşe Yılmaz',
      'Ayşe Yılmaz',
      'Lina Yılmaz',
      'Lina Yılmaz',
      'Ben Krause',
    ]);
    await world.write((w) => withdrawMappe(w, world.links, mappeId));
    expect((await rows(mappeId)).map((t) => t.state)).toEqual([
      'cancelled',
      'cancelled',
      'submitted',
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    expect((await findTask(world.look(), foto.taskId))?.patid).toBe('m');
  });

  it('is not handed over if one of its children came of age overnight', async () => {
    await world.addPatient('c', 'Can', 'Yılmaz', '2008-11-21');
    const { mappeId } = await world.mappe({
      patids: ['c'],
      tabletId: null,
      templates: ['foto@1'],
      signers: [{ role: 'parent1', name: 'Ayşe Yılmaz' }],
    });
    world.clock.now += 86_400_000;
    expect(await code(world.write((w) => moveMappe(w, world.links, mappeId, tablet.id)))).toBe(
      'of_age',
    );
  });
});
