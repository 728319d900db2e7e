// Tests of the checks before every route: policy, token, duties, host, practice and step-up, each
// with the reason that its audit entry gives.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import { HEADERS, XSRF } from '../../../shared/base/headers.ts';
import type { ActingGrant, Actor, Workshop } from '../work.ts';
import { admit, mayAlsoRead, type AdmissionDeps, type Admitted } from './admit.ts';
import type { PolicyName } from './policy.ts';
import type { Method, Route } from './route.ts';

const NOW = 1_000_000,
  HOST = '00000000-0000-4000-8000-000000000001',
  OTHER_HOST = '00000000-0000-4000-8000-000000000002';
type User = Extract<Actor, { kind: 'user' }>;
const user = (role: User['role'], more: Partial<User> = {}): User => ({
  kind: 'user',
  ip: '',
  userId: 'u1',
  cid: role === 'administrator' || role === 'support' ? 'vendor' : 'p1',
  role,
  behandler: false,
  name: 'Özlem Yıldız',
  sessionId: 's1',
  stepUpUntil: 0,
  ...more,
});
const grant = (more: Partial<ActingGrant> = {}): ActingGrant => ({
  id: 'g1',
  kind: 'impersonation',
  mayWrite: false,
  patids: [],
  expiresAt: NOW + 1,
  ...more,
});
const program = (
  scopes: Extract<Actor, { kind: 'machine' }>['scopes'],
  machine: Extract<Actor, { kind: 'machine' }>['machine'] = 'api',
): Actor => ({ kind: 'machine', ip: '', tokenId: 't1', machine, cid: 'p1', role: 'owner', scopes });
const tablet = (guestOf?: string): Actor => ({
  kind: 'tablet',
  ip: '',
  tabletId: 'd1',
  cid: 'p1',
  r4cUuid: HOST,
  ...(guestOf !== undefined && { guestOf }),
});
const anonymous: Actor = { kind: 'anonymous', ip: '' };

interface Call {
  method?: Method;
  stepUp?: boolean;
  isOpenToSites?: boolean;
  r4cUuid?: string;
  headers?: Record<string, string>;
  deps?: Partial<AdmissionDeps>;
}
interface Result {
  /** Code of the refusal, or `ok`. */
  code: string;
  admitted?: Admitted;
  audited: unknown[];
  hostsRead: string[];
}
/** Own pages send both; a missing one is tested by its own case. */
const OWN_PAGE = { cookie: `${XSRF.cookie}=abc`, [XSRF.header]: 'abc' };

async function call(policy: PolicyName, actor: Actor, more: Call = {}): Promise<Result> {
  const audited: unknown[] = [],
    hostsRead: string[] = [];
  const deps: AdmissionDeps = {
    workshop: {
      write: async (cid: string, _: Actor, work: (w: unknown) => unknown, requestId: string) =>
        work({
          audit: (action: string, data: object) =>
            audited.push({ cid, action, ...data, requestId }),
        }),
    } as unknown as Workshop,
    publicUrl: undefined,
    now: () => NOW,
    r4cOf: async (r4cUuid) => {
      hostsRead.push(r4cUuid);
      return r4cUuid === HOST
        ? { r4cUuid, cid: 'p1' }
        : r4cUuid === OTHER_HOST
          ? { r4cUuid, cid: 'p2' }
          : undefined;
    },
    ...more.deps,
  };
  const spec = {
    method: more.method ?? 'get',
    path: '/planted',
    policy,
    summary: '',
    ...(more.stepUp && { stepUp: true }),
    ...(more.isOpenToSites && { isOpenToSites: true }),
  } as Route['spec'];
  const request = new Request('http://localhost/planted', {
    method: (more.method ?? 'get').toUpperCase(),
    headers: more.headers ?? OWN_PAGE,
  });
  const caller = {
    ip: '',
    isHttps: false,
    isSecure: true,
    origin: 'http://localhost',
    host: 'localhost',
  };
  try {
    const admitted = await admit(
      deps,
      spec,
      { request, requestId: 'r1', caller, actor },
      more.r4cUuid,
    );
    return { code: 'ok', admitted, audited, hostsRead };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, audited, hostsRead };
  }
}
const codeOf = async (...given: Parameters<typeof call>): Promise<string> =>
  (await call(...given)).code;
