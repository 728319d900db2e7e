// Roles of people and machines as named in product.md 6.

/** People; `administrator` and `support` work for the vendor and belong to no practice. */
export type UserRole = 'administrator' | 'support' | 'owner' | 'staff' | 'reception';
export type PraxisRole = Exclude<UserRole, 'administrator' | 'support'>;
export const USER_ROLES: readonly UserRole[] = [
  'administrator',
  'support',
  'owner',
  'staff',
  'reception',
];
export const VENDOR_ROLES: readonly UserRole[] = ['administrator', 'support'];
export const PRAXIS_ROLES: readonly PraxisRole[] = ['owner', 'staff', 'reception'];
export const isVendor = (role: UserRole): role is 'administrator' | 'support' =>
  role === 'administrator' || role === 'support';
/**
 * Returns the leading role of a client, whose last holder cannot be removed; and all roles of its
 * users.
 */
export const leadOf = (cid: string): 'administrator' | 'owner' =>
  cid === VENDOR_CID ? 'administrator' : 'owner';
export const rolesOf = (cid: string): readonly UserRole[] =>
  cid === VENDOR_CID ? VENDOR_ROLES : PRAXIS_ROLES;
/** Checks whether a role of the practice may read answers; reception sees their state only. */
export const mayReadAnswers = (role: UserRole | undefined): boolean => role !== 'reception';
/** The client of the vendor's own users; no practice can have this id. */
export const VENDOR_CID = 'vendor';

/** All roles that a policy can name; `guest` is a private phone that has one Mappe for a while. */
export type Principal = 'anonymous' | UserRole | 'share' | 'tablet' | 'guest' | 'r4c' | 'collector';
