import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import type { FeedPage, FeedRequest } from '#libs/directory';
import { EVENT_TYPES, type DomainEvent, type EventType } from '#libs/domain';
import { toPublishedEvent } from '#libs/event-contracts';
import { TYPES } from '../audit-log/audit-log.dto.js';
import { SUBJECT_ID } from '../http/input/ids.js';
import { asInteger } from '../http/query/list.dto.js';

/** A gateway of AWS before the API answers within 29 seconds. */
export const MAX_WAIT_SECONDS = 20;
/** The lines of one page of a snapshot. */
const MAX_SNAPSHOT_LINES = 1_000;
/** A function that waits is paid for, and is one of those that there may be at once: those who follow wait instead. */
const PAUSE_BETWEEN_ANSWERS_SECONDS = 5;

export class ChangesQueryDto {
  /**
   * `nextCursor` of an earlier answer, or `now` for what comes from now on. Without it: from the beginning. It is valid as long as the
   * account exists, for this feed only.
   */
  @IsOptional()
  @IsString()
  @MaxLength(2048)
  after?: string;

  /** How long to wait for a change if there is none yet, in seconds. At most 64 answers wait for the changes of an account. */
  @IsOptional()
  @Transform(({ value }) => asInteger(value))
  @IsInt()
  @Min(0)
  @Max(MAX_WAIT_SECONDS)
  wait: number = 0;

  /** The maximum number of events to look at. A page also ends after a megabyte of them, and may end earlier. */
  @IsOptional()
  @Transform(({ value }) => asInteger(value))
  @IsInt()
  @Min(1)
  @Max(1000)
  limit: number = 100;

  /** Only events of these types, separated by commas. */
  @IsOptional()
  @Matches(TYPES, {
    message: `type must be one or more of ${EVENT_TYPES.join(', ')}, separated by commas`,
  })
  type?: string;

  /** Only events of this account, user, service group or API key. */
  @IsOptional()
  @Matches(SUBJECT_ID, { message: 'subject must be the id of what the events are about' })
  subject?: string;
}

const SNAPSHOT_FORMS = ['events', 'access'] as const;

export class SnapshotQueryDto {
  /**
   * `events`: a line for each event. `access`: only what access depends on, many to a line; `serviceGroups` are arrays of id, version and, if there
   * is one, external id; `users` of id, status, version and external id; `members` of a `serviceGroup` are ids, or arrays of id, end (null without
   * one) and, if there is one, the id of the access role. Members who are not among the `users` have come since: leave them out, the feed has them.
   * A line of the type `access_roles`, once the account has had some, has them as arrays of id, key and permissions. Lines of the type `team_access` and
   * `team_places` have the teams of service groups and of users, in the form of `members`; lines of the type `teams` those that were not removed: only these
   * give anything.
   */
  @IsOptional()
  @IsIn(SNAPSHOT_FORMS)
  form: (typeof SNAPSHOT_FORMS)[number] = 'events';

  /** `next` of an earlier page of the snapshot: the page behind it. */
  @IsOptional()
  @IsString()
  @MaxLength(2048)
  after?: string;

  /**
   * The number of lines after which a page ends, of a megabyte at most. Its last line then says where the next one begins: `next`. Without it
   * everything is sent in one answer; functions need it for what is larger than they can answer.
   */
  @IsOptional()
  @Transform(({ value }) => asInteger(value))
  @IsInt()
  @Min(1)
  @Max(MAX_SNAPSHOT_LINES)
  limit?: number;
}

/** An event as subscribers and webhook endpoints receive it: CloudEvents 1.0. */
export class PublishedEventDto {
  specversion!: '1.0';
  /** The id of the aggregate, a dot, and the version. */
  id!: string;
  source!: string;
  type!: string;
  /** The account, user, service group or API key that changed. */
  subject!: string;
  /** ISO 8601, UTC. Increases within the subject. */
  time!: string;
  datacontenttype!: 'application/json';
  /** Names the JSON Schema of `data`. */
  dataschema!: string;
  accountid!: string;
  /** The version of the subject, with leading zeros: increases by one within the subject. */
  sequence!: string;
  actor!: string;
  correlationid!: string;
  causationid!: string;
  /** Present if the user's personal data has since been erased: `data` has placeholders. */
  erased?: true;
  traceparent?: string;
  data!: Record<string, unknown>;
}

export class ChangesDto {
  /** In the order in which they are to be handled: those of a subject never change places. */
  data!: PublishedEventDto[];
  /** Where to go on: the next `after`. Never null, because more will come. */
  nextCursor!: string;
  /** There was nothing more when this was read. With `false`, ask again at once, also if no event of the page was wanted. */
  upToDate!: boolean;
  /**
   * If `upToDate`: every change made before this moment is in the feed up to `nextCursor`. It stands still while the stream processor does.
   * ISO 8601, UTC; null if nothing states it. A copy is as old as `readAt` less this, and the time since its request was sent.
   */
  completeTo!: string | null;
  /** The time by the clock of the API. ISO 8601, UTC. */
  readAt!: string;
  /**
   * What a reader must understand, or else what it derives from the feed is wrong: if it does not know one of them, it must stop and say so. Absent
   * as long as there is nothing. The last line of a snapshot's page has it too. `teams`: the account has had one.
   */
  requires?: string[];
  /**
   * Present where the API runs as functions, which answer at once whatever `wait` says: with `upToDate`, ask again after so many seconds.
   */
  askAgainAfterSeconds?: number;
}

/**
 * Of which features readers of a feed or a snapshot must know: of teams, once it is about them, because who may enter by a team is in no
 * membership. Not of access roles: who may enter is right without knowing of them.
 */
export function requirements({ teams }: About): Pick<ChangesDto, 'requires'> {
  return teams ? { requires: ['teams'] } : {};
}

/** What a page of a feed or of a snapshot is about, of which its reader must know. */
type About = Pick<FeedPage, 'teams'>;

/** How fresh an answer is, and what its reader must understand. */
export type Freshness = Pick<ChangesDto, 'completeTo' | 'readAt' | 'requires'>;

export function freshnessOf(
  { completeTo, ...about }: About & Pick<FeedPage, 'completeTo'>,
  now: number,
): Freshness {
  return {
    ...requirements(about),
    completeTo: completeTo === undefined ? null : new Date(completeTo).toISOString(),
    readAt: new Date(now).toISOString(),
  };
}

/** @param resumed the last id that a client of an event stream has received: it goes on there */
export function feedRequestOf(
  { after, limit, type, subject }: ChangesQueryDto,
  resumed: string | undefined,
): FeedRequest {
  const types = type?.split(',') as EventType[] | undefined;
  return { after: resumed ?? after, limit, types, subject };
}

/** A `ChangesDto`, of events that are texts already. */
export function changesText(
  { events, cursor, upToDate, completeTo, teams }: FeedPage,
  { now, waits }: { now: number; waits: boolean },
): string {
  const rest: Omit<ChangesDto, 'data'> = {
    ...{ nextCursor: cursor, upToDate, ...freshnessOf({ completeTo, teams }, now) },
    ...(!waits && { askAgainAfterSeconds: PAUSE_BETWEEN_ANSWERS_SECONDS }),
  };
  return `{"data":[${events.map(({ text }) => text).join(',')}],${JSON.stringify(rest).slice(1)}`;
}

export function toPublishedDto(event: DomainEvent): PublishedEventDto {
  return toPublishedEvent(event) as unknown as PublishedEventDto;
}
