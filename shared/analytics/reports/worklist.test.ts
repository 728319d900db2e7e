// Tests of the work lists: due plans, perio cases and recalls, their order, and complete texts in
// both languages.
import { describe, expect, it } from 'vitest';
import {
  deadlineOf,
  HKP_REASONS,
  hkpDeadline,
  hkpEnd,
  isHkpDue,
  hkpReasons,
  listWord,
  RECALL_REASONS,
  isRecallDue,
  nearestFirst,
  type HkpFacts,
  type Listed,
} from './worklist.ts';
import DE from './worklist-words.de.json' with { type: 'json' };
import EN from './worklist-words.en.json' with { type: 'json' };
import {
  nextUptDay,
  PAR_REASONS,
  isParDue,
  parDeadline,
  parPath,
  parReasons,
  type ParFacts,
} from './par-list.ts';
import { HKP_ART, HKP_STATUS } from '../deliveries/pvs-words.ts';

const TODAY = '2026-11-22';
const plan = (given: Partial<HkpFacts>): HkpFacts => ({
  status: 'ENTWURF',
  erstelltAm: '2026-11-01',
  besprochenAm: null,
  gesendetAm: null,
  genehmigtAm: null,
  eingegliedertAm: null,
  gueltigBis: null,
  hatTermin: false,
  ...given,
});

describe('plans', () => {
  it('a patient has 14 days, the insurer 21; the plan is due on the day after', () => {
    expect(isHkpDue(plan({ status: 'BEI_PATIENT', besprochenAm: '2026-11-08' }), TODAY)).toBeNull();
    expect(isHkpDue(plan({ status: 'BEI_PATIENT', besprochenAm: '2026-11-07' }), TODAY)).toEqual({
      grund: 'beim_patienten',
      tag: '2026-11-21',
    });
    expect(isHkpDue(plan({ status: 'BEI_KASSE', gesendetAm: '2026-11-01' }), TODAY)).toBeNull();
    expect(isHkpDue(plan({ status: 'BEI_GUTACHTER', gesendetAm: '2026-10-31' }), TODAY)).toEqual({
      grund: 'bei_der_kasse',
      tag: '2026-11-21',
    });
  });
  it('an approval ends after six months, unless the practice software delivers another day', () => {
    expect(hkpEnd({ gueltigBis: null, genehmigtAm: '2026-08-31' })).toBe('2027-02-28');
    expect(
      isHkpDue(plan({ status: 'TERMINIERT', genehmigtAm: '2026-05-21', hatTermin: true }), TODAY),
    ).toEqual({ grund: 'abgelaufen', tag: '2026-11-21' });
    expect(
      isHkpDue(plan({ status: 'TERMINIERT', genehmigtAm: '2026-05-22', hatTermin: true }), TODAY),
    ).toEqual({ grund: 'laeuft_ab', tag: '2026-11-22' });
    expect(
      isHkpDue(
        plan({
          status: 'GENEHMIGT',
          genehmigtAm: '2026-08-01',
          gueltigBis: '2027-01-06',
          hatTermin: true,
        }),
        TODAY,
      )?.grund,
    ).toBe('laeuft_ab');
    expect(
      isHkpDue(
        plan({
          status: 'GENEHMIGT',
          genehmigtAm: '2026-08-01',
          gueltigBis: '2027-01-07',
          hatTermin: true,
        }),
        TODAY,
      ),
    ).toBeNull();
  });
  it('agreements with the patient alone need no approval, so none ends', () => {
    for (const art of ['KVA', 'MKV', 'IMPLANTAT'] as const)
      expect([
        art,
        isHkpDue(
          plan({ art, status: 'GENEHMIGT', genehmigtAm: '2025-01-02', hatTermin: true }),
          TODAY,
        ),
      ]).toEqual([art, null]);
    for (const art of ['ZE', 'PAR', 'KFO', 'KB', null] as const)
      expect([
        art,
        isHkpDue(
          plan({ art, status: 'GENEHMIGT', genehmigtAm: '2025-01-02', hatTermin: true }),
          TODAY,
        )?.grund,
      ]).toEqual([art, 'abgelaufen']);
    expect(
      isHkpDue(
        plan({
          art: 'KVA',
          status: 'GENEHMIGT',
          genehmigtAm: '2025-01-02',
          gueltigBis: '2026-11-30',
          hatTermin: true,
        }),
        TODAY,
      )?.grund,
    ).toBe('laeuft_ab');
  });
  it('an ending approval also needs an appointment; an expired one is renewed first', () => {
    expect(
      hkpReasons(plan({ status: 'GENEHMIGT', genehmigtAm: '2026-05-25' }), TODAY).map(
        ({ grund }) => grund,
      ),
    ).toEqual(['laeuft_ab', 'ohne_termin']);
    expect(
      hkpReasons(
        plan({ status: 'GENEHMIGT', genehmigtAm: '2026-05-25', hatTermin: true }),
        TODAY,
      ).map(({ grund }) => grund),
    ).toEqual(['laeuft_ab']);
    expect(
      hkpReasons(plan({ status: 'GENEHMIGT', genehmigtAm: '2026-05-21' }), TODAY).map(
        ({ grund }) => grund,
      ),
    ).toEqual(['abgelaufen']);
    expect(hkpReasons(plan({ status: 'BEI_PATIENT', erstelltAm: '' }), TODAY)).toEqual([]);
  });
  it('an approved plan needs an appointment; work unbilled for a month is due; ended plans are not', () => {
    expect(isHkpDue(plan({ status: 'GENEHMIGT', genehmigtAm: '2026-10-20' }), TODAY)).toEqual({
      grund: 'ohne_termin',
      tag: '2026-10-20',
    });
    expect(
      isHkpDue(
        plan({ status: 'EINGEGLIEDERT', genehmigtAm: '2026-03-01', eingegliedertAm: '2026-10-22' }),
        TODAY,
      ),
    ).toEqual({ grund: 'nicht_abgerechnet', tag: '2026-11-21' });
    for (const status of ['ABGERECHNET', 'ALTERNATIVE', 'ABGELEHNT', 'VERWORFEN'] as const)
      expect(isHkpDue(plan({ status, genehmigtAm: '2025-01-01' }), TODAY)).toBeNull();
  });
});

