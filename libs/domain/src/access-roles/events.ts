import { id, text, texts, type DataOf, type JsonSchema, type NewEventsOf } from '../schema/event-schema.js';

const reference = {
  accessRoleId: id('role', 'access role'),
  key: text('The key of the access role, which never changes.'),
};
const role = {
  ...reference,
  name: text('The name, after the change.'),
  description: text('What it is for, in one sentence; may be empty.'),
  permissions: texts('What it allows besides entering, after the change.'),
};

/** How events name the access role of a membership. */
export const ACCESS_ROLE_PROPERTIES = {
  id: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
  key: { type: 'string', description: 'Its key, which never changes.' },
} satisfies Record<string, JsonSchema>;

export const accessRoleEvents = {
  'access_role.created': {
    summary: 'An access role was created: memberships may have it from now on.',
    sentence: '{actor} created the access role {name}',
    fields: role,
  },
  'access_role.changed': {
    summary:
      'The name, the description or the permissions of an access role were changed, for everybody who has it.',
    sentence: '{actor} changed the access role {name}',
    fields: {
      ...role,
      previousName: text('The name before the change.'),
      previousDescription: text('The description before the change.'),
      previousPermissions: texts('The permissions before the change.'),
    },
  },
  'access_role.removed': {
    summary:
      'An access role was removed: who had it may only enter from now on. No separate events follow for their memberships.',
    sentence: '{actor} removed the access role {name}',
    fields: { ...reference, name: text('The name it had.') },
  },
} as const;

export type AccessRole = DataOf<(typeof accessRoleEvents)['access_role.created']>;
export type NewAccessRolesEvent = NewEventsOf<typeof accessRoleEvents>;
