import type { Kind } from './columns.js';

/** A file of each kind, as an import takes it. */
export const EXAMPLES: Readonly<Record<Kind, string>> = {
  users:
    'email,name,role,externalId\ngrace@example.com,Grace Hopper,admin,hr-7\nada@example.com,Ada Lovelace,,\n',
  'service-groups': 'name,externalId\nprod,team-1\nstaging,\n',
  memberships:
    'userEmail,serviceGroupName,until\ngrace@example.com,prod,2027-03-31\nada@example.com,staging,\n',
  teams: 'name,externalId\nPlatform,idp-7\nSupport,\n',
  'team-members':
    'userEmail,teamName,until,reason\ngrace@example.com,Platform,2099-03-31,On call\nada@example.com,Support,,\n',
};
