import type { DomainEvent, ServiceGroupId, User, UserId } from '#libs/domain';

interface During {
  accountId: string;
  /** Of the world. */
  invokedAt: number;
  answeredAt: number;
}

/** A command that was acknowledged. */
export interface Acknowledged extends During {
  name: string;
  events: readonly Pick<DomainEvent, 'aggregateId' | 'version' | 'type' | 'eventId'>[];
}

/** What a read of a user showed. */
export interface SeenUser extends During {
  user: Pick<User, 'userId' | 'version' | 'status' | 'name' | 'email' | 'role'>;
}

/** A user was let in. */
export interface Entered extends During {
  userId: UserId;
  serviceGroupId: ServiceGroupId;
  by: string;
  /** By whose clock the membership has not ended: then. */
  heldAt: number;
}

/** All that clients saw in one run. */
export class Record {
  readonly acknowledged: Acknowledged[] = [];
  readonly users: SeenUser[] = [];
  readonly entered: Entered[] = [];
  /** When commands were sent first, by their correlation ids. */
  readonly sentAt = new Map<string, number>();
  /** How commands ended, by name. */
  readonly outcomes = new Map<string, number>();

  count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}
