// Ids of the controls that belong to one person of a Mappe.

/** Returns the end of an element's id; an id holds no blank, a number may. */
export const endOfId = (patid: string | undefined): string =>
  patid === undefined ? '' : `-${patid.replaceAll(' ', '%20')}`;
