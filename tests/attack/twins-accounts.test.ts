/**
 * Accounts, mails, grants, tokens and pictures of two practices: every id of the other one is
 * answered like an unknown id (security B16).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Answer, type TestApp } from '../support/in-process.ts';
import { addPractice, login, person, type Practice } from '../support/practice.ts';
import { snapshot } from '../support/snapshot.ts';
import type { RuleInput } from '../../shared/analytics/billing/billing.schema.ts';
import { STORES } from '../support/stores.ts';

/** A template of the other practice. */
const TEMPLATE = '0192f0aa-0000-7000-8000-00000000beef';
const words = { de: 'X', en: 'X' };
const OWN_RULE: RuleInput = {
  gruppe: 'X',
  art: 'VERGESSEN',
  titel: words,
  grund: words,
  kasse: 'GKV',
  alterVonM: null,
  alterBisM: null,
  gueltigVon: null,
  gueltigBis: null,
  heuteEines: ['B:01'],
  heuteAlle: '',
  heuteKeines: [],
  historieKeine: [],
  historieNoetig: [],
  zusatz: '',
  position: { system: 'BEMA', nr: '04' },
  menge: '1',
  faktor: null,
  konfidenz: 0.5,
  quelle: 'X',
  noetig: words,
  dagegen: words,
};

