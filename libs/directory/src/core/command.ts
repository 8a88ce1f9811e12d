import type { AccountState } from '#libs/domain';
import type { Change, Provenance } from './changes.js';
import {
  execute,
  requireVersion,
  type CommandContext,
  type Decision,
  type Execution,
  type Outcome,
} from './execute.js';
import type { Tenant } from './tenant.js';

/** What a command on one aggregate has loaded: the aggregate, the account whose limits count, and what else it needs. */
export interface Loaded {
  before: { status: string; version?: number };
  account?: AccountState | undefined;
}

/** A command on one aggregate, as its parts in the order in which they are called, once per attempt. */
export interface Command<L extends Loaded, NewEvent, Changed extends Change, View> extends Pick<
  Execution<View>,
  'aggregateId' | 'inTurnOn' | 'receiptScope'
> {
  load: () => Promise<L>;
  decide: (loaded: L, provenance: Provenance) => NewEvent[];
  change: (loaded: L, newEvents: NewEvent[], provenance: Provenance) => Changed;
  view: (changed: Changed, loaded: L, provenance: Provenance) => Viewed<View> | Promise<Viewed<View>>;
}

/** What the caller gets, and what is committed besides the change. */
export type Viewed<View> = Pick<Decision<View>, 'state' | 'guards' | 'aboutUser'>;

/** @throws what {@link execute} throws, and what the parts do */
export function command<L extends Loaded, NewEvent, Changed extends Change, View>(
  { directory, accountId }: Pick<Tenant, 'directory' | 'accountId'>,
  context: CommandContext,
  { load, decide, change, view, ...execution }: Command<L, NewEvent, Changed, View>,
): Promise<Outcome<View>> {
  return execute(directory, context, {
    ...execution,
    accountId,
    attempt: async (provenance): Promise<Decision<View>> => {
      const loaded = await load();
      requireVersion(loaded.before, context);
      const changed = change(loaded, decide(loaded, provenance), provenance);
      const viewed = await view(changed, loaded, provenance);
      const { account } = loaded;
      return { ...viewed, changes: [changed], ...(account && { account }) };
    },
  });
}
