import type { EventType } from '#libs/event-contracts';

/** The first version in which an event can say that it was truncated. Later ones of 1.x add to it. */
export const OCSF_VERSION = '1.6.0';

/** The classes of identity and access management that are used, and their activities (https://schema.ocsf.io/1.6.0/categories/iam). */
export const OCSF_CLASSES = {
  'Account Change': { uid: 3001, activities: { Create: 1, Enable: 2, Disable: 5, Delete: 6 } },
  'Entity Management': {
    uid: 3004,
    activities: { Create: 1, Read: 2, Update: 3, Delete: 4, Enable: 8, Disable: 9, Suspend: 12, Resume: 13 },
  },
  'User Access Management': { uid: 3005, activities: { 'Assign Privileges': 1 } },
  'Group Management': {
    uid: 3006,
    activities: {
      'Assign Privileges': 1,
      'Revoke Privileges': 2,
      'Add User': 3,
      'Remove User': 4,
      Delete: 5,
      Create: 6,
    },
  },
} as const;

type Classes = typeof OCSF_CLASSES;
export type OcsfClass = keyof Classes;
/** What OCSF has no activity for is 99, `Other`, with a name of our own. */
export type OcsfRow =
  | { [Name in OcsfClass]: readonly [Name, keyof Classes[Name]['activities'] & string] }[OcsfClass]
  | readonly [OcsfClass, 'Other', name: string];

export const OCSF_ROWS: Readonly<Record<EventType, OcsfRow>> = {
  'account.created': ['Entity Management', 'Create'],
  'account.renamed': ['Entity Management', 'Update'],
  'account.settings_changed': ['Entity Management', 'Update'],
  'account.sign_in_rules_changed': ['Entity Management', 'Update'],
  'account.suspended': ['Entity Management', 'Suspend'],
  'account.reactivated': ['Entity Management', 'Resume'],
  'account.closed': ['Entity Management', 'Delete'],
  'user.created': ['Account Change', 'Create'],
  'user.invited': ['Account Change', 'Create'],
  'user.activated': ['Account Change', 'Enable'],
  'user.settings_changed': ['Entity Management', 'Update'],
  'user.profile_changed': ['Entity Management', 'Update'],
  'user.email_changed': ['Entity Management', 'Update'],
  'user.role_changed': ['User Access Management', 'Assign Privileges'],
  'user.suspended': ['Account Change', 'Disable'],
  'user.reactivated': ['Account Change', 'Enable'],
  'user.removed': ['Account Change', 'Delete'],
  'user.seen_as': ['Entity Management', 'Read'],
  'user.erased': ['Entity Management', 'Other', 'Erase Personal Data'],
  'user.identity_linked': ['Account Change', 'Other', 'Link Identity'],
  'user.identity_unlinked': ['Account Change', 'Other', 'Unlink Identity'],
  'service_group.created': ['Group Management', 'Create'],
  'service_group.renamed': ['Entity Management', 'Update'],
  'service_group.settings_changed': ['Entity Management', 'Update'],
  'service_group.removed': ['Group Management', 'Delete'],
  'service_group.member_added': ['Group Management', 'Add User'],
  'service_group.membership_changed': ['Group Management', 'Other', 'Change Membership'],
  'service_group.membership_expiring': ['Group Management', 'Other', 'Announce End of Membership'],
  'service_group.member_removed': ['Group Management', 'Remove User'],
  'service_group.manager_added': ['Group Management', 'Assign Privileges'],
  'service_group.manager_removed': ['Group Management', 'Revoke Privileges'],
  'service_group.team_added': ['Group Management', 'Assign Privileges'],
  'service_group.team_changed': ['Group Management', 'Other', 'Change Access of Team'],
  'service_group.team_expiring': ['Group Management', 'Other', 'Announce End of Access of Team'],
  'service_group.team_removed': ['Group Management', 'Revoke Privileges'],
  'team.created': ['Group Management', 'Create'],
  'team.renamed': ['Entity Management', 'Update'],
  'team.settings_changed': ['Entity Management', 'Update'],
  'team.removed': ['Group Management', 'Delete'],
  'team.member_added': ['Group Management', 'Add User'],
  'team.membership_changed': ['Group Management', 'Other', 'Change Membership of Team'],
  'team.membership_expiring': ['Group Management', 'Other', 'Announce End of Membership of Team'],
  'team.member_removed': ['Group Management', 'Remove User'],
  'api_key.created': ['Entity Management', 'Create'],
  'api_key.rotated': ['Entity Management', 'Update'],
  'api_key.revoked': ['Entity Management', 'Delete'],
  'webhook_endpoint.created': ['Entity Management', 'Create'],
  'webhook_endpoint.changed': ['Entity Management', 'Update'],
  'webhook_endpoint.secret_rotated': ['Entity Management', 'Update'],
  'webhook_endpoint.disabled': ['Entity Management', 'Disable'],
  'webhook_endpoint.enabled': ['Entity Management', 'Enable'],
  'webhook_endpoint.removed': ['Entity Management', 'Delete'],
  'log_stream.created': ['Entity Management', 'Create'],
  'log_stream.changed': ['Entity Management', 'Update'],
  'log_stream.secret_replaced': ['Entity Management', 'Update'],
  'log_stream.disabled': ['Entity Management', 'Disable'],
  'log_stream.enabled': ['Entity Management', 'Enable'],
  'log_stream.replayed': ['Entity Management', 'Other', 'Replay'],
  'log_stream.removed': ['Entity Management', 'Delete'],
  'access_role.created': ['Entity Management', 'Create'],
  'access_role.changed': ['Entity Management', 'Update'],
  'access_role.removed': ['Entity Management', 'Delete'],
  'access_request.requested': ['Entity Management', 'Create'],
  'access_request.approved': ['Entity Management', 'Other', 'Approve'],
  'access_request.refused': ['Entity Management', 'Other', 'Refuse'],
  'access_request.withdrawn': ['Entity Management', 'Other', 'Withdraw'],
  'access_request.lapsed': ['Entity Management', 'Other', 'Lapse'],
};

export interface OcsfActivity {
  className: OcsfClass;
  classUid: number;
  activity: string;
  activityId: number;
  typeUid: number;
}

export function activityOf([className, activity, name]: OcsfRow): OcsfActivity {
  const { uid: classUid, activities } = OCSF_CLASSES[className];
  const activityId = (activities as Readonly<Record<string, number>>)[activity] ?? 99;
  return {
    className,
    classUid,
    activity: name ?? activity,
    activityId,
    typeUid: classUid * 100 + activityId,
  };
}
