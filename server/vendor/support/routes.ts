// Routes of the vendor's users below /support and /admin, and of the practice that grants access
// below /api.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { grantState, SPOKEN_CODE_MS } from '../../../shared/vendor/grants.ts';
import {
  askGrantSchema,
  clientListSchema,
  clientQuerySchema,
  grantListSchema,
  grantViewSchema,
  newClientAnswerSchema,
  praxisGrantsSchema,
  redeemSchema,
  secondSchema,
  spokenAnswerSchema,
  type ClientList,
  type ClientQuery,
  type GrantView,
} from '../../../shared/vendor/grants.schema.ts';
import { idSchema } from '../../../shared/desk/tablet.schema.ts';
import { requireUser, route, type Route } from '../../platform/http/route.ts';
import { sealStates } from '../../platform/keys/seals.ts';
import {
  approveGrant,
  askGrant,
  endGrant,
  redeemCode,
  reviewGrant,
  speakCode,
} from './ask-grant.ts';
import type { SupportDeps } from './links.ts';
import {
  countPeople,
  findClients,
  findGrant,
  grantsOf,
  listClients,
  listGrants,
  listUnreviewed,
  openCodes,
  waitingGrants,
  type ClientRow,
  type GrantRow,
} from './store.ts';
import { acceptedTerms } from '../accepted-terms.store.ts';
import { namePlace, pageOf, placeIn } from '../vendor-rows.ts';
import { viewOf } from './view.ts';

const params = z.strictObject({ id: idSchema });
async function clientOf(deps: SupportDeps, cid: string): Promise<ClientRow> {
  const [found] = await findClients(deps.store, [cid]);
  if (!found) throw new AppError('not_found');
  return found;
}
async function viewsOf(
  deps: SupportDeps,
  rows: readonly GrantRow[],
  userId: string | undefined,
): Promise<GrantView[]> {
  const cids = [...new Set(rows.map(({ cid }) => cid))],
    clients = new Map((await findClients(deps.store, cids)).map((c) => [c.cid, c]));
  const opened = await deps.workshop.opened(deps.store.t.accessGrant, rows);
  return opened.map((row) => viewOf(row, clients.get(row.cid), deps.now(), row.userId === userId));
}
/** Reads a page of practices with their people and the state of their seals. */
async function clientsView(
  { store, now }: SupportDeps,
  { q, cursor }: ClientQuery,
): Promise<ClientList> {
  const rows = await listClients(store, { q, after: placeIn(cursor, namePlace) }),
    { page, cursor: next } = pageOf(rows, ({ place, cid }) => [place, cid]),
    cids = page.map(({ cid }) => cid),
    [people, seals, terms] = await Promise.all([
      countPeople(store, cids),
      sealStates(store, cids, now()),
      acceptedTerms(store, cids),
    ]);
  return {
    items: page.map(({ cid, name, r4chost, createdAt }) => ({
      cid,
      name,
      r4chost,
      createdAt,
      people: people.get(cid) ?? 0,
      seal: seals.get(cid) ?? 'ok',
      terms: terms.get(cid) ?? { agb: null, avv: null },
    })),
    cursor: next,
  };
}
/**
 * Returns a grant's practice, if visible to the caller: the own grants, and for a second
 * administrator the pending ones.
 */
function placeOf(rows: readonly GrantRow[], id: string): GrantRow {
  const found = rows.find((row) => row.id === id);
  if (!found) throw new AppError('not_found');
  return found;
}

