import { ERASED_EMAIL, ERASED_TEXT } from './erased.js';
import type { EventType, Fact } from './events.js';

type DataOf<Type extends EventType> = Extract<Fact, { type: Type }>['data'];

const identity = { name: ERASED_TEXT, email: ERASED_EMAIL };
const created = { ...identity, externalId: ERASED_TEXT, metadata: {} };
const memberIdentity = { userName: ERASED_TEXT, userEmail: ERASED_EMAIL };

/**
 * The one statement of which fields of each event say something about a person, and of what stands there once the
 * person's data is erased. In stored events these fields are encrypted with a key of the user's own; everything else is
 * kept as it is. A field that a later schema version renames or drops stays here: old events still hold it.
 */
export const PERSONAL_FIELDS: { readonly [Type in EventType]: Partial<DataOf<Type>> } = {
  'account.created': {},
  'account.renamed': {},
  'account.settings_changed': {},
  'account.suspended': {},
  'account.reactivated': {},
  'account.closed': {},
  'user.created': created,
  'user.invited': created,
  'user.activated': identity,
  'user.settings_changed': {
    ...created,
    previousExternalId: ERASED_TEXT,
    previousMetadata: {},
  },
  'user.profile_changed': { ...identity, previousName: ERASED_TEXT },
  'user.email_changed': { ...identity, previousEmail: ERASED_EMAIL },
  'user.role_changed': identity,
  'user.suspended': identity,
  'user.reactivated': identity,
  'user.removed': identity,
  'user.erased': {},
  'service_group.created': {},
  'service_group.renamed': {},
  'service_group.settings_changed': {},
  'service_group.removed': {},
  'service_group.member_added': memberIdentity,
  'service_group.member_removed': memberIdentity,
  'api_key.created': {},
  'api_key.rotated': {},
  'api_key.revoked': {},
  'webhook_endpoint.created': {},
  'webhook_endpoint.changed': {},
  'webhook_endpoint.secret_rotated': {},
  'webhook_endpoint.disabled': {},
  'webhook_endpoint.enabled': {},
  'webhook_endpoint.removed': {},
};
