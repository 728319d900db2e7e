/** Tests of imported appointments on the board: moves, cancellations, and their patients. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Transfer, UploadedTermine } from '../../shared/records/transfer.schema.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, person, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { lying, makeFolders, setUp } from './exchange.ts';
import { event, calendar } from './calendar.ts';

describe.each(STORES)('on the board (%s)', (kind) => {
  let t: TestApp,
    p: Practice,
    n = 0;
  beforeAll(async () => {
    t = await createTestApp(kind);
  });
  afterAll(() => t.drop());
  beforeEach(async () => {
    p = await addPractice(t, `termin${++n}`, [
      person('4711', 'Jörg', 'Müller', '1978-11-05'),
      person('8', 'Anna', 'Groß', '1941-03-04'),
      person('9', 'Anna', 'Groß', '1970-01-01'),
    ]);
  });
  const upload = async (body: Uint8Array, type = 'text/calendar'): Promise<UploadedTermine> => {
    const answer = await p.call('/doctosync/termine', {
      as: p.users.reception,
      method: 'POST',
      body,
      type,
    });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as UploadedTermine;
  };
  const rows = async () =>
    (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.termin))
      .map((one) => `${one.patid} ${one.day} ${one.time} ${one.quelle ?? '-'}`)
      .sort();
  const said = (fields: readonly string[], more: readonly string[] = []) =>
    calendar([event(['SUMMARY:Müller\\, Jörg', 'DESCRIPTION:geb. 05.11.1978', ...fields])], more);
  const AT = 'DTSTART:20261120T130000Z',
    LATER = 'DTSTART:20261120T150000Z';

  it('imported, repeated, moved, cancelled; an older file changes nothing', async () => {
    expect(await upload(said([AT, 'SEQUENCE:0']))).toEqual({
      taken: 1,
      moved: 0,
      cancelled: 0,
      open: 0,
      left: 0,
    });
    expect([await upload(said([AT, 'SEQUENCE:0'])), await rows()]).toEqual([
      { taken: 1, moved: 0, cancelled: 0, open: 0, left: 0 },
      ['4711 2026-11-20 14:00 ONLINE'],
    ]);
    expect((await p.call('/tablet/board', { as: p.users.reception })).json).toMatchObject({
      expected: [{ patid: '4711', time: '14:00' }],
    });
    expect([await upload(said([LATER, 'SEQUENCE:1'])), await rows()]).toEqual([
      { taken: 0, moved: 1, cancelled: 0, open: 0, left: 0 },
      ['4711 2026-11-20 16:00 ONLINE'],
    ]);
    expect([await upload(said([AT, 'SEQUENCE:0'])), await rows()]).toEqual([
      { taken: 1, moved: 0, cancelled: 0, open: 0, left: 0 },
      ['4711 2026-11-20 16:00 ONLINE'],
    ]);
    expect([await upload(said([LATER, 'SEQUENCE:2'], ['METHOD:CANCEL'])), await rows()]).toEqual([
      { taken: 0, moved: 0, cancelled: 1, open: 0, left: 0 },
      [],
    ]);
    await upload(said([LATER, 'SEQUENCE:1']));
    expect(await rows()).toEqual([]);
  });

  it('a newer file removes, moves and adds occurrences of a series; an older one restores nothing', async () => {
    const series = (stamp: string, ...fields: readonly string[]) =>
      calendar([
        [
          'BEGIN:VEVENT',
          'UID:s',
          `DTSTAMP:202611${stamp}T080000Z`,
          'SUMMARY:Müller\\, Jörg',
          'DESCRIPTION:geb. 05.11.1978',
          ...fields,
          'END:VEVENT',
        ].join('\r\n'),
      ]);
    const shown = async () => (await rows()).map((one) => one.slice(5, 21));
    const begin = 'DTSTART;TZID=Europe/Berlin:20261125T100000';
    const first = series('01', begin, 'RRULE:FREQ=WEEKLY;COUNT=3');
    await upload(first);
    expect(await shown()).toEqual(['2026-11-25 10:00', '2026-12-02 10:00', '2026-12-09 10:00']);
    const less = [begin, 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20261202T090000Z'];
    expect(await upload(series('02', ...less))).toMatchObject({ taken: 2, cancelled: 1 });
    expect(await shown()).toEqual(['2026-11-25 10:00', '2026-12-09 10:00']);
    await upload(first);
    expect(await shown()).toEqual(['2026-11-25 10:00', '2026-12-09 10:00']);
    const moved = begin.replace('T10', 'T14');
    await upload(series('03', moved, 'RRULE:FREQ=WEEKLY;COUNT=2'));
    expect(await shown()).toEqual(['2026-11-25 14:00', '2026-12-02 14:00']);
    await upload(
      series(
        '04',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261202T140000',
        'DTSTART;TZID=Europe/Berlin:20261202T151500',
      ),
    );
    expect(await shown()).toEqual(['2026-11-25 14:00', '2026-12-02 15:15']);
    await upload(series('05', moved));
    expect(await shown()).toEqual(['2026-11-25 14:00']);
  });
  it('keeps the patient whom staff assigned when a series moves', async () => {
    const series = (start: string, n: number) =>
      calendar([
        event([
          `DTSTART:${start}`,
          `SEQUENCE:${n}`,
          'RRULE:FREQ=DAILY;COUNT=1',
          'SUMMARY:Groß\\, Anna',
        ]),
      ]);
    await upload(series('20261125T100000Z', 0));
    const { online } = (await p.call('/doctosync', { as: p.users.reception })).json as Transfer;
    await p.post('/doctosync/termine/assign', p.users.reception, {
      terminId: online[0]?.terminId,
      patid: '9',
    });
    await upload(series('20261126T100000Z', 1));
    expect(await rows()).toEqual(['9 2026-11-26 11:00 ONLINE']);
  });
  it('reads the neighbours of a broken event, and counts the events that were left out', async () => {
    const broken = event(['DTSTART:kaputt'], 'b');
    expect(await upload(calendar([broken, event([AT, 'X-PATID:8'], 'a')]))).toMatchObject({
      taken: 1,
      left: 1,
    });
    const folders = makeFolders();
    await setUp(p, folders);
    writeFileSync(
      path.join(folders.in, 'kalender.ics'),
      calendar([broken, event([LATER, 'X-PATID:4711'], 'c')]),
    );
    await t.app.watcher.look();
    expect(await rows()).toEqual(['4711 2026-11-20 16:00 ONLINE', '8 2026-11-20 14:00 ONLINE']);
    const { unread } = (await p.call('/doctosync', { as: p.users.reception })).json as Transfer;
    expect(unread).toMatchObject([{ what: 'VEVENT', error: 'bad_event', count: 1 }]);
    folders.drop();
  });

  it('matches by number without conflict, or name and birth date; a name alone waits for staff', async () => {
    const of = (uid: string, fields: readonly string[]) => event([AT, ...fields], uid);
    expect(
      await upload(
        calendar([
          of('a', ['SUMMARY:Groß\\, Anna']),
          of('b', ['X-PATID:8']),
          of('c', ['X-PATID:8', 'DESCRIPTION:geb. 01.01.1970']),
          of('d', ['SUMMARY:Gross\\, Anna', 'DESCRIPTION:*01.01.1970']),
          of('e', ['SUMMARY:Neu\\, Nina']),
        ]),
      ),
    ).toEqual({ taken: 2, moved: 0, cancelled: 0, open: 3, left: 0 });
    expect(await rows()).toEqual(['8 2026-11-20 14:00 ONLINE', '9 2026-11-20 14:00 ONLINE']);
    const { online } = (await p.call('/doctosync', { as: p.users.reception })).json as Transfer,
      a = online.find((one) => one.lastName === 'Groß'),
      e = online.find((one) => one.lastName === 'Neu');
    expect([a?.candidates.map((one) => one.patid).sort(), e?.candidates]).toEqual([['8', '9'], []]);
    const decide = (terminId: string | undefined, patid?: string) =>
      p.post('/doctosync/termine/assign', p.users.reception, {
        terminId,
        ...(patid !== undefined && { patid }),
      });
    expect([
      (await decide(a?.terminId, '9')).status,
      (await decide(a?.terminId, '9')).status,
      (await decide(a?.terminId, '8')).code,
      (await decide(e?.terminId)).status,
      (await decide(e?.terminId, '404')).code,
    ]).toEqual([204, 204, 'state_conflict', 204, 'not_found']);
    // An assignment by staff survives a move of the appointment; ignored ones stay ignored.
    await upload(
      calendar([
        event([LATER, 'SEQUENCE:1', 'SUMMARY:Groß\\, Anna'], 'a'),
        event([LATER, 'SEQUENCE:1', 'SUMMARY:Neu\\, Nina'], 'e'),
      ]),
    );
    expect((await rows()).filter((row) => row.includes('16:00'))).toEqual([
      '9 2026-11-20 16:00 ONLINE',
    ]);
  });

  it("a table in the watched folder is read repeatedly; the practice's own appointments stay", async () => {
    const folders = makeFolders(),
      { termin } = t.deps.store.t;
    await setUp(p, folders);
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.insert(termin, {
        terminId: 'eigen',
        patid: '8',
        day: '2026-11-20',
        time: '08:00',
        minutes: 15,
        zimmer: '',
        behandler: '',
        art: '',
      }),
    );
    for (let i = 0; i < 3; i++) {
      writeFileSync(
        path.join(folders.in, 'termine.csv'),
        'id;patid;datum;uhrzeit;status\neigen;8;20.11.2026;09:00;\nx;4711;20.11.2026;10:00;\ny;4711;21.11.2026;10:00;abgesagt\n',
      );
      await t.app.watcher.look();
      t.clock.now += 2000;
      await t.app.watcher.look();
      expect([lying(folders.in), await rows()]).toEqual([
        [],
        ['4711 2026-11-20 10:00 ONLINE', '8 2026-11-20 08:00 -', '8 2026-11-20 09:00 ONLINE'],
      ]);
    }
    // A program that paused still writes into the file.
    t.clock.now += 31_000;
    await t.app.watcher.look();
    expect(readdirSync(path.join(folders.in, '.molar', 'in'))).toEqual([]);
    expect(readFileSync(path.join(folders.in, '.molar', 'folder.json'), 'utf8')).toContain(p.cid);
    folders.drop();
  });
});
