import type { EventType, PublishedEvent } from '#libs/event-contracts';
import { describe } from './entries.js';
import { activityOf, OCSF_ROWS, OCSF_VERSION, type OcsfClass, type OcsfRow } from './ocsf-table.js';

type Data = Readonly<Record<string, string | undefined>>;

const CATEGORY_UID = 3;
const INFORMATIONAL = 1;
const SUCCESS = 1;
const OTHER = 99;
/** The `type_id` of an OCSF user, by the kind of actor. */
const ACTOR_TYPES: Readonly<Record<string, number>> = { user: 1, operator: 2, system: 3, 'api-key': 4 };
/** The `type_id` of an OCSF managed entity, by the kind of what an event is about. */
const ENTITY_TYPES: Readonly<Record<string, number>> = { user: 2, service_group: 3, account: 4 };
/** What OCSF takes as an email address; ours may have letters of all scripts. */
const OCSF_EMAIL = /^[a-zA-Z0-9!#$%&'*+-/=?^_`{|}~.]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9-.]+$/;

/** An event of OCSF, as one line. What OCSF has no attribute for is in `unmapped`, as other forms have it. */
export function ocsfEntry(event: PublishedEvent): string {
  const { specversion: _, source: __, datacontenttype: ___, ...attributes } = event;
  const { id, type, time, accountid, sequence, correlationid, ...unmapped } = attributes;
  const { className, classUid, activity, activityId, typeUid } = activityOf(rowOf(event));
  return JSON.stringify({
    time: Date.parse(time),
    category_uid: CATEGORY_UID,
    class_uid: classUid,
    class_name: className,
    activity_id: activityId,
    activity_name: activity,
    type_uid: typeUid,
    severity_id: INFORMATIONAL,
    status_id: SUCCESS,
    message: describe(event),
    metadata: {
      version: OCSF_VERSION,
      product: { name: 'Rollbook', vendor_name: 'Rollbook' },
      ...{ uid: id, event_code: type, tenant_uid: accountid, correlation_uid: correlationid },
      sequence: Number(sequence),
      ...(event.data === undefined && { is_truncated: true }),
    },
    actor: actorOf(event.actor),
    ...CLASS_FIELDS[className](event),
    unmapped,
  });
}

/** Without its data an event lacks what the other classes require. */
function rowOf({ type, data }: PublishedEvent): OcsfRow {
  return data === undefined ? ['Entity Management', 'Other', type] : OCSF_ROWS[type as EventType];
}

function actorOf(actor: string) {
  const [kind, uid] = [actor.slice(0, actor.indexOf(':')), actor.slice(actor.indexOf(':') + 1)];
  return { user: { uid, type_id: ACTOR_TYPES[kind] ?? OTHER } };
}

const CLASS_FIELDS: Readonly<Record<OcsfClass, (event: PublishedEvent) => object>> = {
  'Account Change': (event) => ({ user: userOf(event) }),
  'User Access Management': (event) => ({ user: userOf(event), privileges: [dataOf(event)['role']] }),
  'Group Management': (event) => {
    const isOfManager = event.type.startsWith('service_group.manager_');
    return {
      group: groupOf(event),
      ...(dataOf(event)['userId'] !== undefined && { user: userOf(event) }),
      ...(isOfManager && { privileges: ['manager'] }),
    };
  },
  'Entity Management': (event) => ({ entity: entityOf(event) }),
};

function dataOf({ data = {} }: PublishedEvent): Data {
  return data as Data;
}

function userOf(event: PublishedEvent) {
  const { userId, name, userName, email, userEmail } = dataOf(event);
  const isNameOfUser = event.type.startsWith('user.');
  const address = email ?? userEmail;
  return {
    uid: userId ?? event.subject,
    full_name: isNameOfUser ? name : userName,
    ...(address !== undefined && OCSF_EMAIL.test(address) && { email_addr: address }),
  };
}

function groupOf(event: PublishedEvent) {
  const { serviceGroupId, serviceGroupName, name, teamId, teamName } = dataOf(event);
  return { uid: serviceGroupId ?? teamId, name: serviceGroupName ?? name ?? teamName };
}

function entityOf(event: PublishedEvent) {
  const { subject } = event;
  const { name, url, userId } = dataOf(event);
  const [kind = ''] = event.type.split('.');
  return {
    uid: subject,
    type: kind.replaceAll('_', ' '),
    type_id: ENTITY_TYPES[kind] ?? OTHER,
    name: name ?? url,
    ...(userId !== undefined && { user: userOf(event) }),
    ...(kind === 'service_group' && { group: { uid: subject, name } }),
    ...(kind === 'account' && { org: { uid: subject, name } }),
  };
}