export const supportRoutes = (deps: SupportDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/clients',
      policy: 'vendor.read',
      summary: 'Practices of this installation by name, page by page',
      query: clientQuerySchema,
      answer: clientListSchema,
      errors: ['validation'],
    },
    ({ query }) => clientsView(deps, query),
  ),
  route(
    {
      method: 'get',
      path: '/grants',
      policy: 'vendor.read',
      summary: 'Own grants, and for administrators those that wait for a second word',
      answer: grantListSchema,
    },
    async (_, c) => {
      const person = requireUser(c),
        own = await grantsOf(deps.store, person.userId);
      const waiting =
        person.role === 'administrator'
          ? (await waitingGrants(deps.store)).filter((row) => row.userId !== person.userId)
          : [];
      return { items: await viewsOf(deps, [...own, ...waiting], person.userId) };
    },
  ),
  route(
    {
      method: 'post',
      path: '/grants',
      policy: 'vendor.grant',
      summary: 'Ask for leave to act for a practice',
      body: askGrantSchema,
      answer: grantViewSchema,
      stepUp: true,
      errors: ['not_found', 'state_conflict'],
    },
    async ({ body: { cid, ...asked } }, c) => {
      const client = await clientOf(deps, cid),
        person = requireUser(c);
      return viewOf(
        await deps.workshop.write(cid, person, (w) => askGrant(w, deps, person, asked)),
        client,
        deps.now(),
        true,
      );
    },
  ),
  route(
    {
      method: 'post',
      path: '/grants/redeem',
      policy: 'vendor.grant',
      summary: 'A code that the practice said on the telephone',
      body: redeemSchema,
      answer: grantViewSchema,
      errors: ['grant_code_wrong', 'state_conflict', 'rate_limited'],
    },
    async ({ body: { cid, code } }, c) => {
      const person = requireUser(c),
        client = await clientOf(deps, cid),
        key = `spoken:${person.userId}`;
      await deps.reserveGuess(key);
      const row = await deps.workshop
        .write(cid, person, (w) => redeemCode(w, person, code))
        .catch(async (error: unknown) => {
          await deps.giveBackGuess(key);
          throw error;
        });
      if (!row) throw new AppError('grant_code_wrong');
      await deps.giveBackGuess(key);
      return viewOf(row, client, deps.now(), true);
    },
  ),
  route(
    {
      method: 'post',
      path: '/grants/{id}/end',
      policy: 'vendor.grant',
      summary: 'End the own grant',
      params,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { id } }, c) => {
      const person = requireUser(c),
        { cid } = placeOf(await grantsOf(deps.store, person.userId), id);
      await deps.workshop.write(cid, person, (w) => endGrant(w, id));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/grants/{id}/second',
      policy: 'vendor.second',
      summary: 'A second administrator stands in for an owner who cannot be reached',
      params,
      body: secondSchema,
      answerType: 'none',
      stepUp: true,
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params: { id }, body: { why } }, c) => {
      const person = requireUser(c),
        { cid } = placeOf(await waitingGrants(deps.store), id);
      await deps.workshop.write(cid, person, (w) => approveGrant(w, deps, person, id, why));
      return undefined;
    },
  ),
];

export const adminRoutes = (deps: SupportDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/clients',
      policy: 'vendor.clients',
      summary: 'One-time link by which a new practice is made',
      answer: newClientAnswerSchema,
      stepUp: true,
    },
    async (_, c) => {
      const person = requireUser(c),
        { token, expiresAt } = await deps.firstUserLink();
      await deps.workshop.write(person.cid, person, (w) =>
        w.audit('client.invited', { expiresAt }),
      );
      return { link: `${deps.address()}/practice/first/${token}`, expiresAt };
    },
  ),
];

export const grantRoutes = (deps: SupportDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/grants',
      policy: 'grant.see',
      summary: 'Who of the vendor may act here or asks to, and which spoken codes are still good',
      answer: praxisGrantsSchema,
    },
    async (_, c) => {
      const look = c.look(),
        newest = await listGrants(look),
        known = new Set(newest.map(({ id }) => id)),
        older = (await listUnreviewed(look)).filter(({ id }) => !known.has(id)),
        rows = [...newest, ...older].filter((row) => row.userId !== ''),
        isOwner = c.actor.kind === 'user' && c.actor.role === 'owner';
      const seen = isOwner ? rows : rows.filter((row) => grantState(row, c.now) === 'active');
      return {
        items: await viewsOf(deps, seen, undefined),
        codes: (await openCodes(c.look(), c.now - SPOKEN_CODE_MS)).map((row) => row.id),
      };
    },
  ),
  route(
    {
      method: 'post',
      path: '/grants/spoken',
      policy: 'grant.speak',
      summary: 'A code to be said on the telephone: half an hour without identities',
      answer: spokenAnswerSchema,
    },
    (_, c) => c.write((w) => speakCode(w, requireUser(c))),
  ),
  route(
    {
      method: 'post',
      path: '/grants/{id}/approve',
      policy: 'grant.answer',
      summary: 'Approve a break-glass request',
      params,
      answerType: 'none',
      stepUp: true,
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params: { id } }, c) => {
      await c.write((w) => approveGrant(w, deps, requireUser(c), id));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/grants/{id}/end',
      policy: 'grant.see',
      summary: 'Refuse or end it',
      params,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { id } }, c) => {
      // Users other than an owner may end an active grant only; refusing a request is the owner's
      // right.
      const row = await findGrant(c.look(), id),
        isOwner = requireUser(c).role === 'owner';
      if (!row || (!isOwner && grantState(row, c.now) !== 'active'))
        throw new AppError('not_found');
      await c.write((w) => endGrant(w, id));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/grants/{id}/review',
      policy: 'grant.answer',
      summary: 'Note that an emergency access was reviewed',
      params,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params: { id } }, c) => {
      await c.write((w) => reviewGrant(w, requireUser(c), id));
      return undefined;
    },
  ),
];