describe('perio cases', () => {
  const parCase = (given: Partial<ParFacts>): ParFacts => ({
    status: 'IN_ARBEIT',
    grad: 'B',
    erstelltAm: '2026-01-05',
    gesendetAm: '2026-01-10',
    genehmigtAm: null,
    atgAm: null,
    mhuAm: null,
    aitVon: null,
    aitBis: null,
    bevAm: null,
    cptAm: null,
    uptVon: null,
    uptBis: null,
    abgeschlossenAm: null,
    letzteUpt: null,
    uptAnzahl: 0,
    hatTermin: false,
    ...given,
  });
  const upt = (given: Partial<ParFacts> = {}): ParFacts =>
    parCase({
      genehmigtAm: '2026-01-20',
      atgAm: '2026-02-01',
      aitVon: '2026-02-10',
      aitBis: '2026-02-20',
      bevAm: '2026-05-20',
      uptVon: '2026-06-22',
      letzteUpt: '2026-06-22',
      uptAnzahl: 1,
      ...given,
    });
  const due = (given: ParFacts): [string, string] | null => {
    const found = isParDue(given, TODAY);
    return found && [found.grund, found.tag];
  };
  it('a session that is due does not hide that the support ends', () => {
    const reasons = (hatTermin: boolean): string[] =>
      parReasons(upt({ grad: 'C', uptBis: '2026-12-15', hatTermin }), TODAY).map(
        ({ grund }) => grund,
      );
    expect([reasons(false), reasons(true)]).toEqual([['upt_faellig', 'upt_endet'], ['upt_endet']]);
  });
  it('every step of the pathway becomes due on its day and not before', () => {
    expect([
      due(parCase({ status: 'BEI_KASSE', gesendetAm: '2026-11-01' })),
      due(parCase({ status: 'BEI_KASSE', gesendetAm: '2026-10-31', hatTermin: true })),
    ]).toEqual([null, ['bei_der_kasse', '2026-11-21']]);
    expect([
      due(parCase({ genehmigtAm: '2026-11-08' })),
      due(parCase({ genehmigtAm: '2026-11-07' })),
    ]).toEqual([null, ['nicht_begonnen', '2026-11-21']]);
    expect([
      due(parCase({ genehmigtAm: '2026-09-01', atgAm: '2026-09-20', aitVon: '2026-10-25' })),
      due(parCase({ genehmigtAm: '2026-09-01', atgAm: '2026-09-20', aitVon: '2026-10-24' })),
      due(parCase({ genehmigtAm: '2026-09-01', atgAm: '2026-09-20' })),
    ]).toEqual([null, ['ait_offen', '2026-11-21'], ['ait_offen', '2026-10-18']]);
    expect([
      due(parCase({ genehmigtAm: '2026-07-01', aitVon: '2026-09-01', aitBis: '2026-09-23' })),
      due(parCase({ genehmigtAm: '2026-07-01', aitVon: '2026-09-01', aitBis: '2026-09-22' })),
    ]).toEqual([null, ['befund_faellig', '2026-12-22']]);
    // Open therapy after the re-evaluation requires another one.
    expect(
      due(
        parCase({
          genehmigtAm: '2026-01-20',
          aitVon: '2026-02-01',
          aitBis: '2026-02-20',
          bevAm: '2026-05-20',
          cptAm: '2026-06-20',
        }),
      ),
    ).toEqual(['befund_faellig', '2026-09-20']);
  });
  it('support begins three months after therapy, not before the re-evaluation', () => {
    const first = (given: Partial<ParFacts>): [string, string] | null =>
      due(upt({ uptVon: null, letzteUpt: null, uptAnzahl: 0, ...given }));
    expect([
      first({ aitBis: '2026-09-22', bevAm: '2026-11-15' }),
      first({ aitBis: '2026-09-23', bevAm: '2026-11-15' }),
    ]).toEqual([['upt_faellig', '2026-12-22'], null]);
    // Evaluated in the fifth month: support is due at once, not three months later.
    expect(first({ aitBis: '2026-06-15', bevAm: '2026-11-16' })).toEqual([
      'upt_faellig',
      '2026-11-16',
    ]);
    // Open therapy after closed therapy counts as the end of therapy.
    expect(first({ aitBis: '2026-03-01', cptAm: '2026-09-01', bevAm: '2026-11-20' })).toEqual([
      'upt_faellig',
      '2026-12-01',
    ]);
    expect(first({ aitBis: null, bevAm: '2026-11-20' })).toEqual(['upt_faellig', '2026-11-20']);
  });
  it('support follows the gap of the grade, the maximum of sessions, and the two-year limit', () => {
    expect([
      due(upt()),
      due(upt({ grad: 'C' })),
      due(upt({ grad: 'A' })),
      due(upt({ grad: null })),
    ]).toEqual([['upt_faellig', '2026-11-22'], ['upt_faellig', '2026-09-22'], null, null]);
    expect([
      due(upt({ uptAnzahl: 4 })),
      due(upt({ hatTermin: true })),
      nextUptDay(upt({ uptAnzahl: 4 })),
    ]).toEqual([null, null, null]);
    expect([
      due(upt({ uptBis: '2027-01-21', letzteUpt: '2026-10-01' })),
      due(upt({ uptBis: '2027-01-22', letzteUpt: '2026-10-01' })),
      due(upt({ uptBis: '2026-11-21' })),
    ]).toEqual([['upt_endet', '2027-01-21'], null, ['upt_vorbei', '2026-11-21']]);
    // Counted from the first session if no end was delivered.
    expect(due(upt({ uptVon: '2024-12-01', letzteUpt: '2026-10-01' }))).toEqual([
      'upt_endet',
      '2026-12-01',
    ]);
  });
  it('an ended case is not due, nor one without possible next steps', () => {
    expect([
      due(upt({ abgeschlossenAm: '2026-10-01' })),
      due(upt({ status: 'ABGERECHNET' })),
      due(upt({ uptBis: '2026-05-21' })),
      due(upt({ uptBis: '2026-05-22' }))?.[0],
    ]).toEqual([null, null, null, 'upt_vorbei']);
    const old = { erstelltAm: '2024-01-01', gesendetAm: null, aitVon: '2024-11-01' };
    expect([
      due(parCase({ ...old, genehmigtAm: '2024-02-01', aitBis: '2024-11-21' })),
      due(parCase({ ...old, genehmigtAm: '2024-02-01', aitBis: '2024-11-22' })),
    ]).toEqual([null, ['befund_faellig', '2025-02-22']]);
    expect(parPath(upt({ letzteUpt: '2026-11-20', uptAnzahl: 2 })).map((one) => one.was)).toEqual([
      'erstelltAm',
      'gesendetAm',
      'genehmigtAm',
      'atgAm',
      'aitVon',
      'aitBis',
      'bevAm',
      'uptVon',
      'letzteUpt',
    ]);
  });
});