const denial = (policy: string, reason: string, cid = 'p1') => ({
  cid,
  action: 'access.denied',
  policy,
  reason,
  requestId: 'r1',
});

describe('the policy', () => {
  it('admits a listed role, and audits the denial of any other', async () => {
    expect(await call('audit.verify', user('owner'))).toMatchObject({
      code: 'ok',
      audited: [],
      admitted: { cid: 'p1', grant: undefined, reach: 'plain' },
    });
    for (const actor of [user('staff'), user('reception'), tablet(), program(['practice'], 'r4c')])
      expect(await call('audit.verify', actor)).toMatchObject({
        code: 'forbidden',
        audited: [denial('audit.verify', 'policy')],
      });
  });

  it('asks strangers to sign in, and audits nothing of them', async () => {
    expect(await call('board.read', anonymous)).toMatchObject({
      code: 'unauthenticated',
      audited: [],
    });
    expect(await codeOf('public', anonymous)).toBe('ok');
  });

  it('tells a private phone from a tablet of the practice', async () => {
    expect(await codeOf('tablet.house', tablet())).toBe('ok');
    expect(await codeOf('tablet.house', tablet('mappe'))).toBe('forbidden');
    expect(await codeOf('takeover.guest', tablet('mappe'))).toBe('ok');
    expect(await codeOf('takeover.guest', tablet())).toBe('forbidden');
  });

  it('opens designing to users who may design, never to the vendor', async () => {
    expect(await codeOf('form.write', user('staff'))).toBe('forbidden');
    expect(await codeOf('form.write', user('staff', { mayDesign: true }))).toBe('ok');
    expect(await codeOf('audit.verify', user('staff', { mayDesign: true }))).toBe('forbidden');
    expect(await codeOf('form.write', user('support', { mayDesign: true }))).toBe('forbidden');
    expect(await codeOf('form.write', tablet())).toBe('forbidden');
  });

  it('opens figures to users with a grant or with own figures, never to the vendor', async () => {
    expect(await codeOf('report.read', user('reception'))).toBe('forbidden');
    expect(await codeOf('report.read', user('reception', { behandlerId: '' }))).toBe('forbidden');
    expect(await codeOf('report.read', user('staff', { behandlerId: 'b1' }))).toBe('ok');
    expect(await codeOf('report.read', user('reception', { reportGrant: 'praxis' }))).toBe('ok');
    expect(await codeOf('report.write', user('staff', { reportGrant: 'alle' }))).toBe('forbidden');
    expect(await codeOf('report.read', user('support', { reportGrant: 'alle' }))).toBe('forbidden');
    expect(await codeOf('report.read', tablet())).toBe('forbidden');
  });
});

describe("a program's token", () => {
  it('reads within its scopes only, and never writes', async () => {
    expect(await codeOf('patient.read', program(['patients']))).toBe('ok');
    expect(await call('patient.read', program(['papers', 'figures']))).toMatchObject({
      code: 'forbidden',
      audited: [denial('patient.read', 'policy')],
    });
    expect(await codeOf('patient.read', program([]))).toBe('forbidden');
    expect(await codeOf('patient.write', program(['patients']), { method: 'post' })).toBe(
      'forbidden',
    );
    expect(await codeOf('public', program([]))).toBe('ok');
  });

  it('of before scopes keeps what its creator reads, but not the account', async () => {
    expect(await codeOf('patient.read', program(null))).toBe('ok');
    expect(await codeOf('account.own', program(null))).toBe('forbidden');
    expect(await codeOf('account.own', program(['practice']))).toBe('forbidden');
  });

  it('of the delivering program and of the host follow the policy, not scopes', async () => {
    expect(await codeOf('delivery.write', program([], 'collector'), { method: 'post' })).toBe('ok');
    expect(await codeOf('patient.read', program([], 'r4c'))).toBe('ok');
    expect(await codeOf('delivery.write', program([], 'r4c'), { method: 'post' })).toBe(
      'forbidden',
    );
  });
});

