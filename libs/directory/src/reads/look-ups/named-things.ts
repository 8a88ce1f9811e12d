import { kindOfAggregate, type AggregateKind, type DomainEvent } from '#libs/domain';
import { getHistory } from '../../core/histories.js';
import { headReference } from '../../table/items/heads.js';
import type { Tenant } from '../../core/tenant.js';

export interface NamedThing {
  id: string;
  kind: AggregateKind;
  /** Null once the person's data was erased. */
  name: string | null;
  /** The email of a user, the hint of an API key, the URL of a webhook endpoint. */
  detail: string | null;
  /** As its head has it; `removed` also after the head has expired, and `erased` once the person's data was erased. */
  status: string;
  /** Of an API key. */
  scopes?: readonly string[];
}

type Values = Readonly<Record<string, unknown>>;

/** By their ids, also those that are gone: their heads in one call, and the last event of each without a head. */
export async function findNamed(tenant: Tenant, ids: readonly string[]): Promise<NamedThing[]> {
  const { accountId } = tenant;
  // The key of an account's head contains no other account.
  const own = ids.filter((id) => {
    const kind = kindOfAggregate(id);
    return kind !== undefined && (kind !== 'account' || id === accountId);
  });
  const heads = await tenant.directory.table.batchGet(
    own.map((id) => headReference(accountId, id)),
    { consistent: true },
  );
  const found = await Promise.all(
    own.map(async (id, at) => {
      const head: Values | undefined = heads[at];
      return head ? namedThing(id, head, statusOf(head)) : fromHistory(tenant, id);
    }),
  );
  return found.filter((thing) => thing !== undefined);
}

async function fromHistory(tenant: Tenant, id: string): Promise<NamedThing | undefined> {
  const { items } = await getHistory(tenant, id, { limit: 1, order: 'descending' });
  const last = items[0];
  return last && namedThing(id, { ...last.data }, isErased(last) ? 'erased' : 'removed');
}

function isErased({ type, erased }: DomainEvent): boolean {
  return erased === true || type === 'user.erased';
}

function statusOf({ status, erased }: Values): string {
  return erased === true ? 'erased' : String(status);
}

function namedThing(id: string, values: Values, status: string): NamedThing {
  const kind = kindOfAggregate(id)!;
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : null);
  const known = status !== 'erased';
  const { scopes } = values;
  return {
    id,
    kind,
    name: known ? (text('name') ?? text('description')) || text('url') : null,
    detail: known ? (text('email') ?? text('hint') ?? text('url')) : null,
    status,
    ...(Array.isArray(scopes) && { scopes: scopes as string[] }),
  };
}
