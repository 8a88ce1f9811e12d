import type { AggregateKind, DomainEvent, WebhookEndpointId } from '#libs/domain';
import type { Tenant } from '../../core/tenant.js';

export interface FoundThing {
  kind: AggregateKind | 'event' | 'delivery' | 'job' | 'import';
  id: string;
  accountId: string;
  title: string;
  subtitle: string | null;
  status: string | null;
  event?: DomainEvent;
  webhookEndpointId?: WebhookEndpointId;
}

/** Where somebody may search: in one account, among all of them, or both. */
export interface SearchScope {
  tenant: Tenant | undefined;
  /** For operators: accounts by their names, and an id of any account. */
  everywhere: boolean;
  except?: ReadonlySet<FoundThing['kind']>;
}