describe("a grant of the vendor's user", () => {
  const acting = (more: Partial<ActingGrant>) => user('support', { cid: 'p1', grant: grant(more) });

  it('replaces the role, and reaches as far as its kind', async () => {
    expect(await codeOf('settings.read', acting({}))).toBe('ok');
    expect(await codeOf('vendor.read', acting({}))).toBe('forbidden');
    expect(await codeOf('board.read', acting({}))).toBe('forbidden');
    expect(await codeOf('board.read', acting({ kind: 'spoken' }))).toBe('ok');
    expect(await codeOf('patient.read', acting({ kind: 'spoken' }))).toBe('forbidden');
    expect(await call('patient.read', acting({ kind: 'break_glass' }))).toMatchObject({
      code: 'ok',
      admitted: { cid: 'p1', reach: 'patients', grant: { kind: 'break_glass' } },
    });
  });

  it('writes only if it permits writing, and never what belongs to patients', async () => {
    expect(await codeOf('settings.write', acting({}), { method: 'put' })).toBe('forbidden');
    expect(await codeOf('settings.write', acting({ mayWrite: true }), { method: 'put' })).toBe(
      'ok',
    );
    expect(
      await codeOf('patient.read', acting({ kind: 'break_glass', mayWrite: true }), {
        method: 'post',
      }),
    ).toBe('forbidden');
  });

  it('is not stopped by open terms of the practice', async () => {
    expect(
      await codeOf('settings.read', acting({}), { deps: { isTermsOpen: async () => true } }),
    ).toBe('ok');
  });
});

describe('open duties', () => {
  const open = { deps: { isTermsOpen: async (cid: string) => cid === 'p1' } };
  it('owners accept the terms first; staff, tablets and free routes go on', async () => {
    expect(await codeOf('audit.verify', user('owner'), open)).toBe('terms_open');
    expect(await codeOf('terms.read', user('owner'), open)).toBe('ok');
    expect(await codeOf('board.read', user('staff'), open)).toBe('ok');
    expect(await codeOf('tablet.self', tablet(), open)).toBe('ok');
    expect(
      await codeOf('audit.verify', user('owner'), { deps: { isTermsOpen: async () => false } }),
    ).toBe('ok');
    expect(await codeOf('audit.verify', user('owner', { cid: 'p2' }), open)).toBe('ok');
  });

  it('a due second factor stops everything but the own account', async () => {
    const due = { deps: { isFactorDue: async () => true } };
    expect(await codeOf('board.read', user('staff'), due)).toBe('factor_due');
    expect(await codeOf('account.own', user('staff'), due)).toBe('ok');
    expect(await codeOf('tablet.self', tablet(), due)).toBe('ok');
    expect(
      await codeOf('board.read', user('staff'), { deps: { isFactorDue: async () => false } }),
    ).toBe('ok');
  });
});

