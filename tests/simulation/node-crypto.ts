/** Node's crypto for the bundled server, with seeded random numbers instead of the system's. */
import * as node from 'node:crypto';

export * from 'node:crypto';
export { createECDH, hkdfSync } from './webcrypto.ts';
const fill = (bytes: Uint8Array): Uint8Array =>
  crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>);
export const randomBytes = (size: number): Buffer => Buffer.from(fill(new Uint8Array(size)));
export const randomUUID = (): string => crypto.randomUUID();
export const randomInt = (max: number): number => Math.floor(Math.random() * max);
export const randomFillSync = <T extends Uint8Array>(bytes: T): T => {
  fill(bytes);
  return bytes;
};
export default { ...node, randomBytes, randomUUID, randomInt, randomFillSync };
