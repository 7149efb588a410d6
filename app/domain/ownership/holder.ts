/** The holder of cells: an account's id, or null for the house. */
export type Holder = string | null
