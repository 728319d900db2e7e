// Registration of this tablet in the local database; its only secrets are its non-extractable keys.

import type { GateException } from '../../shared/desk/tablet.ts';
import { readValue, withDb, writeValue } from '../outbox/db.ts';
import type { TabletDb } from '../outbox/tables.ts';

export interface Device {
  tabletId: string;
  cid: string;
  /** For the directory only; it grants no access. */
  tabletToken: string;
  exceptions: GateException[];
  registeredAt: number;
  /** Patient mode was enabled: every check of the gate had passed. */
  isReady: boolean;
  isRevoked: boolean;
  /** A private phone that took over one Mappe; everything is deleted at the end. */
  isGuest?: true;
  /** Language of a private phone outside of its run. */
  language?: string;
}

const isDevice = (v: unknown): v is Device =>
  typeof v === 'object' &&
  v !== null &&
  'tabletId' in v &&
  typeof v.tabletId === 'string' &&
  v.tabletId !== '';

export interface DeviceStore {
  get(): Device | null;
  load(): Promise<Device | null>;
  save(device: Device): Promise<void>;
  change(change: Partial<Device>): Promise<void>;
}

export function createDeviceStore(db: TabletDb): DeviceStore {
  let device: Device | null = null;
  const save = async (next: Device): Promise<void> => {
    device = next;
    await withDb(db, () => writeValue(db, 'device', next));
  };
  return {
    get: () => device,
    load: async () => {
      const v = await withDb(db, () => readValue(db, 'device'));
      device = isDevice(v) ? v : null;
      return device;
    },
    save,
    change: async (change) => {
      if (device) await save({ ...device, ...change });
    },
  };
}