describe('host and practice', () => {
  it('an unknown host is not found; a host of another practice neither, and audited', async () => {
    expect(
      await call('board.read', user('staff'), { r4cUuid: '00000000-0000-4000-8000-000000000009' }),
    ).toMatchObject({ code: 'not_found', audited: [] });
    expect(await call('board.read', user('staff'), { r4cUuid: OTHER_HOST })).toMatchObject({
      code: 'not_found',
      audited: [denial('board.read', 'r4c')],
    });
    expect(await call('board.read', user('staff'), { r4cUuid: HOST })).toMatchObject({
      code: 'ok',
      admitted: { r4c: { r4cUuid: HOST, cid: 'p1' }, cid: 'p1' },
    });
  });

  it('strangers at a host belong to its practice, without a host to none', async () => {
    expect(await call('public', anonymous, { r4cUuid: OTHER_HOST })).toMatchObject({
      code: 'ok',
      admitted: { cid: 'p2' },
    });
    expect((await call('public', anonymous)).admitted?.cid).toBeUndefined();
    expect((await call('public', anonymous)).hostsRead).toEqual([]);
  });

  it("a tablet's own host is not read again; another one is", async () => {
    expect(await call('tablet.self', tablet(), { r4cUuid: HOST })).toMatchObject({
      code: 'ok',
      hostsRead: [],
      admitted: { r4c: { r4cUuid: HOST, cid: 'p1' } },
    });
    expect(await call('tablet.self', tablet(), { r4cUuid: OTHER_HOST })).toMatchObject({
      code: 'not_found',
      hostsRead: [OTHER_HOST],
    });
  });

  it('the header of another practice is denied, except to the vendor', async () => {
    const named = (cid: string) => ({ headers: { ...OWN_PAGE, [HEADERS.clientId]: cid } });
    expect(await call('board.read', user('staff'), named('p2'))).toMatchObject({
      code: 'forbidden',
      audited: [denial('board.read', 'client_id')],
    });
    expect(await codeOf('board.read', user('staff'), named('p1'))).toBe('ok');
    expect(await codeOf('tablet.self', tablet(), named('p2'))).toBe('forbidden');
    expect(await codeOf('vendor.read', user('support'), named('p2'))).toBe('ok');
    expect(await codeOf('public', anonymous, named('p2'))).toBe('ok');
  });
});

describe('step-up', () => {
  it('is asked of people whose last one is over, and of every program', async () => {
    const dangerous = { stepUp: true };
    expect(await codeOf('audit.verify', user('owner'), dangerous)).toBe('step_up');
    expect(await codeOf('audit.verify', user('owner', { stepUpUntil: NOW - 1 }), dangerous)).toBe(
      'step_up',
    );
    expect(await codeOf('audit.verify', user('owner', { stepUpUntil: NOW }), dangerous)).toBe('ok');
    expect(await codeOf('tablet.self', tablet(), dangerous)).toBe('step_up');
    expect(await codeOf('audit.verify', user('owner'), { stepUp: false })).toBe('ok');
  });
});

describe('calls of other sites', () => {
  const foreign = { headers: { ...OWN_PAGE, origin: 'https://evil.example' } };
  it('are refused with any foreign origin, unless the route is open to them', async () => {
    expect(await codeOf('board.read', user('staff'), foreign)).toBe('xsrf');
    expect(await codeOf('mail.events', anonymous, { ...foreign, method: 'post' })).toBe('xsrf');
    expect(
      await codeOf('mail.events', anonymous, { ...foreign, method: 'post', isOpenToSites: true }),
    ).toBe('ok');
  });

  it('need the double-submit token of users, and where a cookie is read', async () => {
    const bare = { headers: {}, method: 'post' } as const;
    expect(await codeOf('mappe.write', user('staff'), bare)).toBe('xsrf');
    expect(await codeOf('mappe.write', user('staff'), { method: 'post' })).toBe('ok');
    expect(await codeOf('session.open', anonymous, bare)).toBe('xsrf');
    expect(await codeOf('share.open', anonymous, bare)).toBe('xsrf');
    expect(await codeOf('tablet.register', anonymous, bare)).toBe('ok');
    expect(await codeOf('mappe.write', user('staff'), { headers: {} })).toBe('ok');
  });
});

describe('reading under another policy than the route', () => {
  it('follows the grant, the scopes and the role', () => {
    expect(mayAlsoRead('answers.read', user('staff'))).toBe(true);
    expect(mayAlsoRead('answers.read', user('reception'))).toBe(false);
    expect(mayAlsoRead('answers.read', program(['answers']))).toBe(true);
    expect(mayAlsoRead('answers.read', program(['papers']))).toBe(false);
    expect(mayAlsoRead('answers.read', program([], 'r4c'))).toBe(true);
    const acting = (kind: ActingGrant['kind']) => user('support', { grant: grant({ kind }) });
    expect(mayAlsoRead('answers.read', acting('break_glass'))).toBe(true);
    expect(mayAlsoRead('answers.read', acting('impersonation'))).toBe(false);
    expect(mayAlsoRead('vendor.read', acting('break_glass'))).toBe(false);
  });
});
