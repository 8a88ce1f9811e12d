import { IsIn, IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { revertibility, type NamedActor } from '#libs/directory';
import { publicData, sentenceOf } from '#libs/event-contracts';
import { EVENT_TYPES, type DomainEvent } from '#libs/domain';
import { SUBJECT_ID } from '../http/input/ids.js';
import type { QueryClass } from '../http/query/query-class.js';
import { ListQueryDto } from '../http/query/list.dto.js';
import { MAX_CHARACTERS } from '../http/query/search.dto.js';
import { IsAfter, IsTime } from '../http/query/time.js';
import type { FieldsOf } from '../http/query/fields.js';
import { toActorDto, type ActorDto } from './actors.dto.js';

const ORDERS = ['asc', 'desc'] as const;
const INCLUDED = ['actor'] as const;

const TYPE = `(${EVENT_TYPES.join('|').replaceAll('.', '\\.')})`;
/** Event types, separated by commas. */
export const TYPES = new RegExp(`^${TYPE}(,${TYPE})*$`);
export const TYPES_MESSAGE = `type must be one or more of ${EVENT_TYPES.join(', ')}, separated by commas`;
export const SUBJECT_MESSAGE = 'subject must be the id of what the events are about';

export class EventQueryDto {
  /** `actor`: the answer says who the actor is, also in the sentence. */
  @IsOptional()
  @IsIn(INCLUDED)
  include?: (typeof INCLUDED)[number] | undefined;
}

class EventListQueryDto extends ListQueryDto {
  /** `actor`: the answer says who each actor is, also in the sentence. */
  @IsOptional()
  @IsIn(INCLUDED)
  include?: (typeof INCLUDED)[number];
}

export class HistoryQueryDto extends EventListQueryDto {
  /** `asc`: oldest first. `desc`: newest first. */
  @IsOptional()
  @IsIn(ORDERS)
  order: (typeof ORDERS)[number] = 'asc';
}

/** What narrows the log of an account, in a list and in an export. */
export function withEventFilter<Base extends QueryClass>(base: Base) {
  abstract class WithEventFilter extends base {
    /** Only events from this time: ISO 8601 with a time zone. */
    @IsOptional()
    @IsTime()
    from?: string;

    /** Only events before this time: ISO 8601 with a time zone. */
    @IsOptional()
    @IsTime()
    @IsAfter('from')
    to?: string;

    /** Only events of these types, separated by commas. */
    @IsOptional()
    @Matches(TYPES, { message: TYPES_MESSAGE })
    type?: string;

    /** Only events whose sentence has words that begin with these, in any order. */
    @IsOptional()
    @IsString()
    @MinLength(1)
    @MaxLength(MAX_CHARACTERS)
    q?: string;

    /** Only changes made by this actor: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
    @IsOptional()
    @IsString()
    @MaxLength(160)
    actor?: string;

    /** Only events about this account, user, service group, API key, webhook endpoint or request for access; of a membership about either side. */
    @IsOptional()
    @Matches(SUBJECT_ID, { message: SUBJECT_MESSAGE })
    subject?: string;
  }
  return WithEventFilter;
}

export class AuditLogQueryDto extends withEventFilter(EventListQueryDto) {
  /** `desc`: newest first. `asc`: oldest first. */
  @IsOptional()
  @IsIn(ORDERS)
  order: (typeof ORDERS)[number] = 'desc';
}

/** One event of an account, user, service group or API key. Never changed, never deleted. */
export class EventDto {
  /** The id of the aggregate, a dot, and the version. */
  id!: string;
  /** What happened, for example `user.created`. */
  type!: string;
  /** The schema version of `data`. */
  schemaVersion!: number;
  accountId!: string;
  /** The account, user, service group or API key that changed. */
  aggregateId!: string;
  /** 1, 2, 3 … without gaps for each aggregate. */
  version!: number;
  /** ISO 8601, UTC. Increases within the aggregate. */
  at!: string;
  /** Who made the change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
  actor!: string;
  /** With `include=actor`. Null for an API key of the operators. */
  actorDetails?: ActorDto | null;
  /** What happened, in a sentence. The contracts have its template, for translations. */
  summary!: string;
  /** Shared by everything that one request caused. */
  correlationId!: string;
  /** The command or event that caused this one. */
  causationId!: string;
  /** The request's span in its client's trace (W3C Trace Context), if a request caused it. */
  traceparent?: string;
  /** Whether an undo of its change can take it back, as far as the event alone tells: it may have been changed again since. */
  revertible!: boolean;
  /** Present if the user's personal data has since been erased: `data` has placeholders for names and emails. */
  erased?: true;
  data!: Record<string, unknown>;
}

export class EventListDto {
  data!: EventDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export class AuditLogDto extends EventListDto {
  /**
   * On the first page, otherwise null. After following `nextCursor` to the end, use this as the next `from`: no event is missed,
   * however late it was committed. Events of the last 45 seconds are returned again, with the same ids.
   */
  resumeFrom!: string | null;
}

/** @param actors undefined unless they were requested */
export function toEventDto(
  { eventId, ...event }: DomainEvent,
  actors?: ReadonlyMap<string, NamedActor>,
): EventDto {
  const {
    type,
    schemaVersion,
    accountId,
    aggregateId,
    version,
    at,
    actor,
    correlationId,
    causationId,
    traceparent,
    erased,
    data,
  } = event;
  const named = actors?.get(actor);
  const envelope = {
    type,
    schemaVersion,
    accountId,
    aggregateId,
    version,
    at,
    actor,
    ...(actors && { actorDetails: named ? toActorDto(named) : null }),
    summary: summaryOf({ type, data, actor }, actors),
  };
  const marks = { ...(traceparent !== undefined && { traceparent }), ...(erased && { erased }) };
  const revertible = revertibility(event) === 'yes';
  return {
    id: eventId,
    ...envelope,
    correlationId,
    causationId,
    revertible,
    ...marks,
    data: publicData(type, data),
  };
}

/** Whom an event names by their id alone, because it keeps nobody's personal data: the sentence contains their name, if it is requested. */
export function namedInSentence({ type, data }: Pick<DomainEvent, 'type' | 'data'>): string[] {
  return type.startsWith('service_group.manager_') && 'userId' in data ? [`user:${data.userId}`] : [];
}

export function summaryOf(
  { type, data, actor }: Pick<DomainEvent, 'type' | 'data' | 'actor'>,
  actors?: ReadonlyMap<string, NamedActor>,
): string {
  const [named] = namedInSentence({ type, data });
  const userId = named === undefined ? undefined : actors?.get(named)?.name;
  return sentenceOf({ type, data: userId ? { ...data, userId } : data, actor }, actors?.get(actor)?.name);
}

export const EVENT_FIELDS: FieldsOf<EventDto> = {
  id: true,
  type: true,
  schemaVersion: true,
  accountId: true,
  aggregateId: true,
  version: true,
  at: true,
  actor: true,
  actorDetails: true,
  summary: true,
  correlationId: true,
  causationId: true,
  traceparent: true,
  revertible: true,
  erased: true,
  data: true,
};
