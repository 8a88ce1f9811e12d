export interface CommandUnits {
  table: number;
  index: number;
  /** The part of the table's units that falls on one key: `account:{accountId}`, with heads and claims. */
  accountKey: number;
  /** Rounds of reads before the one transaction. */
  readCalls: number;
}

/** The promised cost of each command, without a receipt. A test checks the code against it, and the cost model uses it. */
export const CAPACITY_CONTRACT = {
  createAccount: { table: 4, index: 2, accountKey: 2, readCalls: 0 },
  createUser: { table: 6, index: 1, accountKey: 4, readCalls: 1 },
  changeUser: { table: 4, index: 1, accountKey: 2, readCalls: 2 },
  createServiceGroup: { table: 6, index: 1, accountKey: 4, readCalls: 1 },
  addMember: { table: 6, index: 2, accountKey: 2, readCalls: 1 },
  removeMember: { table: 8, index: 3, accountKey: 2, readCalls: 1 },
} as const satisfies Record<string, CommandUnits>;

/** Of requests for access, whose decision commits the membership with it. The cost model does not estimate with them. */
export const REQUEST_CAPACITY = {
  requestAccess: { table: 10, index: 2, accountKey: 4, readCalls: 1 },
  refuseAccessRequest: { table: 8, index: 2, accountKey: 4, readCalls: 3 },
  withdrawAccessRequest: { table: 8, index: 2, accountKey: 4, readCalls: 3 },
  approveAccessRequest: { table: 14, index: 4, accountKey: 6, readCalls: 3 },
  approveAccessRequestWithEnd: { table: 16, index: 5, accountKey: 6, readCalls: 3 },
} as const satisfies Record<string, CommandUnits>;

/** What the end of a membership adds to what gives it, or ends it: the item by which it is found and listed. */
export const END_CAPACITY = { table: 2, index: 1 } as const;

/** Units of one event delivered to one webhook endpoint at the first attempt, if nothing else is due for it. */
export const DELIVERY_UNITS = { table: 13, index: 6, read: 12 } as const;
