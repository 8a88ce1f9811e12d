import { IsIn, IsOptional } from 'class-validator';
import type { DomainEvent } from '#libs/domain';
import { ListQueryDto } from '../requests/list.dto.js';

const ORDERS = ['asc', 'desc'] as const;

export class HistoryQueryDto extends ListQueryDto {
  /** `asc`: oldest first. `desc`: newest first. */
  @IsOptional()
  @IsIn(ORDERS)
  order: (typeof ORDERS)[number] = 'asc';
}

/** One fact about one account, user or service group. Never changed, never deleted. */
export class EventDto {
  /** The id of the aggregate, a dot, and the version. */
  id!: string;
  /** What happened, for example `user.created`. */
  type!: string;
  /** Which version of the shape of `data` this is. */
  schemaVersion!: number;
  accountId!: string;
  /** The account, user or service group it is about. */
  aggregateId!: string;
  /** 1, 2, 3 … without holes for each aggregate. */
  version!: number;
  /** ISO 8601, UTC. Rising within the aggregate. */
  at!: string;
  /** Who caused it: `operator:…`, `user:…` or `system:…`. */
  actor!: string;
  /** Ties together everything one request caused. */
  correlationId!: string;
  /** The command or event that caused this one. */
  causationId!: string;
  data!: Record<string, unknown>;
}

export class EventListDto {
  data!: EventDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function representEvent({ eventId, data, ...event }: DomainEvent): EventDto {
  const { type, schemaVersion, accountId, aggregateId, version, at, actor, correlationId, causationId } =
    event;
  const envelope = { type, schemaVersion, accountId, aggregateId, version, at, actor };
  return { id: eventId, ...envelope, correlationId, causationId, data: { ...data } };
}
