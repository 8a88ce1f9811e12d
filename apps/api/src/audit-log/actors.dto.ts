import { Matches } from 'class-validator';
import type { NamedActor } from '#libs/directory';

/** Who made a change. */
export class ActorDto {
  /** As in an event’s `actor`. */
  id!: string;
  /** `scim`: an identity provider’s API key. */
  kind!: NamedActor['kind'];
  /** Null once the person’s data was erased. */
  name!: string | null;
  /** Of a user. */
  email!: string | null;
  /** Of a user or an API key. Also `removed`, and `erased` if the person’s data was erased. */
  status!: string | null;
}

export class ActorListDto {
  data!: ActorDto[];
  /** Always null: all are on one page. */
  nextCursor!: string | null;
}

export function toActorDto({ actor: id, ...known }: NamedActor): ActorDto {
  return { id, ...known };
}

/** Users, API keys, operators and the system itself, by what events call them or by their own ids. */
const ACTOR = '[!-+\\--~]{1,160}';
const MAX_ACTORS = 99;
const ACTORS = new RegExp(`^${ACTOR}(,${ACTOR}){0,${MAX_ACTORS - 1}}$`);

export class ActorQueryDto {
  /** Up to 99, separated by commas, as in an event’s `actor`, in `updatedBy` and in `addedBy`; also ids of users and API keys. */
  @Matches(ACTORS, { message: `ids must be at most ${MAX_ACTORS} actors, separated by commas` })
  ids!: string;
}
