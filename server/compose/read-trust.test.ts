// The services of a trust list as certificates whose ends are warned of.
import { expect, it } from 'vitest';
import { DAY_MS } from '../../shared/base/day-math.ts';
import { createAuthority } from '../paper/seal/authority.ts';
import type { Anchor, TrustList } from '../paper/seal/foreign/trust-list.ts';
import { servicesOf } from './read-trust.ts';

const NOW = Date.UTC(2026, 10, 20);
const anchor = async (name: string, madeAt: number, until: number | null): Promise<Anchor> => ({
  certificate: (await createAuthority({ organisation: 'Dienst', commonName: name }, madeAt))
    .certificate,
  by: 'list',
  name,
  territory: 'DE',
  isQualified: true,
  use: 'signature',
  periods: [{ from: 0, until }],
});

it('a service has its newest certificate; one that is granted no more has none', async () => {
  const old = await anchor('Anbieter, Dienst 1', NOW - 3000 * DAY_MS, null),
    fresh = await anchor('Anbieter, Dienst 1', NOW, null),
    list: TrustList = {
      territory: 'DE',
      issuedAt: NOW,
      nextUpdate: null,
      anchors: [
        fresh,
        old,
        { ...old, use: 'time' },
        await anchor('Anbieter, Dienst 2', NOW, NOW - DAY_MS),
      ],
    };
  const found = servicesOf(list, 'MOLAR_TRUST_LISTS: de.xml');
  expect(found.map(({ use, name, source }) => [use, name, source])).toEqual([
    ['list_service', 'Anbieter, Dienst 1', 'MOLAR_TRUST_LISTS: de.xml'],
    ['list_service', 'Anbieter, Dienst 1', 'MOLAR_TRUST_LISTS: de.xml'],
  ]);
  expect(found[0]?.until).toBeGreaterThan(found[1]?.until ?? Infinity);
});