it('every reason, state and kind has a text in both languages; unknown recall kinds stay as delivered', () => {
  const said = [
    ...[...HKP_REASONS, ...PAR_REASONS, ...RECALL_REASONS].map((one) =>
      listWord('hkp', 'grund', one),
    ),
    ...HKP_STATUS.map((one) => listWord('par', 'status', one)),
    ...HKP_ART.map((one) => listWord('hkp', 'art', one)),
    listWord('recall', 'art', 'PZR'),
  ];
  expect(said.filter((key) => key === null || !(key in DE))).toEqual([]);
  expect(Object.keys(EN)).toEqual(Object.keys(DE));
  expect([listWord('recall', 'art', 'BLEACHING'), listWord('hkp', 'name', 'x')]).toEqual([
    null,
    null,
  ]);
});

it('a recall is due from a month before its day, and settled by an appointment', () => {
  const due = (dueOn: string, hatTermin = false) =>
    isRecallDue({ faelligAm: dueOn, hatTermin }, TODAY);
  expect(
    [
      due('2026-11-21'),
      due('2026-11-22'),
      due('2026-12-22'),
      due('2026-12-23'),
      due('2025-01-01', true),
    ].map((one) => one?.grund ?? null),
  ).toEqual(['ueberfaellig', 'faellig', 'faellig', null, null]);
});