describe.each(STORES)('accounts of twin practices (%s)', (kind) => {
  let t: TestApp, a: Practice, b: Practice;
  /** Resources of the other practice, by the route that takes their id. */
  let foreign: Map<string, string>;
  /**
   * Not comparable by design: the link holder is its recipient; vendor users belong to no practice.
   */
  const ELSEWHERE = [
    'post /unsubscribe/{mail}/{unsubscribeToken}',
    'post /support/grants/{id}/end',
    'post /support/grants/{id}/second',
  ];
  /** Keywords shared by all practices, ids made by the caller, and parameters that are no ids. */
  const WORDS = [
    'put /api/hkpvorlagen/{vorlageId}',
    'get /api/abgelehntevorschlaege/{from}/{to}',
    'get /api/hvm/{region}',
    'get /api/hvm/{region}/modell',
    'put /api/hvm/{region}/modell',
    'get /api/zeilen/{kennzahl}',
  ];

  beforeAll(async () => {
    t = await createTestApp(kind);
    a = await addPractice(t, 'anna');
    b = await addPractice(t, 'berta', [person('2002', 'Bea', 'Bert', '1970-01-02')]);
    const {
      mail,
      session,
      user,
      passkey,
      knownDevice,
      apiToken,
      accessGrant,
      image,
      planLabel,
      abrechnungslabel,
      eigeneRegel,
      abrechnungAbgabe,
      pvsBatch,
      pvsHkp,
    } = t.deps.store.t;
    await t.deps.workshop.write(b.cid, b.system, async (w) => {
      await t.app.auth.mail(w, {
        key: 'k',
        to: 'jemand@berta.test',
        template: 'password_changed',
        language: 'de',
        data: {},
      });
      const userId = b.users.owner.userId,
        at = w.now,
        id = w.newId();
      await w.tx.insert(passkey, {
        id: 'passkey-of-berta',
        userId,
        publicKey: Buffer.alloc(8),
        counter: 0,
        transports: [],
        name: 'X',
        isBackedUp: false,
        createdAt: at,
        lastUsedAt: null,
        clonedAt: null,
      });
      await w.tx.insert(knownDevice, {
        hash: 'h',
        id: w.newId(),
        userId,
        agent: 'X',
        createdAt: at,
        factorAt: at,
      });
      await w.tx.insert(apiToken, {
        id: w.newId(),
        kind: 'api',
        name: 'X',
        hash: 'h',
        tail: 'xxxx',
        createdBy: userId,
        createdAt: at,
        expiresAt: null,
        lastUsedAt: null,
        endedAt: null,
      });
      await w.tx.insert(accessGrant, {
        id,
        kind: 'break_glass',
        userId: 'v',
        role: 'support',
        name: 'X',
        reason: 'X',
        ticket: 'X',
        mayWrite: false,
        patids: ['2002'],
        codeHash: null,
        tries: 0,
        askedAt: at,
        approvedAt: null,
        approvedBy: null,
        expiresAt: null,
        endedAt: null,
        reviewedAt: null,
        reviewedBy: null,
      });
      await w.tx.insert(image, {
        id: w.newId(),
        sha256: 'a'.repeat(64),
        mime: 'image/png',
        width: 1,
        height: 1,
        size: 1,
        purpose: 'form',
        createdBy: userId,
        createdAt: at,
      });
      await w.tx.insert(w.t.praxiswert, {
        id: 'value-of-berta',
        art: 'PREIS',
        schluessel: 'X',
        wert: 100,
        validFrom: '2026-01-01',
        validTo: null,
        note: '',
        changedBy: userId,
        changedAt: at,
      });
      await w.tx.insert(planLabel, {
        id: 'label-of-berta',
        name: 'X',
        color: 'teal',
        kind: 'hkp',
        position: 0,
      });
      await w.tx.insert(t.deps.store.t.letterTemplate, {
        id: TEMPLATE,
        kind: 'hkp',
        name: 'X',
        subject: 'x',
        text: 'x',
        changedBy: '',
        changedAt: 1,
      });
      await w.tx.insert(abrechnungslabel, {
        id: 'proposal-label-of-berta',
        name: 'X',
        color: 'teal',
        position: 0,
      });
      await w.tx.insert(eigeneRegel, {
        regel: 'rule-of-berta',
        version: 1,
        state: 'ENTWURF',
        eingabe: OWN_RULE,
        rev: 1,
        test: null,
        by: userId,
        at,
      });
      await w.tx.insert(abrechnungAbgabe, {
        id: 'billing-of-berta',
        kzv: '',
        bereich: 'KCH',
        zeitraum: '2026-Q3',
        mitFrueheren: false,
        by: userId,
        at,
        undoneBy: null,
        undoneAt: null,
      });
      await w.tx.insert(w.t.profile, {
        id: 'view-of-berta',
        name: 'X',
        owner: null,
        report: 'umsatz/zeitreihe',
        filter: {},
        position: 0,
        changedBy: userId,
        changedAt: at,
      });
      await w.tx.insert(w.t.reportNote, {
        id: 'note-of-berta',
        report: 'umsatz/zeitreihe',
        key: '2026-01',
        text: 'X',
        by: userId,
        at,
      });
      await w.tx.insert(w.t.reportSnapshot, {
        id: 'frozen-of-berta',
        report: 'umsatz/steuerbuero',
        filter: {},
        rows: Buffer.from('{}'),
        sha256: 'a'.repeat(64),
        at,
        by: userId,
      });
      await w.tx.insert(w.t.reportMail, {
        id: 'mail-of-berta',
        report: 'umsatz/zeitreihe',
        filter: {},
        weekday: 1,
        time: '07:00',
        recipients: [],
        lastAt: null,
        by: userId,
        changedAt: at,
      });
      await w.tx.insert(w.t.pvsMapping, {
        id: 'mapping-of-berta',
        name: 'X',
        mapping: {},
        changedBy: userId,
        changedAt: at,
      });
      await w.tx.insert(pvsBatch, {
        batch: 1,
        run: 'x',
        state: 'closed',
        source: 'X',
        way: 'api',
        sha256: '',
        rows: 1,
        counts: {},
        refused: 0,
        openedAt: at,
        closedAt: at,
        withdrawnAt: null,
        by: '',
        withdrawnBy: null,
      });
      await w.tx.insert(pvsHkp, {
        id: 'plan-of-berta',
        version: 1,
        hash: 1,
        batch: 1,
        deleted: false,
        patid: '2002',
        art: 'ZE',
        status: 'BEI_PATIENT',
        erstelltAm: '2026-01-01',
        gesamt: 1,
      } as never);
      await w.tx.insert(w.t.pvsParfall, {
        id: 'case-of-berta',
        version: 1,
        hash: 1,
        batch: 1,
        deleted: false,
        patid: '2002',
        status: 'BEI_KASSE',
        erstelltAm: '2026-01-01',
      } as never);
      await w.tx.insert(w.t.pvsRecall, {
        id: 'recall-of-berta',
        version: 1,
        hash: 1,
        batch: 1,
        deleted: false,
        patid: '2002',
        art: 'PZR',
        faelligAm: '2026-01-01',
      } as never);
    });
    const look = t.deps.workshop.look(b.cid, b.system);
    const idOf = async (
      table:
        | typeof mail
        | typeof user
        | typeof knownDevice
        | typeof apiToken
        | typeof accessGrant
        | typeof image,
    ): Promise<string> => (await look.db.one(table as typeof mail))?.id ?? '';
    const grantId = await idOf(accessGrant),
      mailId = await idOf(mail),
      imageId = await idOf(image),
      sessionId = (await look.db.one(session))?.id ?? '';
    const importId = t.deps.newId();
    expect(
      (
        await t.call('/collector/imports', {
          as: b.users.owner,
          method: 'POST',
          json: { id: importId, files: [{ name: 'patient.csv', size: 10, modifiedAt: 1 }] },
        })
      ).status,
    ).toBe(200);
    foreign = new Map([
      ['put /auth/passkeys/{id}', 'passkey-of-berta'],
      ['delete /auth/passkeys/{id}', 'passkey-of-berta'],
      ['delete /auth/sessions/{id}', sessionId],
      ['delete /auth/sessions/devices/{id}', await idOf(knownDevice)],
      ['delete /auth/token/{id}', await idOf(apiToken)],
      ['delete /auth/user/{id}', b.users.staff.userId],
      ['get /imageUploads/image/{id}', imageId],
      ['delete /imageUploads/image/{id}', imageId],
      ['post /api/grants/{id}/approve', grantId],
      ['post /api/grants/{id}/end', grantId],
      ['post /api/grants/{id}/review', grantId],
      ['post /api/mails/{mailId}/open', mailId],
      ['post /api/mails/{mailId}/resend', mailId],
      ['post /api/audit/alarms/{seq}/seen', '1'],
      ['get /api/hkp/{hkpid}', 'plan-of-berta'],
      ['get /api/par/{parid}', 'case-of-berta'],
      ['get /api/recall/{recallId}', 'recall-of-berta'],
      ['patch /api/hkplabels/{labelId}', 'label-of-berta'],
      ['delete /api/hkplabels/{labelId}', 'label-of-berta'],
      ['post /api/hkplabels/{labelId}/zurueck', 'label-of-berta'],
      ['delete /api/hkpvorlagen/{vorlageId}', TEMPLATE],
      ['delete /api/staticdata/werte/{wertId}', 'value-of-berta'],
      ['get /api/patient/{patid}', '2002'],
      ['get /api/patient/{patid}/leistungen', '2002'],
      ['get /collector/batches/{batch}', '1'],
      ['post /collector/batches/{batch}/parts/{part}', '1'],
      ['get /api/abrechnung/tag/{patid}/{tag}', '2002'],
      ['patch /api/abrechnungslabels/{labelId}', 'proposal-label-of-berta'],
      ['delete /api/abrechnungslabels/{labelId}', 'proposal-label-of-berta'],
      ['post /api/abrechnungslabels/{labelId}/zurueck', 'proposal-label-of-berta'],
      ['delete /api/abrechnung/abgaben/{abgabeId}', 'billing-of-berta'],
      ['put /api/abrechnung/regeln/{regelId}', 'rule-of-berta'],
      ['put /api/abrechnung/eigeneregeln/{regelId}', 'rule-of-berta'],
      ...['rueckrechnung', 'freigeben', 'zurueckziehen'].map(
        (verb) => [`post /api/abrechnung/eigeneregeln/{regelId}/${verb}`, 'rule-of-berta'] as const,
      ),
      ...['close', 'withdraw', 'restore'].map(
        (verb) => [`post /collector/batches/{batch}/${verb}`, '1'] as const,
      ),
      ['delete /api/berichtmails/{berichtMailId}', 'mail-of-berta'],
      ['delete /api/notizen/{notizId}', 'note-of-berta'],
      ['delete /api/profiles/{profilId}', 'view-of-berta'],
      ['get /api/steuerbuero/{steuerId}', 'frozen-of-berta'],
      ['get /api/steuerbuero/{steuerId}/pdf', 'frozen-of-berta'],
      ['get /api/patient/{patid}/plaene', '2002'],
      ['get /api/patient/{patid}/rechnungen', '2002'],
      ['put /collector/mappings/{mappingId}', 'mapping-of-berta'],
      ['delete /collector/mappings/{mappingId}', 'mapping-of-berta'],
      ...[
        'delete /collector/imports/{importId}',
        'get /collector/imports/{importId}/refused',
        'post /collector/imports/{importId}/files/{file}/parts/{part}',
        ...['look', 'run', 'stop'].map((verb) => `post /collector/imports/{importId}/${verb}`),
      ].map((name) => [name, importId] as const),
      ['get /api/audit/patient/{patid}', '2002'],
      ['get /api/audit/patient/{patid}/pdf', '2002'],
    ]);
    for (const [name, id] of foreign) expect([name, id.length > 0]).toEqual([name, true]);
  });
  afterAll(() => t.drop());

  const bare = (answer: Answer): string =>
    `${answer.status} ${answer.text.replace(/"requestId":"[^"]*"/g, '')}`;
  const BODIES: Record<string, object> = {
    'put /auth/passkeys/{id}': { name: 'Y' },
    'post /api/grants/{id}/review': { note: 'x' },
    'patch /api/hkplabels/{labelId}': { name: 'Y' },
    'patch /api/abrechnungslabels/{labelId}': { name: 'Y' },
    'put /api/abrechnung/regeln/{regelId}': { istAn: false },
    'put /api/abrechnung/eigeneregeln/{regelId}': { rev: 1, regel: OWN_RULE },
    'post /api/abrechnung/eigeneregeln/{regelId}/rueckrechnung': {
      rev: 1,
      von: '2026-01-01',
      bis: '2026-12-31',
    },
    'post /api/abrechnung/eigeneregeln/{regelId}/freigeben': { rev: 1 },
    'post /api/abrechnung/eigeneregeln/{regelId}/zurueckziehen': { rev: 1 },
    'post /collector/batches/{batch}/close': { parts: 0 },
  };

  it('[sec B16] every id of the other practice is answered like an unknown one, and nothing changes', async () => {
    const { session } = t.deps.store.t;
    const as = await login(t, a.users.owner.email);
    await t.deps.store.write(async (db) => {
      await db.update(session).set({ stepUpUntil: t.clock.now + 300_000 });
    });
    const before = await snapshot(t, b.cid),
      differing: string[] = [];
    for (const [name, id] of foreign) {
      const [method = '', path = ''] = name.split(' ');
      const nobody =
        name.includes('{seq}') || name.includes('{batch}')
          ? '987654'
          : name.includes('passkeys')
            ? 'passkey-of-nobody'
            : name.includes('{patid}')
              ? '987654'
              : t.deps.newId();
      const ask = (word: string) =>
        t.call(
          path
            .replace(/\{\w+\}/, word)
            .replace('{tag}', '2026-01-01')
            .replace(/\{\w+\}/, '1'),
          { as, method: method.toUpperCase(), ...(BODIES[name] && { json: BODIES[name] }) },
        );
      const [one, other] = [await ask(id), await ask(nobody)];
      if (bare(one) !== bare(other))
        differing.push(`${name}: ${bare(one).slice(0, 200)} / ${bare(other).slice(0, 200)}`);
      if (one.status >= 500 || one.text.includes('berta'))
        differing.push(`${name}: ${bare(one).slice(0, 200)}`);
    }
    expect(differing).toEqual([]);
    expect(await snapshot(t, b.cid)).toEqual(before);
  });

  it('covers every route that takes an id', () => {
    const withIds = t.app.table
      .filter(({ path }) => !path.startsWith('/r4c/') && path.includes('{'))
      .map(({ method, path }) => `${method} ${path}`);
    expect(
      withIds.filter(
        (name) => !foreign.has(name) && !WORDS.includes(name) && !ELSEWHERE.includes(name),
      ),
    ).toEqual([]);
  });
});
