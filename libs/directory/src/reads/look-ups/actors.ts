import type { Tenant } from '../../core/tenant.js';
import { findNamed, type NamedThing } from './named-things.js';

export interface NamedActor {
  actor: string;
  /** `scim` is an API key for an identity provider. */
  kind: 'user' | 'api-key' | 'scim' | 'operator' | 'system';
  /** Null once the person's data was erased. */
  name: string | null;
  email: string | null;
  status: string | null;
}

const AGGREGATE_OF: Readonly<Record<string, string>> = { user: 'user', akey: 'api-key' };

/** Actors by their names in events; users and keys also by id, removed ones too. What the account never had is left out. */
export async function findActors(tenant: Tenant, actors: readonly string[]): Promise<NamedActor[]> {
  const names = [...new Set(actors.map(inFull))];
  const things = await findNamed(tenant, names.filter((actor) => /^(user|api-key):/.test(actor)).map(idOf));
  const byId = new Map(things.map((thing) => [`${thing.kind}:${thing.id}`, thing]));
  return names.flatMap((actor): NamedActor[] => {
    const thing = byId.get(actor);
    if (thing) return [namedActor(actor, thing)];
    const [kind] = actor.split(':', 1);
    if (kind !== 'operator' && kind !== 'system') return [];
    return [{ actor, kind, name: idOf(actor), email: null, status: null }];
  });
}

function inFull(actor: string): string {
  const kind = actor.includes(':') ? undefined : AGGREGATE_OF[actor.split('_', 1)[0]!];
  return kind === undefined ? actor : `${kind}:${actor}`;
}

function idOf(actor: string): string {
  return actor.slice(actor.indexOf(':') + 1);
}

function namedActor(actor: string, { kind, name, detail, status, scopes = [] }: NamedThing): NamedActor {
  if (kind === 'user') return { actor, kind, name, email: detail, status };
  return { actor, kind: scopes.includes('scim') ? 'scim' : 'api-key', name, email: null, status };
}