describe('the order of the work lists', () => {
  const line = (
    tag: string | null,
    { frist = null, wert = 1 }: { frist?: string | null; wert?: number } = {},
    step?: { bis: string | null; istErledigt?: boolean },
  ): Listed => ({
    faellig: tag === null ? null : { grund: 'x', tag },
    frist,
    wert,
    schritt: step === undefined ? null : { text: '', wer: null, istErledigt: false, ...step },
  });
  const sorted = (lines: Listed[]): number[] =>
    lines.toSorted(nearestFirst(TODAY)).map((one) => lines.indexOf(one));
  it('puts deadlines ahead first, the nearest in front, then passed ones, the latest in front', () => {
    expect(
      sorted([
        line('2025-12-13'),
        line('2026-12-20'),
        line('2026-11-20'),
        line(null),
        line('2026-11-23'),
        line(TODAY),
      ]),
    ).toEqual([5, 4, 1, 2, 0, 3]);
  });
  it('orders an approved plan by the end of its approval, not by the day it was approved on', () => {
    const end = line('2026-06-10', { frist: '2026-12-10' });
    expect(deadlineOf(end, TODAY)).toBe('2026-12-10');
    expect(sorted([line('2026-12-20'), end, line('2026-11-21')])).toEqual([1, 0, 2]);
    // Of two deadlines ahead the nearer one counts; of two passed ones the later one.
    expect(deadlineOf(line('2026-12-01', { frist: '2026-12-10' }), TODAY)).toBe('2026-12-01');
    expect(deadlineOf(line('2026-10-01', { frist: '2026-11-10' }), TODAY)).toBe('2026-11-10');
    expect(deadlineOf(line(null), TODAY)).toBeNull();
  });
  it('takes the day of an open step instead; a missed step stays in front until it is done', () => {
    expect(
      sorted([
        line('2026-11-23'),
        line('2026-11-24', {}, { bis: '2026-12-24' }),
        line(null, {}, { bis: '2026-09-02' }),
        line('2026-11-25', {}, { bis: '2026-01-01', istErledigt: true }),
        line('2026-11-26', {}, { bis: null }),
      ]),
    ).toEqual([2, 0, 3, 4, 1]);
  });
  it('puts the higher value first on equal days', () => {
    expect(sorted([line(TODAY), line(TODAY, { wert: 5 })])).toEqual([1, 0]);
  });
  it('takes the end of an approval or of the support for the deadline', () => {
    const approved = plan({ status: 'GENEHMIGT', genehmigtAm: '2026-10-20' }),
      waiting = plan({
        status: 'BEI_PATIENT',
        besprochenAm: '2026-10-20',
        gueltigBis: '2027-01-01',
      });
    expect(hkpDeadline(approved, hkpReasons(approved, TODAY))).toBe('2027-04-20');
    expect(hkpDeadline(waiting, hkpReasons(waiting, TODAY))).toBeNull();
    expect(hkpDeadline(approved, [])).toBeNull();
    expect(
      parDeadline([
        { grund: 'upt_faellig', tag: '2026-10-05' },
        { grund: 'upt_endet', tag: '2026-12-15' },
      ]),
    ).toBe('2026-12-15');
    expect(parDeadline([{ grund: 'ait_offen', tag: '2026-10-05' }])).toBeNull();
  });
});
