import {
  grantTenant,
  type CommandContext,
  type Directory,
  type Tenant,
  type revertChange,
} from '#libs/directory';
import type { AccessRequestId, DomainEvent, ServiceGroupId, UserId, WebhookEndpointId } from '#libs/domain';
import type { Random } from '../scheduler/random.js';

/** A change, as an undo names it. */
export type NamedChange = Parameters<typeof revertChange>[1];

/** What clients know of an account from answers. */
export interface KnownAccount {
  accountId: string;
  users: UserId[];
  groups: ServiceGroupId[];
  /** Who was made a member of what. */
  members: (readonly [UserId, ServiceGroupId])[];
  requests: (readonly [AccessRequestId, ServiceGroupId])[];
  /** What may be undone. */
  changes: NamedChange[];
  endpoints: WebhookEndpointId[];
  /** The ids of events, and of those that clients wanted to be sent to an endpoint again. */
  events: string[];
  redelivered: Set<string>;
}

/** One command of a client, drawn: sent again, it is the same. */
export interface Command {
  name: string;
  run: (directory: Directory, context: CommandContext) => Promise<Done>;
}

export interface Done {
  events: readonly DomainEvent[];
  userId?: UserId;
  serviceGroupId?: ServiceGroupId;
  webhookEndpointId?: WebhookEndpointId;
  request?: KnownAccount['requests'][number];
  change?: NamedChange;
}

export const NAMES = ['Ada', 'Bo', 'Cy', 'Dee', 'Eve'];
/** So few that two want the same. */
export const [EMAILS, GROUP_NAMES] = [12, 10];
/** How often a command about a membership is about one that there was. */
const KNOWN_MEMBER = 0.6;
export type Draw = (random: Random, at: KnownAccount, nowMs: number) => Command | undefined;

export function command(
  name: string,
  at: KnownAccount,
  act: (tenant: Tenant, context: CommandContext) => Promise<Done>,
): Command {
  return { name, run: (directory, context) => act(grantTenant(directory, at.accountId), context) };
}

/** A user and a service group, if any are known. */
export function drawPair(random: Random, { users, groups, members }: KnownAccount) {
  const any = [random.pick(users), random.pick(groups)] as const;
  return random.chance(KNOWN_MEMBER) ? (random.pick(members) ?? any) : any;
}
