// Labels, rules and closed records of billing proposals, over HTTP on both databases.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  OwnRule,
  BacktestResult,
} from '../../../shared/analytics/billing/own-rules.schema.ts';
import type { RuleInput, Rules } from '../../../shared/analytics/billing/rules.schema.ts';
import type { BillingLabel } from '../../../shared/analytics/billing/labels.schema.ts';
import type { Proposal, Proposals } from '../../../shared/analytics/billing/proposals.schema.ts';
import { STORES } from '../../../tests/support/stores.ts';
import {
  DAY,
  decideThree,
  openProposals,
  OWN_RULE,
  RULE_ID,
  type ProposalPractice,
} from './proposals.testing.ts';

describe.each(STORES)('rules of billing proposals (%s)', (kind) => {
  let bench: ProposalPractice;
  beforeAll(async () => {
    bench = await openProposals(kind);
    await decideThree(bench);
  });
  afterAll(() => bench.t.drop());

  it('concurrent label changes do not conflict; groups and rules assign labels automatically', async () => {
    const { t, staff, get, send, post, list, one, placeOf } = bench;
    const [x, y, z] = [t.deps.newId(), t.deps.newId(), t.deps.newId()];
    for (const [id, name] of [
      [x, 'Dringend'],
      [y, 'Rückfrage'],
      [z, 'Schulung'],
    ] as const)
      expect((await post('/abrechnungslabels', { id, name, color: 'teal' })).status).toBe(204);
    expect(
      (await post('/abrechnungslabels', { id: t.deps.newId(), name: 'DRINGEND', color: 'teal' }))
        .status,
    ).toBe(409);
    await Promise.all([
      post('/abrechnungslabels/assign', { ...placeOf('6'), selectedLabels: [x], vorher: [] }),
      post(
        '/abrechnungslabels/assign',
        { ...placeOf('6'), selectedLabels: [y], vorher: [] },
        staff,
      ),
    ]);
    expect((await one('6'))?.labels.toSorted()).toEqual([x, y].toSorted());
    expect(
      (await post('/abrechnungslabels/assign', { ...placeOf('6'), selectedLabels: [y] })).json,
    ).toEqual({ labels: [y] });
    expect(
      (
        await post('/abrechnungslabels/assign', {
          ...placeOf('6'),
          selectedLabels: [t.deps.newId()],
        })
      ).status,
    ).toBe(404);
    expect(
      (await post('/abrechnungslabels/assign', { ...placeOf('nobody'), selectedLabels: [x] }))
        .status,
    ).toBe(404);
    expect(
      (await send('PUT', '/abrechnungslabels/labelConfig', { labelConfig: { [RULE_ID]: [z] } }))
        .status,
    ).toBe(204);
    expect((await one('6'))?.labels.toSorted()).toEqual([y, z].toSorted());
    expect((await list(`&label=${y}`)).items.map((found) => found.patid)).toEqual(['6']);
    expect(
      (await send('PATCH', `/abrechnungslabels/${y}`, { name: 'Nachfragen', color: 'pink' }))
        .status,
    ).toBe(204);
    expect((await send('PATCH', `/abrechnungslabels/${y}`, { name: 'dringend' })).status).toBe(409);
    expect(
      (await get<{ items: BillingLabel[] }>('/abrechnungslabels')).items.map(
        ({ name, color, anzahl: count }) => [name, color, count],
      ),
    ).toEqual([
      ['Dringend', 'teal', 0],
      ['Nachfragen', 'pink', 1],
      ['Schulung', 'teal', 0],
    ]);
    expect((await send('DELETE', `/abrechnungslabels/${y}`, undefined)).status).toBe(204);
    expect((await one('6'))?.labels).toEqual([z]);
    expect([
      (await post(`/abrechnungslabels/${y}/zurueck`, undefined)).status,
      (await post('/abrechnungslabels/nobody/zurueck', undefined)).status,
    ]).toEqual([204, 404]);
    expect((await one('6'))?.labels.toSorted()).toEqual([y, z].toSorted());
    expect((await send('DELETE', `/abrechnungslabels/${y}`, undefined)).status).toBe(204);
    expect((await one('6'))?.labels).toEqual([z]);
  });

  it('a disabled rule finds nothing and keeps its decisions; concurrent settings changes conflict', async () => {
    const { staff, get, send, list, one } = bench;
    const book = await get<Rules>('/abrechnung/regeln'),
      row = book.items.find((found) => found.regel.id === RULE_ID)!;
    expect(row).toMatchObject({
      istAn: true,
      istStart: true,
      istEigen: false,
      gesagt: null,
      angenommen: 2,
      abgelehnt: 1,
      umgesetzt: { anzahl: 1 },
      istAnzubieten: false,
    });
    expect(row.gelernt).toBeCloseTo((2 + 8) / 13, 3);
    expect(
      book.items
        .filter((found) => found.istAn && !found.istEigen)
        .every((found) => found.regel.art === 'PRUEFUNG' || found.regel.konfidenz >= 0.7),
    ).toBe(true);
    expect(
      (await send('PUT', `/abrechnung/regeln/${RULE_ID}`, { istAn: false }, staff)).status,
    ).toBe(403);
    expect((await send('PUT', `/abrechnung/regeln/${RULE_ID}`, { istAn: false })).status).toBe(204);
    expect((await list()).items).toEqual([]);
    expect([
      (await one('4'))?.state,
      (await one('5'))?.state,
      (await one('1'))?.state,
      await one('6'),
    ]).toEqual(['VORGEMERKT', 'ABGELEHNT', 'UMGESETZT', undefined]);
    expect((await send('PUT', `/abrechnung/regeln/${RULE_ID}`, { istAn: null })).status).toBe(204);
    expect((await list()).items.map((found) => found.patid)).toContain('6');
    expect((await send('PUT', '/abrechnung/regeln/unknown', { istAn: true })).status).toBe(404);
    const set = {
      rev: book.einstellung.rev,
      mitVertretung: true,
      mitAnderenTraegern: false,
      schalter: {},
      schwellen: { hkpTage: 30 },
    };
    expect(
      (await send('PUT', '/abrechnung/einstellungen', { ...set, schwellen: { nothing: 1 } }))
        .status,
    ).toBe(400);
    const answers = await Promise.all([
      send('PUT', '/abrechnung/einstellungen', set),
      send('PUT', '/abrechnung/einstellungen', set),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect((await get<Rules>('/abrechnung/regeln')).einstellung).toMatchObject({
      mitVertretung: true,
      schwellen: expect.arrayContaining([
        expect.objectContaining({ name: 'hkpTage', wert: 30 }),
      ]) as unknown,
    });
  });

  it('a custom rule with a mistake is refused with its field, and nothing is stored', async () => {
    const { t, get, post } = bench;
    const ruleId = t.deps.newId();
    expect(
      await post('/abrechnung/eigeneregeln', {
        regelId: ruleId,
        regel: { ...OWN_RULE, heuteEines: ['B:01', 'Q:99'], zusatz: 'nothing=1' },
      }),
    ).toMatchObject({
      status: 400,
      json: {
        error: {
          fields: {
            'regel.heuteEines.1': expect.stringContaining('marke 0') as string,
            'regel.zusatz': expect.stringContaining('merkmal 0 nothing') as string,
          },
        },
      },
    });
    // A replacement number for certain teeth requires teeth and a number that is proposed
    // otherwise.
    const saveFor = (teeth: string, more: Partial<RuleInput> = {}) =>
      post('/abrechnung/eigeneregeln', {
        regelId: ruleId,
        regel: { ...OWN_RULE, ...more, anZaehnen: { zaehne: teeth, nr: '106' } },
      });
    for (const teeth of [',,', ', ,'])
      expect(await saveFor(teeth), teeth).toMatchObject({
        status: 400,
        code: 'validation',
        json: { error: { fields: { 'regel.anZaehnen.zaehne': `zeichen 0 ${teeth}` } } },
      });
    expect(await saveFor('36', { art: 'POTENZIAL', position: null })).toMatchObject({
      status: 400,
      code: 'validation',
      json: { error: { fields: { 'regel.position': 'empty' } } },
    });
    expect((await get<{ items: OwnRule[] }>('/abrechnung/eigeneregeln')).items).toEqual([]);
  });

  it('a custom rule is tried on past data, goes live, proposes, gets a new version, is withdrawn', async () => {
    const { t, get, send, post } = bench;
    const ruleId = t.deps.newId();
    expect(
      (await post('/abrechnung/eigeneregeln', { regelId: ruleId, regel: OWN_RULE })).status,
    ).toBe(204);
    expect((await post(`/abrechnung/eigeneregeln/${ruleId}/freigeben`, { rev: 1 })).code).toBe(
      'state_conflict',
    );
    const tried = (
      await post(`/abrechnung/eigeneregeln/${ruleId}/rueckrechnung`, {
        rev: 1,
        von: '2026-01-01',
        bis: '2026-12-31',
      })
    ).json as BacktestResult;
    expect(tried).toMatchObject({ treffer: 8, tage: 2, rev: 1 });
    expect(tried.beispiele.map((found) => found.patid).join()).toBe('1,2,3,4,5,6,7,8');
    const mine = async (): Promise<Proposal[]> =>
      (
        await get<Proposals>(
          `/abrechnungsvorschlaege?regel=${ruleId}&von=2026-01-01&bis=2026-12-31`,
        )
      ).items;
    expect(await mine()).toEqual([]);
    expect(
      (
        await send('PUT', `/abrechnung/eigeneregeln/${ruleId}`, {
          rev: 1,
          regel: { ...OWN_RULE, konfidenz: 0.7 },
        })
      ).status,
    ).toBe(204);
    // A different wording from the one that was tried.
    expect((await post(`/abrechnung/eigeneregeln/${ruleId}/freigeben`, { rev: 2 })).code).toBe(
      'state_conflict',
    );
    await post(`/abrechnung/eigeneregeln/${ruleId}/rueckrechnung`, {
      rev: 2,
      von: '2026-01-01',
      bis: '2026-12-31',
    });
    expect((await post(`/abrechnung/eigeneregeln/${ruleId}/freigeben`, { rev: 1 })).code).toBe(
      'conflict',
    );
    expect((await post(`/abrechnung/eigeneregeln/${ruleId}/freigeben`, { rev: 2 })).status).toBe(
      204,
    );
    expect((await mine()).length).toBe(tried.treffer);
    expect(
      (
        await send('PUT', `/abrechnung/eigeneregeln/${ruleId}`, {
          rev: 2,
          regel: { ...OWN_RULE, titel: { de: 'Neu', en: 'New' } },
        })
      ).status,
    ).toBe(204);
    expect((await mine())[0]?.titel.de).toBe('Zahnstein fehlt');
    expect(
      (await get<{ items: OwnRule[] }>('/abrechnung/eigeneregeln')).items.map(
        ({ version, state, rev }) => [version, state, rev],
      ),
    ).toEqual([
      [2, 'ENTWURF', 3],
      [1, 'LIVE', 2],
    ]);
    expect(
      (await post(`/abrechnung/eigeneregeln/${ruleId}/zurueckziehen`, { rev: 3 })).status,
    ).toBe(204);
    expect(await mine()).toEqual([]);
    expect(
      (await post(`/abrechnung/eigeneregeln/${t.deps.newId()}/freigeben`, { rev: 1 })).status,
    ).toBe(404);
  });

  it('a noted warning is settled once it has disappeared; locked records are neither listed nor decided', async () => {
    const { t, p, deliver, get, post, one, placeOf, service, owner } = bench;
    await deliver({
      patient: ['9', '10'].map((id) => ({
        id,
        vorname: 'Bea',
        nachname: `Klein${id}`,
        geburtsdatum: '1970-01-01',
        versicherung: 'GKV' as const,
      })),
      leistung: [
        service('x1', '9', '01'),
        service('x2', '9', 'Ä1', { punkte: 9 }),
        service('y1', '10', '01'),
      ],
    });
    const warned = async (): Promise<Proposal[]> =>
      (
        await get<Proposals>(
          '/abrechnungsvorschlaege?regel=LB002&art=PRUEFUNG&state=NEU,VORGEMERKT,UMGESETZT&von=2026-11-01&bis=2026-11-30',
        )
      ).items;
    expect(await warned()).toMatchObject([
      { patid: '9', art: 'PRUEFUNG', state: 'NEU', nr: 'Ä1', verfaelltMit: null },
    ]);
    expect(
      (await post('/vorschlagvormerken', { patid: '9', tag: DAY, regel: 'LB002' })).status,
    ).toBe(200);
    await deliver({ leistung: [service('x2', '9', 'Ä1', { version: 2, storno: true })] });
    expect(await warned()).toMatchObject([{ patid: '9', state: 'UMGESETZT' }]);
    expect((await one('10'))?.state).toBe('NEU');
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      await w.tx.insert(w.t.restriction, {
        id: w.newId(),
        patid: '10',
        reason: 'Widerspruch',
        until: '2027-01-01',
        setBy: 'x',
        setByName: 'X',
        setAt: w.now,
        liftedAt: null,
        liftedBy: null,
        liftedByName: null,
        erasedAt: null,
      });
    });
    t.deps.closed.forget(p.cid);
    expect(await one('10')).toBeUndefined();
    expect([
      (await post('/vorschlagvormerken', placeOf('10'))).status,
      (await t.call(`/api/abrechnung/tag/10/${DAY}`, { as: owner })).status,
    ]).toEqual([404, 404]);
  });

  it('merged records keep their decisions', async () => {
    const { deliver, post, list, one, placeOf } = bench;
    await deliver({
      patient: [
        {
          id: '5',
          version: 3,
          vorname: 'Anna',
          nachname: 'Groß5',
          geburtsdatum: '1960-01-01',
          versicherung: 'GKV',
          zusammengefuehrtIn: '7',
        },
      ],
    });
    expect(await one('7')).toMatchObject({ state: 'ABGELEHNT', patid: '7' });
    expect((await list()).items.map((found) => found.patid)).not.toContain('5');
    expect((await post('/vorschlagzuruecknehmen', placeOf('7'))).json).toMatchObject({
      state: 'NEU',
    });
    expect((await one('7'))?.state).toBe('NEU');
  });
});
