/**
 * Numbers with a slash or a blank: from the file of the practice software over every page of the
 * person to the files that go back.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { numberInPath } from '../../shared/desk/patient-number.ts';
import { readGdt, valueOf } from '../../shared/records/gdt.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { sendMappe } from '../support/mappe.ts';
import { addPractice, renew, type Practice } from '../support/practice.ts';
import { SimTablet, submissionOf } from '../support/sim-tablet.ts';
import { gdt, JOERG, lying, makeFolders, setUp, type Folders } from './exchange.ts';
import { watchedOf } from './watched.ts';

const NUMBERS = [
  ['4711/2', 'gdt'],
  ['12 345', 'gdt'],
  ['1/2 b', 'pdf'],
] as const;
const renderer = testRenderer();

describe('numbers with a slash or a blank', () => {
  let t: TestApp, p: Practice, folders: Folders;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer });
    p = await addPractice(t, 'zahlen');
    await t.deps.keys(p.cid);
    folders = makeFolders();
  });
  afterAll(async () => {
    renderer.close();
    folders.drop();
    await t.drop();
  });
  const { put, look, board, transfer } = watchedOf(() => ({ t, p, folders }));
  const saying = (patid: string): Uint8Array =>
    gdt('6301', [...JOERG.filter(([id]) => id !== '3000'), ['3000', patid]]);

  it.each(NUMBERS)(
    '%j arrives, opens on every page, is signed for and goes back as %s',
    async (patid, way) => {
      await setUp(p, folders, { targets: { gdt: way === 'gdt', pdf: way === 'pdf', fhir: true } });
      put('neu.gdt', saying(patid));
      await look();
      expect((await board()).arrivals.map((one) => one.patid)).toContain(patid);

      const part = numberInPath(patid),
        said = encodeURIComponent(patid);
      const statuses: [string, number][] = [];
      for (const page of [
        `/patient/patients/${part}`,
        `/patient/patients/${part}/family`,
        `/patient/patients/${part}/changes`,
        `/tablet/rules/proposal?patid=${said}`,
        `/documents/list?patid=${said}`,
        `/consents/patients/${part}`,
        `/papers/of/${part}`,
        `/papo/ways?patid=${said}`,
        `/retention/people/${part}`,
      ])
        statuses.push([page, (await p.call(page, { as: p.users.owner })).status]);
      expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
      expect((await p.call(`/patient/patients/${part}`, { as: p.users.owner })).json).toMatchObject(
        {
          patid,
        },
      );

      const tablet = await SimTablet.register(p);
      const { taskIds } = await sendMappe(p, { patid, name: 'Jörg Müller', tabletId: tablet.id });
      const body = (await tablet.inbox()).find((one) => one.taskId === taskIds[0]);
      if (!body) throw new Error('nothing came');
      await tablet.push(await tablet.op('task.submit', body, submissionOf(body, t.clock.now)));
      await t.runJobs();

      // Every file lies in the folder itself, under a plain name.
      const ours = lying(folders.out).filter((name) => name.includes(taskIds[0]!.slice(-12)));
      expect(ours.filter((name) => !/^[\w.-]+$/.test(name))).toEqual([]);
      expect(ours.map((name) => path.extname(name)).sort()).toEqual(
        [way === 'gdt' ? '.gdt' : '.csv', '.json', '.pdf'].sort(),
      );
      const bytesOf = (end: string): Buffer =>
        readFileSync(path.join(folders.out, ours.find((name) => name.endsWith(end)) ?? ''));
      const numberIn = (): string | undefined => {
        if (way === 'pdf') return bytesOf('.csv').toString().split('\r\n')[1]?.split(';')[0];
        const read = readGdt(bytesOf('.gdt')),
          record = read.ok ? read.records[0] : undefined;
        return record && valueOf(record, '3000');
      };
      expect(numberIn()).toBe(patid);
      const bundle = JSON.parse(bytesOf('.json').toString()) as {
        entry: { resource: { identifier: unknown[] }; request: { ifNoneExist?: string } }[];
      };
      expect(bundle.entry[0]).toMatchObject({
        resource: { identifier: [{ value: patid }] },
        request: { ifNoneExist: `identifier=${encodeURIComponent(`urn:molar:patid|${patid}`)}` },
      });
    },
  );

  it('a number that is a path, holds a control character or is too long is refused and reported', async () => {
    const attacks = [
      '../1',
      '1/../../2',
      '/etc/passwd',
      '1/',
      '1\u00002',
      '1\\..\\2',
      '9'.repeat(65),
    ];
    for (const [n, patid] of attacks.entries()) put(`angriff-${n}.gdt`, saying(patid));
    await look();
    t.clock.now += 2000;
    await look();
    const { unread } = await transfer();
    expect(unread.map((one) => one.error)).toEqual(attacks.map(() => 'bad_number'));
    for (const patid of attacks)
      expect([
        patid,
        (await p.call(`/patient/patients/${numberInPath(patid)}`, { as: p.users.owner })).status,
      ]).toEqual([patid, 404]);
  });

  const GDT_ONLY = { targets: { gdt: true, pdf: false, fhir: false } },
    takesMore = () => setUp(p, folders, { ...GDT_ONLY, numberMost: 12 }),
    wasSetUpBefore = () =>
      t.deps.store.write(async (tx) => {
        const { doctosync } = t.deps.store.t;
        await tx.update(doctosync).set({ numberMost: null }).where(eq(doctosync.cid, p.cid));
      });
  it.each([
    ['may take it', 'Kern', takesMore],
    ['was set up before there was a limit', 'Kühn', wasSetUpBefore],
  ])(
    'a long number that was given here is handed over once the receiver %s',
    async (_, lastName, takes) => {
      // The clock of the case before has outrun its sessions.
      await renew(p);
      const made = await p.post('/patient/patients', p.users.reception, {
        firstName: 'Ida',
        lastName,
        geburtsdatum: '1990-02-03',
        confirmed: true,
      });
      const { patid } = made.json as { patid: string };
      expect(patid.length).toBeGreaterThan(10);
      await setUp(p, folders, GDT_ONLY);
      const tablet = await SimTablet.register(p);
      const { taskIds } = await sendMappe(p, {
        patid,
        name: `Ida ${lastName}`,
        tabletId: tablet.id,
      });
      const body = (await tablet.inbox()).find((one) => one.taskId === taskIds[0]);
      if (!body) throw new Error('nothing came');
      await tablet.push(await tablet.op('task.submit', body, submissionOf(body, t.clock.now)));
      await t.runJobs();
      const ours = () => lying(folders.out).filter((name) => name.includes(taskIds[0]!.slice(-12)));
      const stuck = (await transfer()).open.find((one) => one.taskId === taskIds[0]);
      expect([stuck?.error, ours()]).toEqual(['long_number', []]);

      await takes();
      t.clock.now += 3_600_000;
      await t.runJobs();
      const gdtName = ours().find((name) => name.endsWith('.gdt')) ?? '';
      const read = readGdt(readFileSync(path.join(folders.out, gdtName)));
      expect(read.ok && read.records[0] && valueOf(read.records[0], '3000')).toBe(patid);
    },
  );
});
