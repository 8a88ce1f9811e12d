import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import type { FoundThing } from '#libs/directory';
import type { WebhookEndpointId } from '#libs/domain';
import { sentenceOf } from '#libs/event-contracts';
import { ACCOUNT_ID } from '../http/input/ids.js';
import { MAX_CHARACTERS } from '../http/query/search.dto.js';

export class SearchQueryDto {
  /**
   * Words that begin the words of a name, an email, an external id or a URL, in any order; letter case and accents do not
   * count. Or an id: of an account, user, service group, API key, webhook endpoint, job, import, event (with its deliveries)
   * or request (its events).
   */
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_CHARACTERS)
  q!: string;

  /** For operators, who without it search only accounts, and ids of anything. Others always search their own account. */
  @IsOptional()
  @Matches(ACCOUNT_ID)
  accountId?: string;
}

export class SearchHitDto {
  id!: string;
  accountId!: string;
  /** A name; the URL of a webhook endpoint or a delivery; the sentence of an event; the type of a job. */
  title!: string;
  /** An email, the hint of an API key, a URL, or a time. */
  subtitle!: string | null;
  /** As the resource itself has it. Also `removed`, and `erased` if the person’s data was erased. */
  status!: string | null;
  /** Of a delivery, whose `id` is that of its event. */
  webhookEndpointId?: WebhookEndpointId;
}

export class SearchGroupDto {
  kind!: FoundThing['kind'];
  /** The best first. */
  items!: SearchHitDto[];
}

export class SearchAnswerDto {
  /** One for each kind of which something was found, 20 items at most in all. */
  data!: SearchGroupDto[];
}

export function toSearchAnswerDto(found: readonly FoundThing[]): SearchAnswerDto {
  const groups = new Map<FoundThing['kind'], SearchHitDto[]>();
  for (const { kind, event, ...item } of found) {
    const items = groups.get(kind) ?? [];
    groups.set(kind, [...items, event ? { ...item, title: sentenceOf(event) } : item]);
  }
  return { data: [...groups].map(([kind, items]) => ({ kind, items })) };
}
