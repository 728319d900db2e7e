// Who may ask: roles of people and machines as product.md 6 names them.

export type UserRole = 'owner' | 'staff' | 'reception';
export const USER_ROLES: readonly UserRole[] = ['owner', 'staff', 'reception'];

/** Everyone a policy can name. */
export type Principal = 'anonymous' | UserRole | 'tablet';
