import { CAPACITY_CONTRACT } from '#libs/directory';
import { COMMAND_MIX, type Command } from './model.js';
import { seeded, zipfSampler } from './zipf.js';

export interface Simulated {
  writes: number;
  units: { table: number; index: number; accountKey: number };
  /** The busiest tenant's share of the write units of all tenants' logs. */
  hottestLogShare: number;
  /** Write units of the busiest account's own key, where its heads and claims are. */
  hottestAccountUnits: number;
  /** Users that were written at least once. */
  usersTouched: number;
  hottestUserShare: number;
}

/** Checks the model: draws the tenant by Zipf's law, its user evenly, and the command by the mix. */
export function simulate(
  { tenants, users, skew }: { tenants: number; users: number; skew: number },
  writes: number,
  seed = 1,
): Simulated {
  const random = seeded(seed);
  const nextTenant = zipfSampler(tenants, skew, random);
  const firstUser = usersOfTenants(tenants, users, skew);
  const logUnits = new Float64Array(tenants);
  const writesOfUser = new Uint32Array(users);
  const accountUnits = new Float64Array(tenants);
  const units = { table: 0, index: 0, accountKey: 0 };
  for (let write = 0; write < writes; write += 1) {
    const tenant = nextTenant();
    const command = draw(random());
    units.table += CAPACITY_CONTRACT[command].table;
    units.index += CAPACITY_CONTRACT[command].index;
    units.accountKey += CAPACITY_CONTRACT[command].accountKey;
    accountUnits[tenant] = (accountUnits[tenant] as number) + CAPACITY_CONTRACT[command].accountKey;
    // Each write has one event, which is one unit of its tenant's log.
    logUnits[tenant] = (logUnits[tenant] as number) + 1;
    const [from, to] = [firstUser[tenant] as number, firstUser[tenant + 1] as number];
    const user = Math.min(users - 1, from + Math.floor(random() * Math.max(1, to - from)));
    writesOfUser[user] = (writesOfUser[user] as number) + 1;
  }
  let usersTouched = 0;
  for (const count of writesOfUser) if (count > 0) usersTouched += 1;
  return {
    writes,
    units,
    hottestLogShare: largest(logUnits) / writes,
    hottestAccountUnits: largest(accountUnits),
    usersTouched,
    hottestUserShare: largest(writesOfUser) / writes,
  };
}

/** The index of each tenant's first user, by the same law; the last entry is the end. */
function usersOfTenants(tenants: number, users: number, skew: number): Float64Array {
  const first = new Float64Array(tenants + 1);
  let sum = 0;
  for (let rank = 0; rank < tenants; rank += 1) sum += (rank + 1) ** -skew;
  let cumulative = 0;
  for (let rank = 0; rank < tenants; rank += 1) {
    first[rank] = Math.floor((cumulative / sum) * users);
    cumulative += (rank + 1) ** -skew;
  }
  first[tenants] = users;
  return first;
}

function draw(at: number): Command {
  let left = at;
  for (const [command, share] of Object.entries(COMMAND_MIX) as [Command, number][]) {
    if (left < share) return command;
    left -= share;
  }
  return 'changeUser';
}

function largest(values: Float64Array | Uint32Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}
