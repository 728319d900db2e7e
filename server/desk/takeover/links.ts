// What a takeover needs of other slices, handed in where the server is put together.

import type { ConfigBody } from '../../../shared/exchange/sync.ts';
import type { Look, Work } from '../../platform/work.ts';

interface Device {
  id: string;
  signKey: JsonWebKey;
  sealKey: JsonWebKey;
  leaseUntil: number;
  guestOf: string | null;
}
export interface DeviceKeys {
  signKey: JsonWebKey;
  sealKey: JsonWebKey;
}

export interface TakeoverLinks {
  /** A task and where it lies; `isMovable`: it can go over as it is. */
  place(
    s: Look | Work,
    taskId: string,
  ): Promise<
    | {
        taskId: string;
        mappeId: string;
        patid: string;
        tabletId: string | null;
        isMovable: boolean;
      }
    | undefined
  >;
  /** The first task of a Mappe that can go over, null where none can; undefined for no Mappe of this practice. */
  firstMovable(s: Look | Work, mappeId: string): Promise<string | null | undefined>;
  /** Takes the Mappe with its drafts to a device, and fences the one before off (server/desk/task). @throws AppError `state_conflict`, `not_found`, `of_age` */
  move(w: Work, mappeId: string, tabletId: string): Promise<void>;
  /** Something that this device sent is not judged yet (server/desk/sync). */
  hasUnjudged(w: Work, tabletId: string): Promise<boolean>;
  /** A device in service, its keys and its lease (server/desk/tablet). */
  findDevice(s: Look | Work, tabletId: string): Promise<Device | undefined>;
  hasKeys(device: Device, keys: DeviceKeys): boolean;
  /** @throws AppError `validation` */
  checkKeys(keys: DeviceKeys): Promise<void>;
  addGuest(
    w: Work,
    guest: DeviceKeys & { r4cUuid: string; mappeId: string; userAgent: string; tokenHash: string },
  ): Promise<string>;
  bindGuest(w: Work, guestId: string, mappeId: string): Promise<void>;
  endGuest(w: Work, guestId: string): Promise<void>;
  /** What a device of the practice is told of it. */
  configOf(look: Look, tabletId: string): Promise<ConfigBody>;
}
