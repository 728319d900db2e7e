// Areas of the signed-in user, with words and icons; and the area of the current address.

import {
  IconBuildingHospital,
  IconChartBar,
  IconDeviceTablet,
  IconListCheck,
  IconReceiptEuro,
  IconSettings,
  IconSun,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { offAt } from '../../shared/base/flags/flags.ts';
import { useSession } from '../session.ts';
import { areasOf, placeOf, type Area, type AreaName } from './navigation.ts';

export const AREA_ICONS: Readonly<Record<AreaName, typeof IconSun>> = {
  empfang: IconDeviceTablet,
  heute: IconSun,
  patienten: IconUserCircle,
  listen: IconListCheck,
  abrechnung: IconReceiptEuro,
  zahlen: IconChartBar,
  einstellungen: IconSettings,
  betrieb: IconBuildingHospital,
  nutzer: IconUsers,
};

/** Returns the areas of the signed-in user; there are none without a user. */
export function useAreas(): readonly Area[] {
  const { user, acting, off } = useSession(),
    grant = acting?.kind ?? null;
  return useMemo(
    () => (user === null ? [] : areasOf(user, grant, (to) => offAt(to, off) === undefined)),
    [user, grant, off],
  );
}

/** One person's pages have the address of a list with a `patid`; they belong to the patients. */
const OF_ONE_PERSON = /^\/(?:einwilligungen|stammdaten|zuordnen\/links)$/;
/** Returns the area and page of the current address. */
export function usePlace(): ReturnType<typeof placeOf> {
  const areas = useAreas(),
    { pathname } = useLocation(),
    [search] = useSearchParams();
  return placeOf(
    areas,
    OF_ONE_PERSON.test(pathname) && search.has('patid') ? '/patient' : pathname,
  );
}
