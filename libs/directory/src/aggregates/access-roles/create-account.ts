import {
  decideAccount,
  existingAccount,
  initialAccessRoles,
  initialAccount,
  type AccessRoleInput,
  type AccountSettingsInput,
} from '#libs/domain';
import { command } from '../../core/command.js';
import type { Directory } from '../../core/directory.js';
import type { CommandContext, Outcome } from '../../core/execute.js';
import { OPERATORS_SCOPE } from '../../core/receipts.js';
import { hasAccessRoles } from '../../table/shape/stored-shape.js';
import { changeAccount } from '../account/changes.js';
import { withCounts, type AccountView } from '../account/views.js';
import { changeAccessRoles, decideRoles } from './changes.js';

type NewAccount = {
  name: string;
  accessRoles?: readonly AccessRoleInput[] | undefined;
} & AccountSettingsInput;

/** With its first access roles, in one transaction. @throws DomainError also those of `replaceAccessRoles` */
export async function createAccount(
  directory: Directory,
  { accessRoles = [], ...input }: NewAccount,
  context: CommandContext,
): Promise<Outcome<AccountView>> {
  const accountId = directory.newId('account');
  return command({ directory, accountId }, context, {
    receiptScope: OPERATORS_SCOPE,
    load: async () => ({
      before: initialAccount,
      isEnabled: accessRoles.length > 0 && (await hasAccessRoles(directory.table)),
    }),
    decide: ({ before }) => decideAccount(before, { ...input, type: 'create_account' }),
    change: ({ before, isEnabled }, newEvents, by) => {
      const created = changeAccount(accountId, before, newEvents, by);
      const context = { account: created.state, isEnabled };
      const roles = decideRoles(directory, initialAccessRoles, accessRoles, context);
      const first = changeAccessRoles(accountId, initialAccessRoles, roles, by);
      return {
        ...created,
        events: [...created.events, ...first.events],
        transactItems: [...created.transactItems, ...first.transactItems],
      };
    },
    view: ({ state }) => ({ state: withCounts(existingAccount(state)) }),
  });
}
