// Dependencies of a takeover on other slices, passed in where the server is composed.

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
  /** A task and its device; `isMovable`: it can be moved unchanged. */
  place(
    s: Look | Work,
    taskId: string,
  ): Promise<
    | {
        taskId: string;
        mappeId: string;
        patid: string;
        /** Of the Mappe. */
        language: string;
        tabletId: string | null;
        isMovable: boolean;
      }
    | undefined
  >;
  /**
   * The first movable task of a Mappe, null when there is none; undefined for no Mappe of this
   * practice.
   */
  firstMovable(s: Look | Work, mappeId: string): Promise<string | null | undefined>;
  /**
   * Moves the Mappe with its drafts to a device, and fences off the previous one
   * (server/desk/task).
   * @throws AppError `state_conflict`, `not_found`, `of_age`
   */
  move(w: Work, mappeId: string, tabletId: string): Promise<void>;
  /** Checks for ops of this device that are not judged yet (server/desk/sync). */
  hasUnjudged(w: Work, tabletId: string): Promise<boolean>;
  /** An active device, its keys and its lease (server/desk/tablet). */
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
  /** Name and telephone number of the practice, as its pages for patients show them. */
  praxis(look: Look): Promise<{ name: string; phone: string }>;
  /** Configuration of the practice for one of its devices. */
  configOf(look: Look, tabletId: string): Promise<ConfigBody>;
}
